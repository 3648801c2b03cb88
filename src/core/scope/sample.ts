import { put } from "../json/value.ts";
import { spend, type Budget } from "../json/bounds.ts";
import { sizes, type Goal } from "./find.ts";
import { typesOn, type Node } from "./formula.ts";
import type { Store } from "./store.ts";
import { ANYTHING, ARRAY, OBJECT, STRING, TYPES, NUMBER, typeOf } from "./types.ts";

/** Makes values that are likely to meet some goals, a different one each time. */
export interface Sampler {
  readonly sample: (goals: readonly Goal[]) => unknown;
}

const MAX_DEPTH = 6;
const MAX_ATOMS = 400;

/** A small seeded generator of numbers from 0 to below 1 (mulberry32): the same seed, the same samples. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * A sampler that knows the values, bounds and names of a store. It takes choices at random and does not look for
 * contradictions, so it shares no reasoning with the prover that it is held against.
 */
export function createSampler(store: Store, random: () => number, budget: Budget): Sampler {
  const pool = poolOf(store);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const often = (share: number) => random() < share;

  const sample = (goals: readonly Goal[], depth = 0): unknown => {
    if (depth > MAX_DEPTH) return pick(pool.scalars);
    const atoms: Goal[] = [];
    for (const goal of goals) collect(goal, atoms, 0);
    spend(budget, 5 + 2 * atoms.length);
    const listed = atoms.filter(({ node, not }) => node.kind === "enum" && !not);
    const list = listed.length > 0 ? pick(listed).node : undefined;
    if (list?.kind === "enum" && often(0.95)) return pick([...list.values.values()]);
    const type = pickType(atoms);
    if (type === NUMBER) return pickNumber(atoms);
    if (type === STRING) return pickString(atoms);
    if (type === ARRAY) return pickArray(atoms, depth);
    if (type === OBJECT) return pickObject(atoms, depth);
    return pick(pool.scalars.filter((value) => typeOf(value) === type));
  };

  const collect = ({ node, not }: Goal, atoms: Goal[], depth: number): void => {
    if (atoms.length > MAX_ATOMS || depth > 40) return;
    if (node.kind === "not") return collect({ node: node.part, not: !not }, atoms, depth + 1);
    if (node.kind === "ref") return node.target && collect({ node: node.target, not }, atoms, depth + 1);
    if (node.kind !== "all" && node.kind !== "any" && node.kind !== "one")
      return void atoms.push({ node, not });
    if (node.parts.length === 0) return;
    if ((node.kind === "all") === not) return collect({ node: pick(node.parts), not }, atoms, depth + 1);
    for (const part of node.parts) if (!not || often(0.9)) collect({ node: part, not }, atoms, depth + 1);
  };

  const pickType = (atoms: readonly Goal[]): number => {
    let mask = ANYTHING;
    let hinted = 0;
    for (const { node, not } of atoms) {
      if (node.kind === "type") mask &= not ? ~node.mask : node.mask;
      else if (typesOn(node) !== ANYTHING) hinted |= typesOn(node);
    }
    const wanted = (mask & hinted) !== 0 && often(0.9) ? mask & hinted : mask;
    const types = TYPES.filter((type) => (type & wanted) !== 0);
    return types.length > 0 ? pick(types) : pick(TYPES);
  };

  const pickNumber = (atoms: readonly Goal[]): number => {
    const near = atoms.flatMap(({ node }) => (node.kind === "bound" ? [node.value] : []));
    const steps = atoms.flatMap(({ node }) => (node.kind === "multiple" ? [node.of] : []));
    const base = near.length > 0 && often(0.8) ? pick(near) : pick(pool.numbers);
    if (steps.length > 0 && often(0.6)) {
      const step = pick(steps);
      return Math.round(base / step + pick([-1, 0, 1, 2])) * step + 0;
    }
    return base + pick([0, 0, 1, -1, 0.5, -0.5, 10]);
  };

  const pickString = (atoms: readonly Goal[]): string => {
    if (often(0.5)) return pick(pool.strings);
    const { min, max } = sizes(atoms);
    const ends = atoms.flatMap(({ node }) => (node.kind === "size" ? [node.value] : []));
    const size = ends.length > 0 && often(0.5) ? pick(ends) + pick([-1, 0, 1]) : pick([min, min + 1, max]);
    return pick(["a", "x", "0", "A"]).repeat(Math.max(0, Math.min(size, 2000)));
  };

  const pickArray = (atoms: readonly Goal[], depth: number): unknown[] => {
    const { min } = sizes(atoms);
    const ends = atoms.flatMap(({ node }) =>
      node.kind === "size" ? [node.value] : node.kind === "items" ? [node.from + 1] : [],
    );
    const wanted = ends.length > 0 && often(0.6) ? pick(ends) + pick([-1, 0, 1]) : pick([min, min + 1, 1, 2]);
    const size = Math.max(0, Math.min(wanted, depth > 2 ? 3 : 40));
    const copy = often(0.2);
    const items: unknown[] = [];
    for (let at = 0; at < size; at++) {
      const goals = atoms.flatMap(({ node, not }) => {
        if (node.kind === "count") return often(0.5) ? [{ node: node.value, not }] : [];
        if (node.kind !== "items" || (node.only ? node.from !== at : node.from > at)) return [];
        return !not || often(0.5) ? [{ node: node.value, not }] : [];
      });
      items.push(copy && at > 0 ? items[0] : sample(goals, depth + 1));
    }
    return items;
  };

  const pickObject = (atoms: readonly Goal[], depth: number): Record<string, unknown> => {
    const share = pick([0, 0.2, 0.5, 1]);
    const names = new Set<string>();
    for (const { node, not } of atoms) {
      if (node.kind === "has") {
        if (not ? often(0.02) : often(0.97)) names.add(node.name);
      } else if (node.kind === "names") {
        if ("only" in node.set) {
          if (not ? often(0.9) : often(share)) names.add(node.set.only);
        } else if (often(not ? 0.8 : 0.2)) names.add(pick(pool.names));
      }
    }
    const object: Record<string, unknown> = {};
    for (const name of names) {
      const goals = atoms.flatMap(({ node, not }) => {
        if (node.kind !== "names") return [];
        const inside = "only" in node.set ? node.set.only === name : !node.set.except.has(name);
        return inside && (!not || "only" in node.set || often(0.5)) ? [{ node: node.value, not }] : [];
      });
      put(object, name, sample(goals, depth + 1));
    }
    return object;
  };

  return { sample };
}

/** What occurs in the schemas, with what occurs in arguments everywhere. */
interface Pool {
  readonly scalars: readonly unknown[];
  readonly numbers: readonly number[];
  readonly strings: readonly string[];
  readonly names: readonly string[];
}

const MAX_POOL = 2000;

function poolOf(store: Store): Pool {
  const scalars: unknown[] = [null, true, false];
  const numbers = [0, 1, -1, 0.5, 1.5, 2, 3, 7, 10, 100, -5, 1e6, 2 ** 31, 1e20];
  const strings = [
    "",
    "a",
    "A",
    "1",
    "ab",
    "abc",
    "a b",
    "x-a",
    "/a",
    "a@b.co",
    "https://a.co/",
    "2024-01-01",
  ];
  const names = ["x", "y", "x-a", "0", "extra", "constructor"];
  for (const node of store.nodes.slice(0, MAX_POOL)) poolNode(node, scalars, numbers, strings, names);
  return { scalars: [...scalars, ...numbers.slice(0, 12), ...strings.slice(0, 12)], numbers, strings, names };
}

function poolNode(
  node: Node,
  scalars: unknown[],
  numbers: number[],
  strings: string[],
  names: string[],
): void {
  if (node.kind === "bound") numbers.push(node.value);
  else if (node.kind === "has") names.push(node.name);
  else if (node.kind === "names" && "only" in node.set) names.push(node.set.only);
  else if (node.kind === "enum") {
    for (const value of [...node.values.values()].slice(0, 50)) {
      scalars.push(value);
      if (typeof value === "number") numbers.push(value);
      if (typeof value === "string") strings.push(value);
    }
  }
}
