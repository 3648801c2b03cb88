import { isObject, own } from "../json/value.ts";
import type { Identity } from "./same.ts";

/**
 * Finds which item of the list before each item of the list after goes on with, if any; the answers ascend. Items of
 * lists where all have a name of their own go by name; others by being equal, and what is left between two such pairs
 * goes in pairs from the front, so that an item that changed is edited where it stands. O(n log n).
 */
export function align(
  before: readonly unknown[],
  after: readonly unknown[],
  same: Identity,
): (number | undefined)[] {
  const named = allNamed(before) && allNamed(after);
  const keyOf = (item: unknown): string | number => (named ? String(nameOf(item)) : same(item));
  const pairs = matches(before.map(keyOf), after.map(keyOf));
  return named ? pairs : pairLeftovers(before, after, pairs);
}

function nameOf(item: unknown): unknown {
  return isObject(item) ? own(item, "name") : undefined;
}

function allNamed(items: readonly unknown[]): boolean {
  const names = new Set(items.map(nameOf));
  return names.size === items.length && [...names].every((name) => typeof name === "string");
}

/** The longest ascending choice of equal keys. */
function matches(before: readonly unknown[], after: readonly unknown[]): (number | undefined)[] {
  const places = new Map<unknown, number[]>();
  for (const [i, key] of before.entries()) {
    const known = places.get(key);
    if (known === undefined) places.set(key, [i]);
    else known.push(i);
  }
  const used = new Map<unknown, number>();
  // The nth of several equal items goes with the nth.
  const wanted = after.map((key) => {
    const nth = used.get(key) ?? 0;
    used.set(key, nth + 1);
    return places.get(key)?.[nth];
  });
  const ascending = longestAscending(wanted);
  return wanted.map((place, j) => (ascending.has(j) ? place : undefined));
}

/** The indices of a longest ascending subsequence, by patience sorting. */
function longestAscending(values: readonly (number | undefined)[]): Set<number> {
  const tails: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [j, value] of values.entries()) {
    if (value === undefined) continue;
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[tails[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    previous[j] = tails[low - 1];
    tails[low] = j;
  }
  const chosen = new Set<number>();
  for (let j = tails.at(-1); j !== undefined; j = previous[j]) chosen.add(j);
  return chosen;
}

function pairLeftovers(
  before: readonly unknown[],
  after: readonly unknown[],
  pairs: readonly (number | undefined)[],
): (number | undefined)[] {
  const limits: number[] = [];
  for (let j = pairs.length - 1, limit = before.length; j >= 0; j--) {
    limit = pairs[j] ?? limit;
    limits[j] = limit;
  }
  const result = [...pairs];
  let next = 0;
  for (const [j, pair] of pairs.entries()) {
    if (pair === undefined && next < (limits[j] ?? 0) && kindOf(before[next]) === kindOf(after[j])) {
      result[j] = next;
    }
    next = (result[j] ?? next - 1) + 1;
  }
  return result;
}

function kindOf(value: unknown): "list" | "object" | "scalar" {
  if (Array.isArray(value)) return "list";
  return isObject(value) ? "object" : "scalar";
}
