import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { boundedDetail } from "../../src/core/reading/detail.ts";

describe("a server's own words", () => {
  it.each([
    ["plain words stay", "plain words stay"],
    ["two\r\nlines\tand a bell\u0007", "two lines and a bell"],
    ["\u001B[31mred\u001B[0m", "[31mred [0m"],
    ["turned\u202Ename\u2066 hid\u200Bden \u{E0041}tag", "turned name hid den tag"],
    ["line\u2028and\u2029paragraph", "line and paragraph"],
    ["half \uD800 a pair", "half \uFFFD a pair"],
    ["x".repeat(301), `${"x".repeat(299)}…`],
    ["🙂".repeat(300), "🙂".repeat(300)],
  ])("become one plain line: %#", (text, line) => {
    expect(boundedDetail(text)).toBe(line);
  });

  it("do not give back a secret", () => {
    expect(boundedDetail("you sent Bearer abcd1234, abcd1234", ["Bearer abcd1234", "abcd1234"])).toBe(
      "you sent ***, ***",
    );
    expect(boundedDetail("a b c", ["a"])).toBe("a b c");
  });

  it("are never longer than 300 characters, and never have a control character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 700 }), (text) => {
        const line = boundedDetail(text);
        expect(Array.from(line).length).toBeLessThanOrEqual(300);
        expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        expect(line.isWellFormed()).toBe(true);
        expect(boundedDetail(line)).toBe(line);
      }),
      { seed: 4, numRuns: 300 },
    );
  });
});
