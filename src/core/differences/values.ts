import { canonicalJson } from "../json/canonical.ts";
import { sameJson } from "../json/equal.ts";
import type { SchemaChangeKind } from "./kinds.ts";
import { foundKeyword, kindOf, pointerOf, type ThreeKinds } from "./find.ts";
import type { Edit, Pair, Walk } from "./state.ts";
import { holderOf, keyword, type View } from "./view.ts";

/** Compares what a single value may be: its type, its list of values, its step, pattern and format. */
export function compareValues(walk: Walk, pair: Pair): void {
  compareTypes(walk, pair);
  compareLists(walk, pair);
  for (const [key, kinds] of TAKEN_WHOLE) {
    const before = meaning(pair.before, key);
    const after = meaning(pair.after, key);
    if (!sameJson(before, after)) foundKeyword(walk, pair, kindOf(before, after, kinds), key);
  }
}

const TAKEN_WHOLE: ReadonlyMap<string, ThreeKinds> = new Map([
  ["multipleOf", ["step-added", "step-removed", "step-changed"]],
  ["pattern", ["pattern-added", "pattern-removed", "pattern-changed"]],
  ["format", ["format-added", "format-removed", "format-changed"]],
  ["uniqueItems", ["unique-added", "unique-removed", "keyword-changed"]],
]);

/** The value of a keyword; nothing where it is written out and says nothing. */
function meaning(view: View, key: string): unknown {
  const value = keyword(view, key);
  return key === "uniqueItems" && value === false ? undefined : value;
}

function compareTypes(walk: Walk, pair: Pair): void {
  const before = typesOf(pair.before);
  const after = typesOf(pair.after);
  if (before === undefined && after === undefined) return;
  const kind = typeKind(before, after);
  if (kind !== undefined) foundKeyword(walk, pair, kind, "type");
}

type Types = ReadonlySet<unknown> | undefined;

function typeKind(before: Types, after: Types): SchemaChangeKind | undefined {
  if (before === undefined) return "type-limited";
  if (after === undefined) return "type-freed";
  const gone = [...before].some((type) => !after.has(type));
  const come = [...after].some((type) => !before.has(type));
  if (gone) return come ? "type-changed" : "type-removed";
  return come ? "type-added" : undefined;
}

/** The types that a schema names. A number may be an integer, so `number` stands for both. */
function typesOf(view: View): Types {
  const type = keyword(view, "type");
  if (type === undefined) return undefined;
  const types = new Set<unknown>(Array.isArray(type) ? type : [type]);
  if (types.has("number")) types.add("integer");
  return types;
}

function compareLists(walk: Walk, pair: Pair): void {
  const before = listOf(pair.before);
  const after = listOf(pair.after);
  if (before === "odd" || after === "odd") {
    for (const key of ["enum", "const"]) {
      const same = sameJson(keyword(pair.before, key), keyword(pair.after, key));
      if (!same) foundKeyword(walk, pair, "keyword-changed", key);
    }
    return;
  }
  if (before === undefined && after === undefined) return;
  const pointer = pointerOf(walk, pair, listKey(after === undefined ? pair.before : pair.after));
  const { at } = holderOf(pair.before, listKey(pair.before));
  const note = (kind: SchemaChangeKind, edits: readonly Edit[]) =>
    walk.found(pair, { kind, pointer, before, after, edits });
  if (before === undefined) return note("values-limited", [{ at, key: "enum", value: after }]);
  if (after === undefined) {
    return note("values-freed", [
      { at, key: "const", value: undefined },
      { at, key: "enum", value: undefined },
    ]);
  }
  const come = withoutValues(after, before);
  const gone = withoutValues(before, after);
  if (come.length > 0) note("values-added", [{ at, addValues: come }]);
  if (gone.length > 0) note("values-removed", [{ at, dropValues: gone }]);
}

/** The values of a list that another one has not. */
export function withoutValues(values: readonly unknown[], others: readonly unknown[]): unknown[] {
  const texts = new Set(others.map(canonicalJson));
  return values.filter((value) => !texts.has(canonicalJson(value)));
}

/** The list of permitted values: `const` is a list of one. "odd" for what is neither a list nor plain to see. */
function listOf(view: View): readonly unknown[] | "odd" | undefined {
  const only = keyword(view, "const");
  const list = keyword(view, "enum");
  if (only !== undefined) return list === undefined ? [only] : "odd";
  return list === undefined || Array.isArray(list) ? list : "odd";
}

function listKey(view: View): "const" | "enum" {
  return keyword(view, "const") === undefined ? "enum" : "const";
}
