import type { Drift } from "../drift/drift.ts";
import { isObject, own } from "../json/value.ts";
import { keyOf } from "./facts.ts";

// Beyond so many pairs nobody reads hints, and comparing them all would take long.
const MOST_PAIRS = 1_000;
const LEAST_LIKE = 0.5;

/**
 * New tools that may be a removed one under another name: half of the words of the two names are the same, or they ask for
 * the same. A hint for people and nothing else: no grant is carried over (DESIGN §4). None where another one fits as well.
 */
export function likelyRenames({ added, removed, changes }: Drift): Map<string, string> {
  const renames = new Map<string, string>();
  if (added.length * removed.length > MOST_PAIRS) return renames;
  const inputs = new Map<string, string>();
  for (const { kind, tool, before, after } of changes) {
    const form = kind === "tool-added" ? after : kind === "tool-removed" ? before : undefined;
    if (tool !== undefined && isObject(form)) inputs.set(tool, keyOf(own(form, "inputSchema") ?? true));
  }
  const pairs = added.flatMap((now) =>
    removed.map((old) => ({ now, old, like: likeness(now, old, inputs) })),
  );
  for (const { now, old, like } of pairs) {
    const rivals = pairs.filter((pair) => (pair.now === now) !== (pair.old === old) && pair.like >= like);
    if (like >= LEAST_LIKE && rivals.length === 0) renames.set(now, old);
  }
  return renames;
}

function likeness(now: string, old: string, inputs: ReadonlyMap<string, string>): number {
  const [a, b] = [wordsIn(now), wordsIn(old)];
  const both = [...a].filter((word) => b.has(word)).length;
  const names = both / Math.max(1, a.size + b.size - both);
  const input = inputs.get(now);
  const same = input !== undefined && input.length > MEANINGFUL && input === inputs.get(old);
  return same ? 1 + names : names;
}

// `{"type":"object","properties":{}}` and its like say nothing about which tool it is.
const MEANINGFUL = 60;

function wordsIn(name: string): Set<string> {
  return new Set(
    name
      .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== ""),
  );
}
