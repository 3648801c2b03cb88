import { decide, type Decision } from "../../src/core/scope/decide.ts";
import { permits } from "../../src/core/scope/permits.ts";
import { instanceOf, oracleOf } from "./oracle.ts";
import { rewritten, type Dice } from "./generate.ts";

/** What was found wrong with a pair of schemas. */
export interface Fault {
  readonly rule: "unsound" | "witness" | "threw" | "invariance" | "antisymmetry" | "permits";
  readonly side: "input" | "output";
  readonly before: unknown;
  readonly after: unknown;
  readonly detail: unknown;
}

/** Holds the engine's answer on a pair against ajv and against itself; the first fault, if there is one. */
export function checkPair(dice: Dice, before: unknown, after: unknown, tries: number): Fault | undefined {
  // What an output's references mean depends on where they stand, so the judges can't tell.
  const hasReferences = JSON.stringify([before, after]).includes("$ref");
  const side = !hasReferences && dice.chance(0.2) ? "output" : "input";
  const options = { side, world: "strict" } as const;
  const fault = (rule: Fault["rule"], detail: unknown): Fault => ({ rule, side, before, after, detail });
  let forth: Decision;
  let back: Decision;
  let same: Decision;
  const [otherBefore, otherAfter] = [rewritten(dice, before), rewritten(dice, after)];
  try {
    forth = decide(before, after, options);
    back = decide(after, before, options);
    same = decide(otherBefore, otherAfter, options);
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
    const [refuses, accepts] = [before, after].map((one) => oracleOf(one, world, side, true));
    if (refuses === undefined || accepts === undefined) continue;
    const gains = (value: unknown) => accepts(value) === true && refuses(value) === false;
    if ("witness" in answer) {
      const { witness } = answer;
      // Of an output a witness is accepted in full.
      const wrong = oracleOf(after, world, side)?.(witness) === false || refuses(witness) === true;
      if (wrong) return fault("witness", { world, answer });
    }
    if (answer.gain === "no") {
      const found = hunt(dice, before, after, gains, tries);
      if (found !== undefined) return fault("unsound", { world, value: found.value, answer });
    }
    if (world === "closed") {
      const wrong = disagreement(dice, after, side, 10);
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

function disagreement(dice: Dice, schema: unknown, side: "input" | "output", tries: number): unknown {
  const accepts = oracleOf(schema, "closed", side);
  for (let time = 0; time < tries; time++) {
    const value = instanceOf(dice, schema);
    const accepted = accepts?.(value);
    if (accepted !== undefined && permits(schema, value, { side }) !== accepted)
      return { value, oracle: accepted };
  }
  return undefined;
}
