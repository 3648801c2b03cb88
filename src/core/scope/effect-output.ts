import { NotModelled } from "./bounds.ts";
import { closeWorld } from "./close.ts";
import { decide, type Proof } from "./decide.ts";
import { dialectOf } from "./dialect.ts";
import { lower } from "./lower.ts";

/**
 * Whether readers of answers may fail: the server may give an answer that what it promised before refuses. What it may
 * give is what its new schema declares (the closed world); what it promised is its old schema as any validator reads it,
 * `required` and its like included. So a field that is declared anew breaks nobody, unless undeclared fields were
 * refused; an optional field that is gone breaks nobody, one that was required does; one more value breaks.
 */
export function breaksReaders(before: unknown, after: unknown, dialect: string | undefined): Proof {
  try {
    const given = closeWorld(lower(after, dialectOf(after, dialect).dialect), "output");
    const promised = lower(before, dialectOf(before, dialect).dialect);
    // Read as an input, nothing is left out of what an output promises.
    return decide(promised, given, { side: "input", world: "open", guard: false }).gain;
  } catch (error) {
    if (error instanceof NotModelled || error instanceof RangeError) return "unknown";
    throw error;
  }
}
