import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { diffTools } from "../../src/core/drift/diff-tools.ts";
import type { Change, Drift, Grant } from "../../src/core/drift/drift.ts";
import type { Tool } from "../../src/core/tool/tool.ts";

interface Case {
  readonly expected?: Partial<Pick<Drift, "scope" | "changed" | "revokes" | "grants">>;
  readonly title: string;
  readonly before: readonly Tool[];
  readonly after: readonly Tool[];
  readonly changes: readonly Partial<Change>[];
  /** The grants that `diffTools` is told. */
  readonly given?: readonly Grant[];
}

const file = new URL("../fixtures/drift/tool-changes.json", import.meta.url);
const { cases } = JSON.parse(readFileSync(file, "utf8")) as { cases: Case[] };

describe("the drift between two lists of tools", () => {
  test.each(cases)("$title", ({ before, after, changes, given, expected = {} }) => {
    const drift = diffTools(before, after, { grants: given });
    expect(drift.changes.map(({ kind, pointer }) => [kind, pointer])).toEqual(
      changes.map(({ kind, pointer }) => [kind, pointer]),
    );
    for (const [index, change] of changes.entries()) expect(drift.changes[index]).toMatchObject(change);
    expect(drift).toMatchObject(expected);
  });
});
