import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { CompleteReading, Reading } from "../../src/core/reading/reading.ts";
import { listDifferences, sameLists } from "../../src/core/reading/same.ts";
import { needsSecondReading, settle } from "../../src/core/reading/settle.ts";

const base = {
  server: "claims",
  address: { type: "streamable-http", url: "https://claims.example.com/mcp" },
  readAs: { capabilities: [] },
  time: "2026-11-30T09:00:00.000Z",
} as const;
const tool = (name: string, more: object = {}) => ({ name, inputSchema: { type: "object" }, ...more });
const list = (...tools: unknown[]): CompleteReading => ({
  ...base,
  outcome: "complete",
  tools,
  notes: [],
  confirmed: false,
});
const failed: Reading = { ...base, outcome: "failed", reason: "timeout", detail: "" };
const none: Reading = { ...base, outcome: "not-advertised" };
const CARD = [tool("a"), tool("b")];

describe("a second reading", () => {
  it.each([
    ["a tool of the card is lacking", list(tool("a")), true],
    ["nothing is listed", list(), true],
    ["all are there, and more", list(tool("b"), tool("a"), tool("c")), false],
    ["one is malformed, which is not gone", list(tool("a"), { name: "b" }), false],
    ["one is named twice", list(tool("a"), tool("b"), tool("b")), false],
    ["one has changed", list(tool("a"), tool("b", { description: "new" })), false],
    ["it was made already", { ...list(), confirmed: true }, false],
    ["the first failed", failed, false],
    ["there is no tools feature", none, false],
  ])("is needed where %s: %#", (_where, first, needed) => {
    expect(needsSecondReading(first, CARD)).toBe(needed);
  });

  it.each([
    ["fails, and stands", failed, failed],
    ["says there is no tools feature", none, { outcome: "failed", reason: "unstable" }],
    [
      "equals the card in another order",
      list(tool("b"), tool("a")),
      { confirmed: false, notes: ["second-reading-clean"] },
    ],
    ["equals the first", list(tool("a")), { confirmed: true, notes: [] }],
    ["lacks another tool", list(tool("b")), { outcome: "failed", reason: "unstable" }],
    [
      "lacks the same tool, but another has changed",
      list(tool("a", { title: "A" })),
      { reason: "unstable", detail: "1 differ: a (differs)" },
    ],
    [
      "lists what has no name",
      list(tool("a"), null),
      { reason: "unstable", detail: "1 differ: an item without a name (only-second)" },
    ],
  ])("that %s decides", (_what, second, believed) => {
    expect(settle(list(tool("a")), second, CARD)).toMatchObject(believed);
  });

  it("keeps the notes of both and the later time", () => {
    const first = { ...list(), notes: ["list-changed"], time: "2026-11-30T08:00:00.000Z" } as const;
    const second = { ...list(), notes: ["not-conformant"] } as const;
    expect(settle(first, second, CARD)).toEqual({
      ...second,
      notes: ["not-conformant", "list-changed"],
      confirmed: true,
    });
  });

  it("names no more of an unstable list than fits a line", () => {
    const many = Array.from({ length: 500 }, (_, at) => tool(`${"x".repeat(200)}${at}\n`));
    const unstable = settle(list(tool("a")), list(...many), CARD);
    expect(unstable.outcome === "failed" && unstable.detail.length).toBeLessThanOrEqual(300);
    expect(JSON.stringify(unstable)).not.toContain("\\n");
  });
});

describe("two lists", () => {
  it.each([
    [
      "in another order of tools, keys, required, enum and type",
      [tool("a", { inputSchema: { type: ["object", "null"], required: ["x", "y"] } }), tool("b")],
      [tool("b"), { inputSchema: { required: ["y", "x"], type: ["null", "object"] }, name: "a" }],
      true,
    ],
    ["with the same malformed items", [{ name: "a" }, null], [null, { name: "a" }], true],
    ["with one malformed item more", [null], [null, null], false],
    [
      "malformed for another reason",
      [{ name: "a" }],
      [{ name: "a", inputSchema: {}, outputSchema: 1 }],
      false,
    ],
    ["with a tool that became malformed", [tool("a")], [{ name: "a" }], false],
    [
      "with other data under default",
      [tool("a", { inputSchema: { default: [1, 2] } })],
      [tool("a", { inputSchema: { default: [2, 1] } })],
      false,
    ],
    ["with names that only look alike", [tool("é")], [tool("e\u0301")], false],
    [
      "with a name like one of Object.prototype",
      [tool("constructor"), tool("__proto__")],
      [tool("__proto__"), tool("constructor")],
      true,
    ],
  ])("%s are the same: %#", (_how, one, other, same) => {
    expect(sameLists(one, other)).toBe(same);
    expect(sameLists(other, one)).toBe(same);
  });

  it("are the same as themselves in any order", () => {
    const item = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.record({ name: fc.constantFrom("a", "b", "c"), inputSchema: fc.object({ maxDepth: 2 }) }),
    );
    fc.assert(
      fc.property(fc.array(item, { maxLength: 6 }), (items) => {
        expect(listDifferences(items, items.toReversed())).toEqual([]);
      }),
      { seed: 3, numRuns: 300 },
    );
  });
});
