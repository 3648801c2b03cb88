import { put } from "../json/value.ts";

/**
 * The lists and objects that two schemas have at the same place, with whether nothing in them refers to anything: such
 * a part says the same in both.
 */
export type Shared = WeakMap<object, boolean>;

/** Deeper than this nothing is shared: far from overflowing the call stack. */
const MAX_DEPTH = 200;

/** The second value, in which every part that the first has at the same place is that of the first. */
export function shareEqual(first: unknown, second: unknown, shared: Shared, depth = 0): unknown {
  if (!isParent(first) || !isParent(second) || depth > MAX_DEPTH) return second;
  if (first === second && shared.has(first)) return first;
  if (Array.isArray(first) !== Array.isArray(second)) return second;
  const keys = Object.keys(second);
  let isEqual = Object.keys(first).length === keys.length;
  let isPlain = true;
  let changed: Record<string, unknown> | undefined;
  for (const key of keys) {
    const old = Object.hasOwn(first, key) ? first[key] : undefined;
    const item = shareEqual(old, second[key], shared, depth + 1);
    isEqual &&= item === old;
    isPlain &&= !REFERRING.has(key) && !(isParent(item) && shared.get(item) !== true);
    if (item === second[key]) continue;
    changed ??= copyOf(second);
    put(changed, key, item);
  }
  if (!isEqual) return changed ?? second;
  shared.set(first, isPlain);
  return first;
}

function copyOf(parent: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const copy: unknown = Array.isArray(parent) ? [...(parent as readonly unknown[])] : { ...parent };
  return copy as Record<string, unknown>;
}

/** Keywords by which a schema depends on the document around it. */
const REFERRING: ReadonlySet<string> = new Set(["$ref", "$dynamicRef", "$recursiveRef"]);

function isParent(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
