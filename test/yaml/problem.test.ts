import { expect, test } from "vitest";
import { problemLine, shown } from "../../src/core/yaml/problem.ts";

test("a problem is one line that names file, line, column, what is wrong and what to write", () => {
  const problem = {
    file: "cards/a.yaml",
    line: 3,
    column: 7,
    what: "there is no value here",
    instead: "write null",
  };
  expect(problemLine(problem)).toBe("cards/a.yaml:3:7: there is no value here; write null");
});

test("a file name can't break the line", () => {
  const problem = { file: "cards/a\n::error::.yaml", line: 1, column: 1, what: "x", instead: "y" };
  expect(problemLine(problem)).toBe("cards/a\\u000a::error::.yaml:1:1: x; y");
});

test.each([
  ["plain", '"plain"'],
  ['a "quoted" \\ text', '"a \\"quoted\\" \\\\ text"'],
  ["line\nbreak", '"line\\u000abreak"'],
  ["\u202Eright to left\u200B", '"\\u202eright to left\\u200b"'],
  ["\u{E0041}tag\uFE0F", '"\\u{e0041}tag\\ufe0f"'],
  ["no-break\u00A0space", '"no-break\\u00a0space"'],
  ["half \uD800", '"half \\ud800"'],
  ["ünï 😀", '"ünï 😀"'],
  ["x".repeat(60), `"${"x".repeat(60)}"`],
  ["x".repeat(61), `"${"x".repeat(60)}…"`],
  ["😀".repeat(100_000), `"${"😀".repeat(60)}…"`],
])("shows %j so that it can be seen and stays short", (text, expected) => {
  expect(shown(text)).toBe(expected);
});
