import { isObject } from "./value.ts";

/** How large a JSON value is, and whether its texts have a form in UTF-8. */
export interface Measure {
  /** How many values are in it, itself included. */
  readonly size: number;
  /** How deep it nests; 0 for a scalar. */
  readonly depth: number;
  /** False when a text or key has an unpaired surrogate. */
  readonly isWellFormed: boolean;
}

/** Measures a JSON value of any depth. */
export function measure(value: unknown): Measure {
  let size = 0;
  let depth = 0;
  let isWellFormed = true;
  const rest: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { value: at, depth: level } = next;
    size++;
    depth = Math.max(depth, level);
    if (typeof at === "string") isWellFormed &&= at.isWellFormed();
    else if (Array.isArray(at)) for (const item of at) rest.push({ value: item, depth: level + 1 });
    else if (isObject(at)) {
      for (const key of Object.keys(at)) {
        isWellFormed &&= key.isWellFormed();
        rest.push({ value: at[key], depth: level + 1 });
      }
    }
  }
  return { size, depth, isWellFormed };
}
