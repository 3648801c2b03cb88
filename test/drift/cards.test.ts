import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { diffCards } from "../../src/core/drift/diff-cards.ts";
import type { Change, Drift, Grant } from "../../src/core/drift/drift.ts";
import type { Card } from "../../src/core/registry/card.ts";

interface Case {
  readonly expected?: Partial<Pick<Drift, "scope">>;
  readonly title: string;
  readonly before: Card;
  readonly after: Card;
  readonly changes: readonly Partial<Change>[];
}

const file = new URL("../fixtures/drift/card-changes.json", import.meta.url);
const { cases, grants } = JSON.parse(readFileSync(file, "utf8")) as { cases: Case[]; grants: Grant[] };

describe("what two versions of a card differ by", () => {
  test.each(cases)("$title", ({ before, after, changes, expected = {} }) => {
    const drift = diffCards(before, after, grants);
    expect(drift.changes.map(({ kind, pointer }) => [kind, pointer])).toEqual(
      changes.map(({ kind, pointer }) => [kind, pointer]),
    );
    for (const [index, change] of changes.entries()) expect(drift.changes[index]).toMatchObject(change);
    expect(drift).toMatchObject(expected);
  });
});
