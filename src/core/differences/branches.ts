import { measure } from "../json/size.ts";
import { sameJson } from "../json/equal.ts";
import { pairBranches } from "./pair.ts";
import { foundKeyword, malformed, pointerOf } from "./find.ts";
import { compareInside } from "./inside.ts";
import type { Edit, Pair, PushedPair, Walk } from "./state.ts";
import { isAnnotation } from "./vocabulary.ts";
import { holderOf, keyword, keywordsOf, stepInto, type Document, type Spot, type View } from "./view.ts";

type Union = "anyOf" | "oneOf";
const UNIONS: readonly Union[] = ["anyOf", "oneOf"];

/** Compares what a schema is composed of. */
export function compareBranches(walk: Walk, pair: Pair): void {
  compareList(walk, pair, "allOf", "allOf");
  const [from, to] = [onlyUnion(pair.before), onlyUnion(pair.after)];
  if (from !== undefined && to !== undefined && from !== to) {
    const edits: Edit[] = [{ at: holderOf(pair.before, from).at, rename: from, to }];
    const pointer = pointerOf(walk, pair, to);
    walk.found(pair, { kind: "composition-changed", pointer, before: from, after: to, edits });
    compareList(walk, pair, from, to);
  } else for (const key of UNIONS) compareList(walk, pair, key, key);
  compareInside(walk, pair, "not", ["negation-added", "negation-removed", "negation-changed"]);
  compareCondition(walk, pair);
  compareReference(walk, pair);
}

/** The one of `anyOf` and `oneOf` that a schema has, when it has not both. */
function onlyUnion(view: View): Union | undefined {
  const has = UNIONS.filter((key) => keyword(view, key) !== undefined);
  return has.length === 1 && Array.isArray(keyword(view, has[0] ?? "")) ? has[0] : undefined;
}

function branchesOf(document: Document, view: View, key: string): Spot[] | undefined {
  const list = keyword(view, key);
  const holder = holderOf(view, key);
  return Array.isArray(list) ? list.map((_, index) => stepInto(document, holder, key, index)) : undefined;
}

function compareList(walk: Walk, pair: Pair, from: string, to: string): void {
  if (from === to && malformed(walk, pair, from, Array.isArray)) return;
  const before = branchesOf(walk.before, pair.before, from);
  const after = branchesOf(walk.after, pair.after, to);
  if (before === undefined && after === undefined) return;
  if (before === undefined) return foundKeyword(walk, pair, "composition-added", to);
  if (after === undefined) return foundKeyword(walk, pair, "composition-removed", from);
  // To be paired they are read in full, in whatever they are nested.
  const sizes = [...before, ...after].map(({ node }) => measure(node).size);
  if (!walk.affords(sizes.reduce((sum, size) => sum + size, 0))) return;
  const found = pairBranches(
    { document: walk.before, spots: before },
    { document: walk.after, spots: after },
  );
  // Parts of an allOf have no identity of their own: what is left of them is paired as it comes.
  const inOrder = from === "allOf" ? Math.min(found.gone.length, found.come.length) : 0;
  const rest = found.gone.slice(0, inOrder).map((index, i) => [index, found.come[i] ?? 0] as const);
  for (const [i, j] of [...found.pairs, ...rest].toSorted((a, b) => a[0] - b[0])) {
    pushBranch(walk, pair, before[i], after[j]);
  }
  const at = `${holderOf(pair.before, from).at}/${from}`;
  for (const i of found.gone.slice(inOrder))
    foundGone(walk, pair, before[i], { at, key: i, value: undefined });
  for (const j of found.come.slice(inOrder)) {
    foundCome(walk, pair, after[j], { at, append: after[j]?.node });
  }
}

function pushBranch(walk: Walk, pair: Pair, before: Spot | undefined, after: Spot | undefined): void {
  if (before === undefined || after === undefined) return;
  walk.push({ before, after, ...samePlace(pair) });
}

/** What holds of a pair's branches as of the pair itself: they are at the same place. */
function samePlace({ path, union, closes, whole }: Pair): Omit<PushedPair, "before" | "after" | "wordless"> {
  return { path, ...(union && { union }), ...(closes && { closes }), ...(whole && { whole }) };
}

function foundGone(walk: Walk, pair: Pair, branch: Spot | undefined, edit: Edit): void {
  if (branch === undefined) return;
  walk.found(pair, { kind: "branch-removed", pointer: branch.pointer, before: branch.node, edits: [edit] });
}

function foundCome(walk: Walk, pair: Pair, branch: Spot | undefined, edit: Edit): void {
  if (branch === undefined) return;
  walk.found(pair, { kind: "branch-added", pointer: branch.pointer, after: branch.node, edits: [edit] });
}

/**
 * Compares a schema with a union that has it as one branch: `string` became `string or null`. True when the pair is of
 * that form, which leaves nothing else to compare but words.
 */
export function compareWrapped(walk: Walk, pair: Pair): boolean {
  const [from, to] = [pureUnion(pair.before), pureUnion(pair.after)];
  if ((from === undefined) === (to === undefined)) return false;
  const plain = from === undefined ? pair.before : pair.after;
  if (!isPlain(plain)) return false;
  const before = from === undefined ? [pair.before.spot] : branchesOf(walk.before, pair.before, from);
  const after = to === undefined ? [pair.after.spot] : branchesOf(walk.after, pair.after, to);
  const branches = [
    { document: walk.before, spots: before ?? [] },
    { document: walk.after, spots: after ?? [] },
  ] as const;
  const { pairs, gone, come } = pairBranches(...branches);
  const [match] = pairs;
  if (match === undefined) return false;
  const [one, other] = [before?.[match[0]], after?.[match[1]]];
  if (one === undefined || other === undefined) return false;
  walk.push({ before: one, after: other, wordless: true, ...samePlace(pair) });
  const { at } = holderOf(pair.before, from ?? "type");
  for (const i of gone) foundGone(walk, pair, before?.[i], { at: `${at}/${from}`, key: i, value: undefined });
  for (const j of come) {
    foundCome(walk, pair, after?.[j], { at, union: to ?? "anyOf", branch: after?.[j]?.node });
  }
  return true;
}

/** The union that a schema is, when nothing beside it restricts values. */
function pureUnion(view: View): Union | undefined {
  const restricting = [...keywordsOf(view)].filter((key) => !isAnnotation(key) && !STANDING_FOR.has(key));
  return restricting.length === 1 ? onlyUnion(view) : undefined;
}

const STANDING_FOR: ReadonlySet<string> = new Set(["$defs", "definitions", "$schema"]);

/** True for a schema that restricts values and is no composition. */
function isPlain(view: View): boolean {
  const keys = [...keywordsOf(view)].filter((key) => !isAnnotation(key) && !STANDING_FOR.has(key));
  return keys.length > 0 && !keys.some((key) => key === "allOf" || key === "anyOf" || key === "oneOf");
}

const THEN_ELSE = ["then", "else"] as const;

function compareCondition(walk: Walk, pair: Pair): void {
  const [before, after] = [keyword(pair.before, "if"), keyword(pair.after, "if")];
  // Without an `if`, `then` and `else` say nothing.
  if (before === undefined && after === undefined) return;
  if (before === undefined || after === undefined) {
    const kind = before === undefined ? "condition-added" : "condition-removed";
    const { at } = holderOf(pair.before, "if");
    const edits = ["if", ...THEN_ELSE].map((key) => ({ at, key, value: keyword(pair.after, key) }));
    const parts = (view: View) =>
      Object.fromEntries(["if", ...THEN_ELSE].map((key) => [key, keyword(view, key)]));
    const [old, now] = [before && parts(pair.before), after && parts(pair.after)];
    walk.found(pair, { kind, pointer: pointerOf(walk, pair, "if"), before: old, after: now, edits });
    return;
  }
  compareInside(walk, pair, "if", ["condition-added", "condition-removed", "condition-changed"]);
  for (const key of THEN_ELSE) {
    const [old, now] = [keyword(pair.before, key), keyword(pair.after, key)];
    if (old !== undefined && now !== undefined) {
      const from = stepInto(walk.before, holderOf(pair.before, key), key);
      pushBranch(walk, pair, from, stepInto(walk.after, holderOf(pair.after, key), key));
    } else if (!sameJson(old, now)) foundKeyword(walk, pair, "condition-changed", key);
  }
}

/** Compares references that stand beside other keywords, or can't be followed; the others were followed before. */
function compareReference(walk: Walk, pair: Pair): void {
  const [before, after] = [keyword(pair.before, "$ref"), keyword(pair.after, "$ref")];
  const from = typeof before === "string" ? walk.before.resolve(before) : undefined;
  const to = typeof after === "string" ? walk.after.resolve(after) : undefined;
  if (from !== undefined && to !== undefined) pushBranch(walk, pair, from, to);
  else if (!sameJson(before, after)) foundKeyword(walk, pair, "reference-changed", "$ref");
}
