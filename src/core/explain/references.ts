import { pointerKeys } from "../json/pointer.ts";
import { isObject, own, put } from "../json/value.ts";

const DEPTH = 8;
const MOST_PARTS = 2000;

/**
 * A part of a schema with its local references (`#/…`) replaced by what they stand for, so that it can be put into words
 * without the rest. References that lead nowhere, in a circle or too deep stay; so does the rest of a very large part.
 */
export function withoutReferences(part: unknown, root: unknown): unknown {
  return replaced(part, { root, parts: MOST_PARTS }, new Set(), DEPTH);
}

interface Work {
  readonly root: unknown;
  parts: number;
}

function replaced(part: unknown, work: Work, following: ReadonlySet<string>, depth: number): unknown {
  if (depth <= 0 || work.parts-- <= 0) return part;
  if (Array.isArray(part)) return part.map((item) => replaced(item, work, following, depth - 1));
  if (!isObject(part)) return part;
  const reference = own(part, "$ref");
  if (typeof reference === "string" && !following.has(reference)) {
    const target = targetOf(reference, work.root);
    if (isObject(target)) {
      const { $ref: _reference, ...beside } = part;
      return replaced({ ...target, ...beside }, work, new Set([...following, reference]), depth);
    }
  }
  const whole: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(part))
    put(whole, key, replaced(inner, work, following, depth - 1));
  return whole;
}

/** What a local reference leads to; undefined where that is nothing. */
export function targetOf(reference: string, root: unknown): unknown {
  if (!/^#(?:\/|$)/.test(reference)) return undefined;
  let at = root;
  for (const key of pointerKeys(reference)) at = isObject(at) ? own(at, key) : undefined;
  return at;
}
