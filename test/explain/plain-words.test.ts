import { expect, it } from "vitest";
import { renderExplanation } from "../../src/core/explain/render-markdown.ts";
import { schemaWords } from "../../src/core/explain/schema-words.ts";
import { change, drift } from "./stories.ts";

const number = { type: "number", minimum: 1 };
const field = { side: "input", path: "note", pointer: "/inputSchema/properties/note" } as const;

it.each([
  ["resources.pipelines.*.runId", "each `runId` of `resources.pipelines`"],
  ["updates[].id", "each `id` of `updates`"],
  ["a[].b[].c", "each `c` of each `b` of `a`"],
  ["tags[]", "each item of `tags`"],
])("the place %s is told as: %s", (path, said) => {
  const one = change({ ...field, kind: "field-optional", path });
  expect(renderExplanation(drift([one]))).toContain(`no longer requires ${said}**`);
});

it("a limit on each number of a list is not taken for one on how many there are", () => {
  expect(schemaWords({ type: "array", items: number })).toEqual([
    { own: "a list" },
    { own: " of " },
    { own: "numbers, each at least 1" },
  ]);
});

it("one value that is left is told without always", () => {
  const one = change({ ...field, kind: "values-limited", pointer: `${field.pointer}/enum`, after: ["a"] });
  expect(renderExplanation(drift([one]))).toContain("now only `a`.");
});

it("a diff of two equal lists speaks of no card", () => {
  const text = renderExplanation(drift([], { scope: "same" }), { place: "diff" });
  expect(text).toContain("The two lists are the same.");
  expect(text).not.toContain("card says");
});
