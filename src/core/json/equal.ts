import { isObject } from "./value.ts";

/** True when two JSON values are equal: the order of keys says nothing, that of items does. Any depth. */
export function sameJson(left: unknown, right: unknown): boolean {
  // An own stack: a server may nest 100,000 deep, which would overflow the call stack.
  const rest: [unknown, unknown][] = [[left, right]];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const [a, b] = next;
    if (Object.is(a, b) || (a === 0 && b === 0)) continue;
    if (Array.isArray(a) && Array.isArray(b)) {
      if (a.length !== b.length) return false;
      for (const [at, item] of a.entries()) rest.push([item, b[at]]);
    } else if (isObject(a) && isObject(b)) {
      const keys = Object.keys(a);
      if (keys.length !== Object.keys(b).length) return false;
      for (const key of keys) {
        if (!Object.hasOwn(b, key)) return false;
        rest.push([a[key], b[key]]);
      }
    } else return false;
  }
  return true;
}
