import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { SchemaChange, Side } from "../../src/core/differences/change.ts";
import { compareSchemas } from "../../src/core/compare/compare.ts";

interface Case {
  readonly title: string;
  readonly side?: Side;
  readonly dialect?: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly changes: readonly Partial<SchemaChange>[];
}

const file = new URL("../fixtures/drift/schema-changes.json", import.meta.url);
const { cases } = JSON.parse(readFileSync(file, "utf8")) as { cases: Case[] };

describe("what two schemas differ by, each difference with its own effect", () => {
  test.each(cases)("$title", ({ before, after, changes, side, dialect }) => {
    const found = compareSchemas(before, after, { side, dialect }).changes;
    expect(found.map(({ kind, pointer, path }) => [kind, pointer, path])).toEqual(
      changes.map(({ kind, pointer, path }) => [kind, pointer, path]),
    );
    for (const [index, change] of changes.entries()) expect(found[index]).toMatchObject(change);
  });
});
