import { put } from "../json/value.ts";

/** Deeper than this nothing is shared: far from overflowing the call stack. */
const MAX_DEPTH = 200;

/**
 * The second value, in which every list and object that the first has at the same place is that of the first. What was
 * found out about the first then holds for it. `share` is told of each that is shared.
 */
export function shareEqual(
  first: unknown,
  second: unknown,
  share: (part: object) => void,
  depth = 0,
): unknown {
  if (typeof first !== "object" || first === null || typeof second !== "object" || second === null)
    return second;
  if (first === second) {
    share(first);
    return first;
  }
  if (depth > MAX_DEPTH || Array.isArray(first) !== Array.isArray(second)) return second;
  const [old, now] = [first as Record<string, unknown>, second as Record<string, unknown>];
  const keys = Object.keys(now);
  let isEqual = Object.keys(old).length === keys.length;
  let changed: Record<string, unknown> | undefined;
  for (const key of keys) {
    const before = Object.hasOwn(old, key) ? old[key] : undefined;
    const item = shareEqual(before, now[key], share, depth + 1);
    isEqual &&= item === before;
    if (item === now[key]) continue;
    changed ??= (Array.isArray(now) ? [...(now as unknown[])] : { ...now }) as Record<string, unknown>;
    put(changed, key, item);
  }
  if (isEqual) share(first);
  return isEqual ? first : (changed ?? second);
}
