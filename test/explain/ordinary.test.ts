import { describe, expect, it } from "vitest";
import type { Tool } from "../../src/core/tool/tool.ts";
import { lengthOf } from "./length.ts";

const tool = (at: number, more: object, description: string): Tool => ({
  name: `tool_${at}`,
  description,
  inputSchema: {
    type: "object",
    properties: { id: { type: "string" }, ...more },
    additionalProperties: false,
  },
});
const long = (at: number) =>
  Array.from({ length: 120 }, (_, word) => `word${(word * 7 + at) % 97}`).join(" ");

describe("what is read of an explanation without a click", () => {
  it.each([
    [
      "every tool gets a field of its own",
      (at: number) => tool(at, { [`field_${at}`]: { type: "string" } }, "A tool."),
    ],
    ["every tool is described in other, long words", (at: number) => tool(at, {}, long(at))],
    [
      "one tool gets many fields",
      (at: number) =>
        tool(
          at,
          at === 0 ? Object.fromEntries(Array.from({ length: 30 }, (_, key) => [`field_${key}`, {}])) : {},
          "A tool.",
        ),
    ],
    ["every tool is another one", (at: number) => ({ ...tool(at, {}, "A tool."), name: `other_${at}` })],
  ])("stays short where %s", (_what, edited) => {
    const before = Array.from({ length: 40 }, (_, at) => tool(at, {}, "A tool."));
    const after = Array.from({ length: 40 }, (_, at) => edited(at));
    expect(lengthOf("claims-tools", before, after).words).toBeLessThanOrEqual(400);
  });
});
