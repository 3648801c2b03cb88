import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { decide } from "../../src/core/scope/decide.ts";

const pairs = JSON.parse(readFileSync(new URL("equal.json", import.meta.url), "utf8")) as [
  unknown,
  unknown,
][];

describe("two ways to say the same", () => {
  test.each(pairs.map(([left, right]) => [JSON.stringify(left), JSON.stringify(right), left, right]))(
    "%s is %s",
    (_left, _right, left, right) => {
      const answer = decide(left, right, { side: "input", world: "open" });
      expect(answer).toMatchObject({ gain: "no", loss: "no" });
    },
  );
});
