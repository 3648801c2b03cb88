import { candidate, MAYBE, NO, sizes, type Atoms, type Found, type Goal, type Search } from "./find.ts";
import type { Node } from "./formula.ts";
import type { Store } from "./store.ts";

/** What every array that meets the atoms consists of, and what must be somewhere in it. */
interface Layout {
  /** The goals of the positions 0 to n-1, then those that every later item has. */
  readonly positions: Goal[][];
  /** Items that must be somewhere from a position on. */
  readonly demands: readonly { readonly from: number; readonly goal: Goal }[];
  readonly fewer: readonly Node[];
  min: number;
  max: number;
}

const MAX_POSITIONS = 2000;
const MAX_ITEMS = 300;
const MAX_COPIES = 20;

/** Looks for an array that meets atoms on arrays. */
export function findArray(atoms: Atoms, search: Search, store: Store): Found {
  const layout = layoutOf(atoms);
  if (layout === undefined) return MAYBE;
  const { positions } = layout;
  const rest = positions.length - 1;
  limitByCounts(atoms, layout, search);
  // An array ends before the first position that nothing can fill.
  for (let at = 0; at <= Math.min(rest, layout.max - 1); at++) {
    if (search.find(positions[at] ?? []).is === "no") layout.max = at;
  }
  if (layout.min > layout.max) return NO;
  const taken = new Map<number, Goal[]>();
  for (const { from, goal } of layout.demands) {
    const at = placeFor(layout, from, goal, taken, search);
    if (at === undefined) return NO;
    taken.set(at, [...(taken.get(at) ?? []), goal]);
  }
  return filled(atoms, layout, taken, search, store);
}

function layoutOf(atoms: Atoms): Layout | undefined {
  const rules = atoms.flatMap(({ node, not }) => (node.kind === "items" ? [{ ...node, not }] : []));
  const fixed = Math.max(0, ...rules.map((rule) => (rule.only ? rule.from + 1 : rule.from)));
  if (fixed > MAX_POSITIONS) return undefined;
  const positions: Goal[][] = Array.from({ length: fixed + 1 }, () => []);
  const demands: { from: number; goal: Goal }[] = [];
  let { min, max } = sizes(atoms);
  for (const { from, only, value, not } of rules) {
    const goal = { node: value, not };
    if (only) positions[from]?.push(goal);
    else if (not) demands.push({ from, goal });
    else for (let at = from; at <= fixed; at++) positions[at]?.push(goal);
    if (not) min = Math.max(min, from + 1);
  }
  const fewer: Node[] = [];
  for (const { node, not } of atoms) {
    if (node.kind === "unique" && not) min = Math.max(min, 2);
    if (node.kind !== "count") continue;
    if (not) fewer.push(node.value);
    else {
      min = Math.max(min, node.least);
      const goal = { node: node.value, not: false };
      const copies = Math.min(node.least, MAX_COPIES);
      for (let copy = 0; copy < copies; copy++) demands.push({ from: 0, goal });
    }
  }
  return { positions, demands, fewer, min, max };
}

/** Where every item counts, an upper count is an upper size; a lower and an upper count may contradict. */
function limitByCounts(atoms: Atoms, layout: Layout, search: Search): void {
  for (const { node, not } of atoms) {
    if (node.kind !== "count" || !not) continue;
    const contradicts = atoms.some(
      (other) =>
        other.node.kind === "count" &&
        !other.not &&
        other.node.value === node.value &&
        other.node.least >= node.least,
    );
    if (contradicts) layout.max = -1;
    const miss = { node: node.value, not: true };
    if (layout.positions.every((goals) => search.find([...goals, miss]).is === "no")) {
      layout.max = Math.min(layout.max, node.least - 1);
    }
  }
}

/** Where an item that is demanded can be: at a place of its own if there is one. Undefined when nowhere. */
function placeFor(
  { positions, max }: Layout,
  from: number,
  goal: Goal,
  taken: ReadonlyMap<number, readonly Goal[]>,
  search: Search,
): number | undefined {
  const rest = positions.length - 1;
  let shared: number | undefined;
  for (let at = from; at < Math.min(max, Math.max(rest, from) + taken.size + 1); at++) {
    const goals = positions[Math.min(at, rest)] ?? [];
    if (search.find([...goals, goal]).is === "no") continue;
    if (!taken.has(at)) return at;
    shared ??= at;
  }
  return shared;
}

function filled(
  atoms: Atoms,
  layout: Layout,
  taken: ReadonlyMap<number, readonly Goal[]>,
  search: Search,
  store: Store,
): Found {
  const size = Math.max(layout.min, ...[...taken.keys()].map((at) => at + 1));
  if (size > MAX_ITEMS) return MAYBE;
  const unique = atoms.some(({ node, not }) => node.kind === "unique" && !not);
  const uniform = layout.positions.length === 1 && taken.size === 0;
  const items: unknown[] = [];
  for (let at = 0; at < size; at++) {
    const goals = [...(layout.positions[Math.min(at, layout.positions.length - 1)] ?? [])];
    goals.push(...(taken.get(at) ?? []));
    const different = unique && items.length > 0 ? [{ node: store.enum(items), not: true }] : [];
    const others = taken.has(at) ? [] : layout.fewer.map((node) => ({ node, not: true }));
    let found = search.find([...goals, ...different, ...others]);
    if (found.is === "no" && others.length > 0) found = search.find([...goals, ...different]);
    // All items come from one set, and the set is used up.
    if (found.is === "no") return uniform && different.length > 0 ? NO : MAYBE;
    if (!("value" in found)) return MAYBE;
    items.push(found.value);
  }
  return candidate(items);
}
