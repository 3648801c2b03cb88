import { describe, expect, test } from "vitest";
import { diffTools } from "../../src/core/drift/diff-tools.ts";
import type { Tool } from "../../src/core/tool/tool.ts";
import { shuffled } from "../drift/shuffled.ts";
import { everyList, listPairs } from "./lists.ts";

function* counting(): Generator<number> {
  for (let number = 1; ; number = (number * 48271) % 2147483647) yield number;
}

const lists = [...everyList()].flatMap(([server, versions]) =>
  versions.map((list) => [server, list] as const),
);

describe("tool lists of published servers", () => {
  test("none of them differs from itself in another order", () => {
    for (const [server, list] of lists) {
      const drift = diffTools(list, shuffled(list, counting()) as Tool[]);
      expect([server, drift.changes, drift.changed, drift.warnings]).toEqual([server, [], [], []]);
    }
  });

  test.each(listPairs())("$title: what is added one way is removed the other way", ({ before, after }) => {
    const [there, back] = [diffTools(before, after), diffTools(after, before)];
    expect([back.added, back.removed]).toEqual([there.removed, there.added]);
    expect(there.changes.some(({ scope }) => scope === "widens")).toBe(there.scope === "widens");
  });

  test("some pairs differ in order alone, and those show no drift", () => {
    const same = listPairs().filter(({ before, after }) => inOrder(before) === inOrder(after));
    console.log(`${same.length} of ${listPairs().length} pairs differ in order alone`);
    for (const { title, before, after } of same)
      expect([title, diffTools(before, after).changes]).toEqual([title, []]);
  });
});

const inOrder = (list: readonly Tool[]) => JSON.stringify(sortedKeys(list));

const SETS = new Set(["required", "enum", "type"]);

/** A list of tools with everything sorted whose order says nothing. */
function sortedKeys(value: unknown, key = "tools"): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => sortedKeys(item, ""));
    return key === "tools" || SETS.has(key)
      ? items.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
      : items;
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, sortedKeys(inner, name)] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
