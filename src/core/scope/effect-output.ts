import { NotModelled, OutOfSteps } from "../json/bounds.ts";
import { closeWorld } from "../schema/close.ts";
import { decide, type Proof } from "./decide.ts";
import { dialectOf, respell } from "../differences/dialect.ts";

/**
 * Whether readers of answers may fail: the server may give an answer that what it promised before refuses. What it may
 * give is what its new schema declares (the closed world); what it promised is its old schema as any validator reads it,
 * `required` and its like included. So a field that is declared anew breaks nobody, unless undeclared fields were
 * refused; an optional field that is gone breaks nobody, one that was required does; one more value breaks.
 */
export function breaksReaders(before: unknown, after: unknown, dialect: string | undefined): Proof {
  const [old, now] = [dialectOf(before, dialect), dialectOf(after, dialect)];
  if (old === undefined || now === undefined) return "unknown";
  try {
    const given = closeWorld(respell(after, now).root, "output");
    const promised = respell(before, old).root;
    // Read as an input, nothing is left out of what an output promises.
    return decide(promised, given, { side: "input", world: "open", dialect: "2020-12", guard: false }).gain;
  } catch (error) {
    const isLimit =
      error instanceof NotModelled || error instanceof OutOfSteps || error instanceof RangeError;
    if (isLimit) return "unknown";
    throw error;
  }
}
