import { sameJson } from "../json/equal.ts";

/** What a keyword says that holds of both values; `none`: nothing is permitted by both. */
type Tighter = { readonly value: unknown } | "none" | undefined;

/** The keywords of which the larger number permits less, and those of which the smaller does. */
const LARGER = new Set([
  "minimum",
  "exclusiveMinimum",
  "minLength",
  "minItems",
  "minProperties",
  "minContains",
]);
const SMALLER = new Set([
  "maximum",
  "exclusiveMaximum",
  "maxLength",
  "maxItems",
  "maxProperties",
  "maxContains",
]);

/** One keyword with two different values, as one value that holds of both; undefined where that can't be said. */
export function tighter(key: string, card: unknown, live: unknown): Tighter {
  if (typeof card === "number" && typeof live === "number") {
    if (LARGER.has(key)) return { value: Math.max(card, live) };
    if (SMALLER.has(key)) return { value: Math.min(card, live) };
    return undefined;
  }
  if (key === "uniqueItems") return { value: card === true || live === true };
  if (key === "type") return types(card, live);
  if (key === "enum" && Array.isArray(card) && Array.isArray(live)) return members(card, live);
  return undefined;
}

function members(card: readonly unknown[], live: readonly unknown[]): Tighter {
  const both = live.filter((value) => card.some((other) => sameJson(value, other)));
  return both.length === 0 ? "none" : { value: both };
}

function types(card: unknown, live: unknown): Tighter {
  const [one, other] = [namesOf(card), namesOf(live)];
  const both = [...one].filter((name) => other.has(name));
  // An integer is a number.
  const isWhole = [one, other].some((names) => names.has("integer"));
  if (isWhole && (one.has("number") || other.has("number")) && !both.includes("integer")) {
    if ((one.has("integer") && other.has("number")) || (other.has("integer") && one.has("number")))
      both.push("integer");
  }
  const [only, ...more] = both;
  if (only === undefined) return "none";
  return { value: more.length === 0 ? only : both };
}

function namesOf(type: unknown): Set<string> {
  const list: readonly unknown[] = Array.isArray(type) ? type : [type];
  return new Set(list.filter((name) => typeof name === "string"));
}
