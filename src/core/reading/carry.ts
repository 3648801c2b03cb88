import { MAX_DEPTH, whyNotHeld } from "../json/hold.ts";
import { isObject, put } from "../json/value.ts";

/** An unsafe integer: what stands for a number that JSON text has no form for. */
const UNSAFE = 2 ** 53;

/**
 * An item of a tool list in a form that can be saved and read back. What a card can hold is given back as it is. Of the
 * rest, what nests too deep is emptied, and an infinite number becomes an unsafe integer: it stays malformed. A server may
 * nest 4,000,000 deep, which neither memory nor `JSON.stringify` would survive.
 */
export function carried(item: unknown): unknown {
  return whyNotHeld(item) === undefined ? item : carry(item, 0);
}

// Recursive, but never deeper than MAX_DEPTH.
function carry(value: unknown, depth: number): unknown {
  if (typeof value === "number") return Number.isFinite(value) ? value : UNSAFE;
  if (Array.isArray(value)) return depth >= MAX_DEPTH ? [] : value.map((item) => carry(item, depth + 1));
  if (!isObject(value)) return value;
  const copy: Record<string, unknown> = {};
  if (depth >= MAX_DEPTH) return copy;
  for (const key of Object.keys(value)) put(copy, key, carry(value[key], depth + 1));
  return copy;
}
