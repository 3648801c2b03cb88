import { readFileSync } from "node:fs";
import { check_compat, initSync } from "jsoncompat";
import { beforeAll, expect, test } from "vitest";
import { decide } from "../../src/core/scope/decide.ts";
import { knownToDiffer, PAIRS } from "./labelled.ts";

// A second opinion on whole pairs, by an engine that others wrote: 2020-12 in the open world, as it knows no other.

/** What it does not model, or only warns of. */
const BEYOND_IT = /"(?:format|unevaluated\w+|nullable|\$dynamic\w+|dependencies|\w*[cC]ontains|\$id)":/;

const asked = PAIRS.filter(
  ({ draft, noFuzz, ...pair }) =>
    draft === "2020-12" && noFuzz !== true && !BEYOND_IT.test(JSON.stringify([pair.old, pair.new])),
);

/** Whether `after` permits something that `before` does not, as it says. */
function gainAsItSays(before: unknown, after: unknown): string {
  try {
    const role = "serializer"; // what the new schema writes must be readable by the old one
    return check_compat(JSON.stringify(before), JSON.stringify(after), role) ? "no" : "yes";
  } catch {
    return "refused";
  }
}

beforeAll(() => {
  const file = new URL(import.meta.resolve("jsoncompat/jsoncompat_wasm_bg.wasm"));
  initSync({ module: readFileSync(file) });
});

test(
  "jsoncompat agrees on every labelled pair that it models, but where second-opinion.json says why not",
  { timeout: 60_000 },
  () => {
    expect(asked.length).toBeGreaterThan(200);
    const differing: string[] = [];
    for (const pair of asked) {
      const ways = { there: [pair.old, pair.new], back: [pair.new, pair.old] } as const;
      for (const [way, [before, after]] of Object.entries(ways)) {
        const { gain, witness } = decide(before, after, { side: "input", world: "open" });
        const said = gainAsItSays(before, after);
        if (gain !== said) differing.push(`${pair.id} ${way}`);
        // Where it sees no gain, we must have one to show.
        if (gain === "yes" && said === "no") expect([pair.id, witness]).not.toEqual([pair.id, undefined]);
      }
    }
    expect(differing.toSorted()).toEqual(knownToDiffer("jsoncompat"));
  },
);
