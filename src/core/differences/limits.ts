import { sameJson } from "../json/equal.ts";
import type { SchemaChangeKind } from "./kinds.ts";
import { foundKeyword, kindOf, pointerOf } from "./find.ts";
import type { Pair, Walk } from "./state.ts";
import { holderOf, keyword, type View } from "./view.ts";

/** Compares the limits of numbers, lengths and counts. */
export function compareLimits(walk: Walk, pair: Pair): void {
  for (const bound of BOUNDS) compareBound(walk, pair, bound);
  for (const [key, said] of COUNTS) compareCount(walk, pair, key, said);
}

/** Limits that stand alone, each with the number that says nothing when it is written out. */
const COUNTS: ReadonlyMap<string, number | undefined> = new Map([
  ["minLength", 0],
  ["minItems", 0],
  ["minProperties", 0],
  ["minContains", 1],
  ["maxLength", undefined],
  ["maxItems", undefined],
  ["maxProperties", undefined],
  ["maxContains", undefined],
]);

function compareCount(walk: Walk, pair: Pair, key: string, saysNothing: number | undefined): void {
  const [before, after] = [pair.before, pair.after].map((view) => {
    // How many items `contains` must find says nothing where there is no `contains`.
    if (key.endsWith("Contains") && keyword(view, "contains") === undefined) return undefined;
    const value = keyword(view, key);
    return value === saysNothing ? undefined : value;
  });
  if (sameJson(before, after)) return;
  foundKeyword(walk, pair, limitKind(before, after), key);
}

function limitKind(before: unknown, after: unknown): SchemaChangeKind {
  const changed = typeof before === "number" && typeof after === "number" && after < before;
  return kindOf(before, after, ["limit-added", "limit-removed", changed ? "limit-lowered" : "limit-raised"]);
}

/** A number's limit on one side: an inclusive and an exclusive keyword, of which the stricter counts. */
interface Bound {
  readonly inclusive: string;
  readonly exclusive: string;
  readonly sign: 1 | -1;
}

const BOUNDS: readonly Bound[] = [
  { inclusive: "minimum", exclusive: "exclusiveMinimum", sign: 1 },
  { inclusive: "maximum", exclusive: "exclusiveMaximum", sign: -1 },
];

function compareBound(walk: Walk, pair: Pair, bound: Bound): void {
  const before = strictest(pair.before, bound);
  const after = strictest(pair.after, bound);
  if (before === undefined && after === undefined) return;
  if (before === "odd" || after === "odd") {
    for (const key of [bound.inclusive, bound.exclusive]) {
      const same = sameJson(keyword(pair.before, key), keyword(pair.after, key));
      if (!same) foundKeyword(walk, pair, "keyword-changed", key);
    }
    return;
  }
  if (before?.key === after?.key && before?.value === after?.value) return;
  const raised = stricter(before, after, bound) === (bound.sign === 1);
  const kind = kindOf(before, after, [
    "limit-added",
    "limit-removed",
    raised ? "limit-raised" : "limit-lowered",
  ]);
  const key = (after ?? before)?.key ?? bound.inclusive;
  const { at } = holderOf(pair.before, before?.key ?? bound.inclusive);
  const edits = [bound.inclusive, bound.exclusive].map((name) => ({
    at,
    key: name,
    value: name === after?.key ? after.value : undefined,
  }));
  const found = {
    kind,
    pointer: pointerOf(walk, pair, key),
    before: before?.value,
    after: after?.value,
    edits,
  };
  walk.found(pair, found);
}

interface Limit {
  readonly key: string;
  readonly value: number;
}

function strictest(view: View, { inclusive, exclusive, sign }: Bound): Limit | "odd" | undefined {
  const [soft, hard] = [keyword(view, inclusive), keyword(view, exclusive)];
  for (const value of [soft, hard]) if (value !== undefined && typeof value !== "number") return "odd";
  if (typeof hard === "number" && !(typeof soft === "number" && sign * soft > sign * hard)) {
    return { key: exclusive, value: hard };
  }
  return typeof soft === "number" ? { key: inclusive, value: soft } : undefined;
}

/** True when the limit after permits less than the one before. */
function stricter(before: Limit | undefined, after: Limit | undefined, { exclusive, sign }: Bound): boolean {
  if (before === undefined || after === undefined) return before === undefined;
  if (before.value === after.value) return after.key === exclusive;
  return sign * after.value > sign * before.value;
}
