import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { decide, type Decision } from "../../src/core/scope/decide.ts";
import { oracleOf } from "../../scripts/fuzz/oracle.ts";

type Verdict = "widens" | "narrows" | "same" | "unknown";
type Label = "widens" | "narrows" | "both" | "equal";

interface Pair {
  readonly id: string;
  readonly draft: string;
  readonly old: unknown;
  readonly new: unknown;
  readonly openWorld: Label;
  readonly closedWorld: Label;
  readonly strict: Label;
  readonly hard?: boolean;
  readonly noFuzz?: boolean;
  readonly ambiguous?: string;
  readonly accept?: readonly string[];
}

const { vectors } = JSON.parse(
  readFileSync(new URL("../fixtures/schema-pairs.json", import.meta.url), "utf8"),
) as { vectors: Pair[] };

const WORLDS = { strict: "strict", closed: "closedWorld", open: "openWorld" } as const;
const SAY = { widens: "widens", both: "widens", narrows: "narrows", equal: "same" } as const;
const BACK = { widens: "narrows", narrows: "widens", both: "both", equal: "equal" } as const;

/** Pairs whose label rests on what a format means; only its name is known (DESIGN §5). */
const BY_NAME_ONLY = new Set(["string/format-superset", "string/format-enum"]);

function verdictOf({ gain, loss }: Decision): Verdict {
  if (gain !== "no") return gain === "yes" ? "widens" : "unknown";
  return loss === "no" ? "same" : "narrows";
}

describe("labelled pairs", () => {
  test.each(vectors)("$id is judged as labelled, in every world and both ways round", (pair) => {
    const excused = pair.hard || pair.noFuzz || pair.accept !== undefined || BY_NAME_ONLY.has(pair.id);
    for (const [world, key] of Object.entries(WORLDS)) {
      const options = { side: "input", world: world as "strict", dialect: pair.draft } as const;
      const there = verdictOf(decide(pair.old, pair.new, options));
      const back = verdictOf(decide(pair.new, pair.old, options));
      if (!excused) expect([world, there, back]).toEqual([world, SAY[pair[key]], SAY[BACK[pair[key]]]]);
      if (pair.accept !== undefined) continue;
      if (SAY[pair[key]] === "widens") expect(["widens", "unknown"]).toContain(there);
      if (SAY[BACK[pair[key]]] === "widens") expect(["widens", "unknown"]).toContain(back);
    }
  });

  test("nearly every gain has a witness, and the oracle bears it out", () => {
    let gains = 0;
    let witnesses = 0;
    for (const pair of vectors.filter((one) => one.noFuzz !== true && one.draft === "2020-12")) {
      const { gain, closed, open } = decide(pair.old, pair.new, { side: "input", world: "strict" });
      if (gain === "yes") gains++;
      for (const [world, answer] of Object.entries({ closed, open })) {
        if (answer === undefined || !("witness" in answer)) continue;
        if (world === "open" || !("witness" in (open ?? {}))) witnesses++;
        const judges = [pair.old, pair.new].map((schema) => oracleOf(schema, world as "open"));
        const [before, after] = judges.map((accepts) => accepts?.(answer.witness));
        // Undefined where the specification and ajv differ.
        expect([pair.id, world, before ?? false, after ?? true]).toEqual([pair.id, world, false, true]);
      }
    }
    expect(witnesses / gains).toBeGreaterThan(0.9);
  });
});

const withEncodedSlash = (inner: unknown) => ({
  properties: { x: { $ref: "#/$defs/a%2Fb" } },
  $defs: { "a/b": inner, a: { b: { type: "number" } } },
});

test("a reference with an encoded slash, which the specification and ajv read in two ways, proves nothing", () => {
  const [before, after] = [{ type: "string" }, {}].map(withEncodedSlash);
  expect(decide(before, after, { side: "input", world: "strict" }).gain).toBe("unknown");
});
