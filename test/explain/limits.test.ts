import { expect, it } from "vitest";
import { renderExplanation } from "../../src/core/explain/render-markdown.ts";
import { change, drift } from "./stories.ts";

it.each([
  ["maximum", Number.MAX_SAFE_INTEGER, "at most the largest whole number that computers keep exactly"],
  ["minimum", -Number.MAX_SAFE_INTEGER, "at least the smallest whole number that computers keep exactly"],
  ["maximum", 100, "at most 100"],
  ["minLength", 1, "at least 1 character"],
])("a new %s of %i is told as: now %s; before, no such limit", (keyword, after, said) => {
  const place = { path: "width", pointer: `/inputSchema/properties/width/${keyword}` };
  const one = change({ kind: "limit-added", side: "input", ...place, after, scope: "narrows", breaks: true });
  expect(renderExplanation(drift([one]))).toContain(`now ${said}; before, no such limit.`);
});
