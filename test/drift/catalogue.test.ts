import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CHANGES, type ChangeKind } from "../../src/core/drift/kinds.ts";

/** Kinds that only a reading gives; test/drift/readings.test.ts has them. */
const BY_READING: readonly ChangeKind[] = ["protocol-version-changed"];

function kindsIn(name: string): string[] {
  const file = new URL(`../fixtures/drift/${name}.json`, import.meta.url);
  const { cases } = JSON.parse(readFileSync(file, "utf8")) as { cases: { changes: { kind: string }[] }[] };
  return cases.flatMap(({ changes }) => changes.map(({ kind }) => kind));
}

test("every kind of change has a case in the tables, and the tables know no other kind", () => {
  const covered = ["schema-changes", "tool-changes", "card-changes"].flatMap(kindsIn);
  expect([...new Set([...covered, ...BY_READING])].toSorted()).toEqual(Object.keys(CHANGES).toSorted());
});

test.each(Object.entries(CHANGES))("%s is said in one sentence", (_, { doc }) => {
  expect(doc).toMatch(/^[A-Z].*[^.]\.$/);
  expect(doc.split(". ")).toHaveLength(1);
});
