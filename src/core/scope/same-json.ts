import { isObject } from "../json/value.ts";

/** True when two JSON values are equal, whatever the order of their keys. Safe at any depth: it keeps its own stack. */
export function sameJson(left: unknown, right: unknown): boolean {
  const rest: unknown[] = [left, right];
  while (rest.length > 0) {
    const b = rest.pop();
    const a = rest.pop();
    if (a === b) continue;
    if (Array.isArray(a)) {
      if (!Array.isArray(b) || a.length !== b.length) return false;
      for (let at = 0; at < a.length; at++) rest.push(a[at], b[at]);
    } else {
      if (!isObject(a) || !isObject(b)) return false;
      const keys = Object.keys(a);
      if (keys.length !== Object.keys(b).length) return false;
      for (const key of keys) {
        if (!Object.hasOwn(b, key)) return false;
        rest.push(a[key], b[key]);
      }
    }
  }
  return true;
}
