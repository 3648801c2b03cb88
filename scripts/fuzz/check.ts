import { decide, type Decision } from "../../src/core/scope/decide.ts";
import { permits } from "../../src/core/scope/permits.ts";
import { instanceOf, oracleOf, type Accepts } from "./oracle.ts";
import { rewritten, type Dice } from "./generate.ts";

/** What was found wrong with a pair of schemas. */
export interface Fault {
  readonly rule: "unsound" | "witness" | "threw" | "invariance" | "antisymmetry" | "permits";
  readonly before: unknown;
  readonly after: unknown;
  readonly detail: unknown;
}

const OPTIONS = { side: "input", world: "strict" } as const;

/** Holds the engine's answer on a pair against ajv and against itself; the first fault, if there is one. */
export function checkPair(dice: Dice, before: unknown, after: unknown, tries: number): Fault | undefined {
  const fault = (rule: Fault["rule"], detail: unknown): Fault => ({ rule, before, after, detail });
  let forth: Decision;
  let back: Decision;
  let same: Decision;
  const [otherBefore, otherAfter] = [rewritten(dice, before), rewritten(dice, after)];
  try {
    forth = decide(before, after, OPTIONS);
    back = decide(after, before, OPTIONS);
    same = decide(otherBefore, otherAfter, OPTIONS);
  } catch (error) {
    return fault("threw", String(error));
  }
  const contradicts =
    (forth.gain === "yes" && back.loss === "no") || (forth.gain === "no" && back.loss === "yes");
  if (contradicts) return fault("antisymmetry", { forth, back });
  const differs = same.gain !== forth.gain && same.gain !== "unknown" && forth.gain !== "unknown";
  if (differs) return fault("invariance", { forth, same, otherBefore, otherAfter });
  for (const world of ["open", "closed"] as const) {
    const answer = forth[world] ?? forth;
    const [refuses, accepts] = [oracleOf(before, world), oracleOf(after, world)];
    if (refuses === undefined || accepts === undefined) continue;
    const gains = (value: unknown) => accepts(value) === true && refuses(value) === false;
    if ("witness" in answer) {
      const { witness } = answer;
      const wrong = accepts(witness) === false || refuses(witness) === true;
      if (wrong) return fault("witness", { world, answer });
    }
    if (answer.gain === "no") {
      const found = hunt(dice, before, after, gains, tries);
      if (found !== undefined) return fault("unsound", { world, value: found.value, answer });
    }
    if (world === "closed") {
      const wrong = disagreement(dice, after, accepts, 10);
      if (wrong !== undefined) return fault("permits", wrong);
    }
  }
  return undefined;
}

function hunt(
  dice: Dice,
  before: unknown,
  after: unknown,
  gains: (value: unknown) => boolean,
  tries: number,
): { value: unknown } | undefined {
  for (let time = 0; time < tries; time++) {
    const value = instanceOf(dice, time % 3 === 0 ? before : after);
    if (gains(value)) return { value };
  }
  return undefined;
}

function disagreement(dice: Dice, schema: unknown, accepts: Accepts, tries: number): unknown {
  for (let time = 0; time < tries; time++) {
    const value = instanceOf(dice, schema);
    const accepted = accepts(value);
    if (accepted !== undefined && permits(schema, value) !== accepted) return { value, oracle: accepted };
  }
  return undefined;
}
