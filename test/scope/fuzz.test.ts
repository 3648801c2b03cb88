import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createRandom } from "../../src/core/scope/sample.ts";
import { checkPair } from "../../scripts/fuzz/check.ts";
import { createDice, edited, randomDocument } from "../../scripts/fuzz/generate.ts";

interface Found {
  readonly why: string;
  readonly before: unknown;
  readonly after: unknown;
}

const faults = JSON.parse(readFileSync(new URL("faults.json", import.meta.url), "utf8")) as Found[];

describe("the scope engine against ajv and the specification", () => {
  test("random edits of random schemas show no fault", { timeout: 30_000 }, () => {
    for (let seed = 1; seed <= 150; seed++) {
      const dice = createDice(createRandom(seed));
      const before = randomDocument(dice);
      expect(checkPair(dice, before, edited(dice, before), 100)).toBeUndefined();
    }
  });

  test.each(faults)("once a fault: $why", ({ before, after }) => {
    expect(checkPair(createDice(createRandom(7)), before, after, 300)).toBeUndefined();
    expect(checkPair(createDice(createRandom(8)), after, before, 300)).toBeUndefined();
  });
});
