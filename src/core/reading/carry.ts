import { MAX_DEPTH } from "../json/hold.ts";
import { isObject, put } from "../json/value.ts";

/** An unsafe integer: what stands for a number that JSON text has no form for. */
const UNSAFE = 2 ** 53;

/**
 * An item of a tool list in a form that can be saved and read back: what nests deeper than a card holds is emptied, an
 * infinite number becomes an unsafe integer. Such an item stays malformed, for the same reason as before; any other is
 * the same as before. A server may nest 4,000,000 deep, which neither memory nor `JSON.stringify` would survive.
 */
export function carried(item: unknown): unknown {
  return carry(item, 0);
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
