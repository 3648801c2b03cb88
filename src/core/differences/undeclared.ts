import { sameJson } from "../json/equal.ts";
import { sorted } from "../json/order.ts";
import { isObject, own } from "../json/value.ts";
import type { SchemaChangeKind } from "./kinds.ts";
import {
  entryEdit,
  foundKeyword,
  kindOf,
  malformed,
  mapOf,
  pointerOf,
  pushUnder,
  removalEdit,
} from "./find.ts";
import { compareInside } from "./inside.ts";
import { fieldPath, valuePath } from "./path.ts";
import type { Edit, Pair, Walk } from "./state.ts";
import { holderOf, keyword, stepInto } from "./view.ts";
import { isAnnotation } from "./vocabulary.ts";
import { declaredAt } from "./union.ts";

/** Compares what objects say of fields that they don't declare by name, and what one field demands of others. */
export function compareUndeclared(walk: Walk, pair: Pair): void {
  compareRest(walk, pair);
  comparePatterns(walk, pair);
  compareDependencies(walk, pair);
  compareInside(walk, pair, "propertyNames", ["names-limited", "names-freed", "names-changed"]);
}

/**
 * How a field that is not declared fares, from less to more: it is refused; nothing is said, in a place that declares
 * fields (so the closed world refuses it, the open one does not); it must satisfy a schema; anything goes.
 */
type Rest = "refused" | "unsaid" | "limited" | "anything";
const RANK: Readonly<Record<Rest, number>> = { refused: 0, unsaid: 1, limited: 2, anything: 3 };

const KEYS = ["additionalProperties", "unevaluatedProperties"] as const;

function compareRest(walk: Walk, pair: Pair): void {
  const key = KEYS.find((name) =>
    [pair.before, pair.after].some((view) => keyword(view, name) !== undefined),
  );
  const before = restOf(walk, pair, "before", key);
  const after = restOf(walk, pair, "after", key);
  if (key === KEYS[0]) {
    const [old, now] = [keyword(pair.before, KEYS[1]), keyword(pair.after, KEYS[1])];
    if (!sameJson(old, now)) foundKeyword(walk, pair, "undeclared-changed", KEYS[1]);
  }
  if (before === "limited" && after === "limited" && key !== undefined) return pushRest(walk, pair, key);
  if (before === after) return;
  const kind = RANK[after] > RANK[before] ? "undeclared-opened" : "undeclared-closed";
  foundRest(walk, pair, kind, key ?? KEYS[0], after);
}

function foundRest(
  walk: Walk,
  pair: Pair,
  kind: "undeclared-opened" | "undeclared-closed",
  key: string,
  after: Rest,
): void {
  const [old, now] = [keyword(pair.before, key), keyword(pair.after, key)];
  // Where nothing is written out, what is declared decides: a place that declares a field refuses the others.
  const isImplied = now === undefined;
  const edits: Edit[] = [
    { at: holderOf(pair.before, key).at, key, value: isImplied && after === "anything" ? true : now },
  ];
  if (isImplied && after === "unsaid")
    edits.push({ at: holderOf(pair.before, "properties").at, map: "properties" });
  const gone =
    after === "unsaid" ? pointerOf(walk, pair, "properties") : holderOf(pair.before, "properties").pointer;
  const pointer = old === undefined && isImplied ? gone : pointerOf(walk, pair, key);
  walk.found(pair, { kind, pointer, before: old, after: now, edits });
}

/**
 * The edits that go with a place's first declared field: it would refuse all others, where the new schema says in words
 * that it does not, as the old one did by declaring none.
 */
export function keptOpen(walk: Walk, pair: Pair): Edit[] {
  const key = KEYS.find((name) => keyword(pair.after, name) !== undefined);
  if (key === undefined || keyword(pair.before, key) !== undefined) return [];
  const isOpen =
    restOf(walk, pair, "before", key) === "anything" && restOf(walk, pair, "after", key) === "anything";
  return isOpen ? [{ at: holderOf(pair.before, key).at, key, value: keyword(pair.after, key) }] : [];
}

function restOf(walk: Walk, pair: Pair, which: "before" | "after", key: string | undefined): Rest {
  const view = pair[which];
  const value = key === undefined ? undefined : keyword(view, key);
  if (value === false) return "refused";
  if (value === undefined) return closes(walk, pair, which) ? "unsaid" : "anything";
  return value === true || (isObject(value) && Object.keys(value).every(isAnnotation))
    ? "anything"
    : "limited";
}

function closes(walk: Walk, pair: Pair, which: "before" | "after"): boolean {
  if (pair.closes === true) return true;
  return (pair.union?.[which] ?? declaredAt(walk[which], pair[which])).closes;
}

function pushRest(walk: Walk, pair: Pair, key: string): void {
  const before = stepInto(walk.before, holderOf(pair.before, key), key);
  const after = stepInto(walk.after, holderOf(pair.after, key), key);
  walk.push({ before, after, path: valuePath(pair.path), ...(pair.whole && { whole: pair.whole }) });
}

function comparePatterns(walk: Walk, pair: Pair): void {
  const path = valuePath(pair.path);
  compareMap(walk, pair, "patternProperties", ["map-pattern-added", "map-pattern-removed"], () => path);
}

function compareDependencies(walk: Walk, pair: Pair): void {
  const path = (name: string) => fieldPath(pair.path, name);
  compareMap(walk, pair, "dependentSchemas", ["dependency-added", "dependency-removed"], path);
  if (malformed(walk, pair, "dependentRequired", isObject)) return;
  const [before, after] = [mapOf(pair.before, "dependentRequired"), mapOf(pair.after, "dependentRequired")];
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [own(before, name), own(after, name)];
    if (sameNames(old, now)) continue;
    const kind = kindOf(old, now, ["dependency-added", "dependency-removed", "dependency-changed"]);
    foundEntry(walk, pair, kind, "dependentRequired", name, path(name), [old, now]);
  }
}

/** A list of names is a set; none and an empty one are the same. */
function sameNames(before: unknown, after: unknown): boolean {
  const [old, now] = [before ?? [], after ?? []].map((list) =>
    Array.isArray(list) ? new Set(list) : undefined,
  );
  if (old === undefined || now === undefined) return sameJson(before, after);
  return old.size === now.size && [...old].every((name) => now.has(name));
}

function compareMap(
  walk: Walk,
  pair: Pair,
  key: string,
  [added, removed]: readonly [SchemaChangeKind, SchemaChangeKind],
  pathOf: (name: string) => string,
): void {
  if (malformed(walk, pair, key, isObject)) return;
  const before = mapOf(pair.before, key);
  const after = mapOf(pair.after, key);
  const opening = key === "patternProperties" ? keptOpen(walk, pair) : [];
  for (const name of sorted(new Set([...Object.keys(before), ...Object.keys(after)]))) {
    const [has, had] = [Object.hasOwn(after, name), Object.hasOwn(before, name)];
    const values = [own(before, name), own(after, name)] as const;
    if (has && had) pushUnder(walk, pair, pathOf(name), key, name);
    else foundEntry(walk, pair, has ? added : removed, key, name, pathOf(name), values, opening);
  }
}

function foundEntry(
  walk: Walk,
  pair: Pair,
  kind: SchemaChangeKind,
  key: string,
  name: string,
  path: string,
  [before, after]: readonly [unknown, unknown],
  opening: readonly Edit[] = [],
): void {
  const edit =
    after === undefined ? removalEdit(pair.before, key, name) : entryEdit(pair.before, key, name, after);
  const edits = before === undefined ? [edit, ...opening] : [edit];
  walk.found(pair, { kind, pointer: pointerOf(walk, pair, key, name), path, before, after, edits });
}
