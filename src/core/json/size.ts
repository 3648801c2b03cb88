import { isObject } from "./value.ts";

/** How many values a JSON value has in it, itself included. Any depth. */
export function sizeOf(value: unknown): number {
  let size = 0;
  const rest = [value];
  while (rest.length > 0) {
    const next = rest.pop();
    size++;
    if (Array.isArray(next)) for (const item of next) rest.push(item);
    else if (isObject(next)) for (const inner of Object.values(next)) rest.push(inner);
  }
  return size;
}
