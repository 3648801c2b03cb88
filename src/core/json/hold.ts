import { isObject } from "./value.ts";

/** How deep a value may nest and still be written to a card. */
export const MAX_DEPTH = 100;

/** How long a card may be: 1 MiB. No text of it is shorter than what it says. */
const MAX_LENGTH = 1_048_576;

/** Why a card can't hold a value; see `whyNotHeld`. */
export type NotHeld = "unpaired-surrogate" | "unsafe-number" | "too-deep" | "too-large";

/**
 * Why a card can't hold this value: it nests deeper than 100, has an unpaired surrogate (UTF-8 has no form for it), a
 * number that doubles can't keep apart from its neighbours (the digits were lost when it was parsed), or says more than
 * fits into a card, however it is written. Undefined when it can.
 */
export function whyNotHeld(value: unknown): NotHeld | undefined {
  // An own stack: a server may nest 100,000 deep, which would overflow the call stack.
  const rest: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  // The characters of all texts and keys, and one for each value.
  let length = 0;
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { value: at, depth } = next;
    length += typeof at === "string" ? at.length : 1;
    if (length > MAX_LENGTH) return "too-large";
    if (typeof at === "string" && !at.isWellFormed()) return "unpaired-surrogate";
    if (typeof at === "number" && !isSafe(at)) return "unsafe-number";
    if (typeof at !== "object" || at === null) continue;
    if (depth >= MAX_DEPTH) return "too-deep";
    if (isObject(at)) {
      for (const key of Object.keys(at)) {
        if (!key.isWellFormed()) return "unpaired-surrogate";
        length += key.length;
        rest.push({ value: at[key], depth: depth + 1 });
      }
    } else if (Array.isArray(at)) {
      for (const item of at) rest.push({ value: item, depth: depth + 1 });
    }
  }
  return undefined;
}

function isSafe(number: number): boolean {
  return Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number));
}
