import { readFileSync } from "node:fs";

/** A pair of schemas with what each world says of it. */
export interface LabelledPair {
  readonly id: string;
  readonly draft: string;
  readonly old: unknown;
  readonly new: unknown;
  /** Can't be executed by a validator. */
  readonly noFuzz?: boolean;
  /** Values that one of the two accepts and the other does not, in the open and in the closed world. */
  readonly witness?: unknown;
  readonly removed?: unknown;
  readonly closedWitness?: unknown;
  readonly closedRemoved?: unknown;
}

/** The labelled pairs of test/fixtures/. */
export const PAIRS: readonly LabelledPair[] = (
  JSON.parse(readFileSync(new URL("../fixtures/schema-pairs.json", import.meta.url), "utf8")) as {
    vectors: LabelledPair[];
  }
).vectors;

/** A reason why an engine that we ask for a second opinion differs from ours, and where. */
interface Reason {
  readonly why: string;
  readonly at: readonly string[];
}

/** Where an engine is known to differ, sorted. */
export function knownToDiffer(engine: "jsoncompat" | "hyperjump"): string[] {
  const file = new URL("second-opinion.json", import.meta.url);
  const reasons = (JSON.parse(readFileSync(file, "utf8")) as Record<typeof engine, Reason[]>)[engine];
  return reasons.flatMap(({ at }) => at).toSorted();
}
