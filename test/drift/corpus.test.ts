import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { diffTools } from "../../src/core/drift/diff-tools.ts";
import type { Tool } from "../../src/core/tool/tool.ts";
import { toolList } from "../../src/core/tool/tool.ts";
import { shuffled } from "./shuffled.ts";

// Tool lists of published servers. They are other people's and not part of this repository: without them nothing is
// asked here.
const CORPUS = new URL("../../../shared/corpus/", import.meta.url);
const servers = existsSync(CORPUS)
  ? readdirSync(CORPUS, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []))
  : [];

function listsOf(server: string): (readonly Tool[])[] {
  const folder = new URL(`${server}/`, CORPUS);
  return readdirSync(folder).map((file) => {
    const { tools } = JSON.parse(readFileSync(new URL(file, folder), "utf8")) as { tools: unknown[] };
    return toolList(tools).tools;
  });
}

function* counting(): Generator<number> {
  for (let number = 1; ; number = (number * 48271) % 2147483647) yield number;
}

describe("tool lists of published servers", () => {
  test("none of them differs from itself in another order", () => {
    for (const list of servers.flatMap(listsOf)) {
      const drift = diffTools(list, shuffled(list, counting()) as Tool[]);
      expect([drift.changes, drift.changed, drift.warnings]).toEqual([[], [], []]);
    }
  });

  test("from one version to the next what is added one way is removed the other way", () => {
    for (const lists of servers.map(listsOf)) {
      const [before = [], after = []] = lists.slice(-2);
      const [there, back] = [diffTools(before, after), diffTools(after, before)];
      expect([back.added, back.removed]).toEqual([there.removed, there.added]);
      expect(there.changes.some(({ scope }) => scope === "widens")).toBe(there.scope === "widens");
    }
  }, 60_000);
});
