import { describe, expect, it } from "vitest";
import { diffTools } from "../../src/core/drift/diff-tools.ts";
import { toolList } from "../../src/core/tool/tool.ts";

/** A tool whose input declares this many fields. */
function wide(name: string, fields: number, more: object = {}) {
  const properties = Object.fromEntries(Array.from({ length: fields }, (_, at) => [`f${at}`, {}]));
  return { name, inputSchema: { type: "object", properties, ...more } };
}

describe("a drift of schemas that are larger than anybody can review", () => {
  it("names every field up to some size, and says that nothing is known beyond", () => {
    const fields = (count: number) =>
      diffTools([wide("a", 0)], [wide("a", count)]).changed[0]?.input.added.length;
    expect(fields(50_000)).toBe(50_000);
    const drift = diffTools([wide("a", 0)], [wide("a", 70_000)]);
    expect(drift).toMatchObject({
      scope: "unknown",
      changed: [{ tool: "a", input: { added: [], removed: [] } }],
      changes: [{ kind: "schema-replaced", pointer: "/inputSchema", scope: "unknown", breaks: true }],
    });
  });

  it("gives room by name, whatever the order of the lists; small schemas need none", () => {
    const before = ["a", "b", "c"].map((name) => wide(name, 1));
    const after = [wide("a", 40_000), wide("b", 40_000), wide("c", 2)];
    const drift = diffTools(before, after);
    expect(diffTools(before.toReversed(), after.toReversed())).toEqual(drift);
    expect(drift.changed.map(({ input }) => input.added.length)).toEqual([39_999, 0, 1]);
  });

  it("is none where only the order differs", () => {
    const names = Array.from({ length: 70_000 }, (_, at) => `f${at}`);
    const lists = [names, names.toReversed()].map((required) => [wide("a", 1, { required })]);
    expect(diffTools(lists[0] ?? [], lists[1] ?? []).changes).toEqual([]);
  });

  it("has no tool that is larger than a card", () => {
    expect(toolList([wide("a", 1), { ...wide("b", 1), description: "x".repeat(1_048_577) }])).toMatchObject({
      tools: [{ name: "a" }],
      malformed: [{ name: "b", why: "too-large" }],
    });
  });
});
