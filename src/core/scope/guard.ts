import { isLimit } from "../json/bounds.ts";
import type { WorldDecision } from "./decide.ts";
import { MAYBE, type Found, type Search } from "./find.ts";
import type { Node } from "./formula.ts";
import { isGained, sampleGain, type Question } from "./witness.ts";

/** Whether something is gained, and what. */
type Gain = Omit<WorldDecision, "loss">;

/** What an outcome of the prover proves. */
export const PROOFS = { no: "no", yes: "yes", maybe: "unknown" } as const;

/** Is there a value of the first that is none of the second? */
export function prove(prover: Search, first: Node, second: Node): Found {
  try {
    return prover.find([
      { node: first, not: false },
      { node: second, not: true },
    ]);
  } catch (error) {
    if (isLimit(error)) return MAYBE;
    throw error;
  }
}

/** Holds an answer of the prover against ajv and samples. */
export function guarded(question: Question, gained: Found): Gain {
  if (gained.is === "no") {
    // The proof stands unless a sample refutes it; then the prover is wrong, and the sample counts.
    const refuted = sampleGain(question, false);
    return refuted.is === "yes" ? gainOf(question, refuted) : { gain: "no" };
  }
  const shown = gainOf(question, wholeOf(question, gained));
  if ("witness" in shown) return shown;
  const sampled = sampleGain(question, true);
  if (sampled.is === "yes") return gainOf(question, sampled);
  return { gain: gained.is === "yes" ? "yes" : "unknown" };
}

/** For an output: a value that lacks nothing, if there is one, as it is to be accepted in full. */
function wholeOf({ prover, before, after }: Question, gained: Found): Found {
  return after.whole === after.node ? gained : prove(prover, after.whole, before.node);
}

function gainOf(question: Question, found: Found): Gain {
  if ("value" in found && isGained(question, found.value)) return { gain: "yes", witness: found.value };
  return { gain: found.is === "yes" ? "yes" : "unknown" };
}
