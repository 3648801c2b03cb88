import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findWord } from "../../src/core/pattern/language.ts";
import { createMatcher } from "../../src/core/pattern/matcher.ts";
import { BEYOND, parsePattern, type Expression } from "../../src/core/pattern/parse.ts";
import { createPatterns } from "../../src/core/pattern/patterns.ts";

const ALPHABET = ["a", "b", "1", " ", "\n", "é", "😀"];
const atom = fc.constantFrom(
  "a",
  "b",
  "1",
  ".",
  "\\d",
  "\\w",
  "\\s",
  "[ab]",
  "[^a]",
  "[^]",
  "\\p{L}",
  "^",
  "$",
  "\\u{1F600}",
);
const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    atom,
    fc.tuple(tie("pattern"), tie("pattern")).map(([left, right]) => left + right),
    fc.tuple(tie("pattern"), tie("pattern")).map(([left, right]) => `(?:${left}|${right})`),
    fc
      .tuple(tie("pattern"), fc.constantFrom("*", "+", "?", "{2}", "{1,2}", "{0,3}", "{2,}"))
      .map(([inner, times]) => `(${inner})${times}`),
  ),
}));
const word = fc.array(fc.constantFrom(...ALPHABET), { maxLength: 6 }).map((letters) => letters.join(""));
const RUNS = { numRuns: 1000, seed: 5 };

describe("patterns of servers", () => {
  test("match in linear time what RegExp matches", () => {
    fc.assert(
      fc.property(pattern, fc.array(word, { minLength: 5, maxLength: 5 }), (source, words) => {
        const patterns = createPatterns();
        const native = new RegExp(source, "u");
        for (const text of words) {
          expect([source, text, createMatcher(source, 1e6)?.test(text)]).toEqual([
            source,
            text,
            native.test(text),
          ]);
          expect([source, text, patterns.matches(source, text, { left: 1e6 })]).toEqual([
            source,
            text,
            native.test(text),
          ]);
        }
      }),
      RUNS,
    );
  });

  test("have a word in common exactly when one is found", () => {
    const words = wordsUpTo(3, ["a", "b", "1", "\n"]);
    fc.assert(
      fc.property(pattern, pattern, fc.nat(2), fc.nat(3), (left, right, min, max) => {
        const [matching, refusing] = [left, right].map((source) => [parsePattern(source)].filter(isRegular));
        const query = {
          matching: matching ?? [],
          refusing: refusing ?? [],
          min,
          max,
          excluded: new Set(["a", ""]),
        };
        const found = findWord(query, { left: 1e7 });
        const good = (text: string) =>
          new RegExp(left, "u").test(text) &&
          !new RegExp(right, "u").test(text) &&
          Array.from(text).length >= min &&
          Array.from(text).length <= max &&
          !query.excluded.has(text);
        if (found === undefined) expect([left, right, words.find(good)]).toEqual([left, right, undefined]);
        else expect([left, right, found, good(found)]).toEqual([left, right, found, true]);
      }),
      RUNS,
    );
  });

  test("that are not regular are left alone", () => {
    for (const source of ["(?=a)b", "(?<!a)b", "(a)\\1"]) expect(parsePattern(source)).toBe(BEYOND);
    for (const source of ["(", "[b-a]", "\\_"]) expect(() => parsePattern(source)).toThrow(SyntaxError);
    expect(createMatcher("\\bfoo\\b", 1e6)?.test("a foo b")).toBe(true);
  });
});

function isRegular(parsed: Expression | typeof BEYOND): parsed is Expression {
  return parsed !== BEYOND;
}

function wordsUpTo(length: number, letters: readonly string[]): string[] {
  if (length === 0) return [""];
  const shorter = wordsUpTo(length - 1, letters);
  return [...new Set([...shorter, ...shorter.flatMap((text) => letters.map((letter) => text + letter))])];
}
