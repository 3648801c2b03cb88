import { afterAll, describe, expect, test } from "vitest";
import { sameJson } from "../../src/core/json/equal.ts";
import { normalSchema } from "../../src/core/tool/normal.ts";
import { compareSchemas } from "../../src/core/compare/compare.ts";
import type { Side } from "../../src/core/differences/change.ts";
import { closeWorld, dialectOf } from "../fixtures/closed-world.mjs";
import { acceptsAs } from "./accepts.ts";
import { listPairs } from "./lists.ts";

interface SchemaPair {
  readonly title: string;
  readonly side: Side;
  readonly before: unknown;
  readonly after: unknown;
}

/** The schemas of every tool that both versions have, on both sides, in both directions. */
const pairs = listPairs().flatMap(({ title, before, after }) =>
  before.flatMap((old): SchemaPair[] => {
    const now = after.find(({ name }) => name === old.name);
    if (now === undefined) return [];
    const sides = { input: [old.inputSchema, now.inputSchema], output: [old.outputSchema, now.outputSchema] };
    return Object.entries(sides).flatMap(([side, [a, b]]) => [
      { title: `${title}, ${side} of ${old.name}`, side: side as Side, before: a, after: b },
      { title: `${title} back, ${side} of ${old.name}`, side: side as Side, before: b, after: a },
    ]);
  }),
);
const changed = pairs.filter(({ before, after }) => !sameJson(normalSchema(before), normalSchema(after)));

describe("the schemas of published servers", () => {
  const verdicts = new Map<string, number>();
  let witnesses = 0;
  afterAll(() => {
    const counts = [...verdicts].map(([verdict, times]) => `${verdict} ${times}`).join(", ");
    console.log(`${pairs.length} pairs, ${changed.length} changed: ${counts}; ${witnesses} witnesses`);
  });

  test("each pair gets a verdict, nearly never unknown, and each witness is borne out", () => {
    for (const { title, side, before, after } of changed) {
      const { verdict, witness } = compareSchemas(before, after, { side });
      verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
      if (witness === undefined) continue;
      witnesses++;
      if (side === "output") continue;
      const worlds = [
        [closeWorld(before), closeWorld(after), "2020-12"],
        [before, after, undefined],
      ] as const;
      const borne = worlds.some(
        ([old, now, dialect]) =>
          acceptsAs(now, dialect ?? dialectOf(now), witness) &&
          !acceptsAs(old, dialect ?? dialectOf(old), witness),
      );
      expect([title, witness, borne]).toEqual([title, witness, true]);
    }
    expect((verdicts.get("unknown") ?? 0) / changed.length).toBeLessThanOrEqual(0.01);
  });

  test("what did not change is the same", () => {
    for (const { title, side, before, after } of pairs.filter((pair) => !changed.includes(pair)))
      expect([title, compareSchemas(before, after, { side })]).toEqual([
        title,
        { verdict: "same", changes: [] },
      ]);
  });
});
