import { sameJson } from "../json/equal.ts";
import { isObject } from "../json/value.ts";
import type { SchemaChangeKind } from "./kinds.ts";
import type { Edit, Pair, Walk } from "./state.ts";
import { holderOf, keyword, stepInto, type View } from "./view.ts";

/** The pointer to what is under some keys: in the schema after, or in the one before when it is gone. */
export function pointerOf(walk: Walk, pair: Pair, key: string, ...rest: (string | number)[]): string {
  const to = stepInto(walk.after, holderOf(pair.after, key), key, ...rest);
  if (to.node !== undefined) return to.pointer;
  return stepInto(walk.before, holderOf(pair.before, key), key, ...rest).pointer;
}

/** Notes that a keyword differs as a whole. */
export function foundKeyword(walk: Walk, pair: Pair, kind: SchemaChangeKind, key: string): void {
  const before = keyword(pair.before, key);
  const after = keyword(pair.after, key);
  const edits = [{ at: holderOf(pair.before, key).at, key, value: after }];
  walk.found(pair, { kind, pointer: pointerOf(walk, pair, key), before, after, edits });
}

/** Which kind says that a value came, went, or is another one. */
export type ThreeKinds = readonly [
  added: SchemaChangeKind,
  removed: SchemaChangeKind,
  changed: SchemaChangeKind,
];

/** Picks of three kinds the one that fits. */
export function kindOf(
  before: unknown,
  after: unknown,
  [added, removed, changed]: ThreeKinds,
): SchemaChangeKind {
  if (before === undefined) return added;
  return after === undefined ? removed : changed;
}

/** The entries of a keyword that maps names to something; none where it is missing or malformed. */
export function mapOf(view: View, key: string): Readonly<Record<string, unknown>> {
  const map = keyword(view, key);
  return isObject(map) ? map : {};
}

/** True when a keyword is there and is not what its name promises; then it is compared as a whole. */
export function malformed(walk: Walk, pair: Pair, key: string, right: (value: unknown) => boolean): boolean {
  const values = [keyword(pair.before, key), keyword(pair.after, key)];
  if (values.every((value) => value === undefined || right(value))) return false;
  if (!sameJson(values[0], values[1])) foundKeyword(walk, pair, "keyword-changed", key);
  return true;
}

/** Puts what both schemas have under a keyword's name on the list. */
export function pushUnder(walk: Walk, pair: Pair, path: string, key: string, name: string | number): void {
  const before = stepInto(walk.before, holderOf(pair.before, key), key, name);
  const after = stepInto(walk.after, holderOf(pair.after, key), key, name);
  walk.push({ before, after, path, ...(pair.whole && { whole: pair.whole }) });
}

/** The edit that puts a name into a keyword's map, and the map where there is none. */
export function entryEdit(view: View, key: string, name: string, value: unknown): Edit {
  return { at: holderOf(view, key).at, map: key, name, value };
}

/** The edit that takes a name out of a keyword's map. */
export function removalEdit(view: View, key: string, name: string): Edit {
  return { at: `${holderOf(view, key).at}/${key}`, key: name, value: undefined };
}
