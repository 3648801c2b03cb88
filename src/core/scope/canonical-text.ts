import { isObject } from "../json/value.ts";

/**
 * One text for each JSON value, for values that may be large: numbers as JavaScript writes them (so 1 and 1.0 are one),
 * keys sorted. Unlike `canonicalJson` it takes unpaired surrogates, which a schema may hold.
 */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(",")}]`;
  if (!isObject(value)) return Object.is(value, -0) ? "0" : JSON.stringify(value);
  const keys = Object.keys(value).toSorted();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalText(value[key])}`).join(",")}}`;
}
