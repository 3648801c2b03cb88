import { describe, expect, it } from "vitest";
import { renderExplanation } from "../../src/core/explain/render-markdown.ts";
import { change, drift } from "./stories.ts";

const text = { type: "string" };
const record = { type: "object", properties: { type: text }, required: ["type"] };

describe("a change of what unlisted fields may be", () => {
  it.each([
    ["undeclared-closed", { before: true, after: false }, "now refuses unlisted fields inside `sort`**."],
    [
      "undeclared-closed",
      { before: {}, after: text },
      "now limits unlisted fields inside `sort`**: any names, each with text.",
    ],
    [
      "undeclared-closed",
      { before: record, after: text },
      "now limits unlisted fields inside `sort`**: any names, each with text, was a record with `type` (text, required).",
    ],
    [
      "undeclared-closed",
      { before: {}, after: text, side: "output" },
      "now says what comes back in unlisted fields inside `sort`**: any names, each with text.",
    ],
    [
      "undeclared-opened",
      { before: record, after: {}, world: "both" },
      "now takes unlisted fields inside `sort`**: any names, any values, was a record with `type` (text, required).",
    ],
    [
      "undeclared-opened",
      { before: false, after: text, world: "both" },
      "now takes unlisted fields inside `sort`**: any names, each with text.",
    ],
  ] as const)("%s %j: it %s", (kind, partial, said) => {
    const place = { path: "sort", pointer: "/inputSchema/properties/sort/additionalProperties" };
    const scope = kind === "undeclared-closed" ? "narrows" : "widens";
    const one = change({ kind, side: "input", ...place, scope, ...partial });
    expect(renderExplanation(drift([one]))).toContain(said);
  });
});
