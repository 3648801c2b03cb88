import { byCodePoint, sorted } from "../json/order.ts";
import { MOST_PATHS } from "./alias.ts";
import type { Difference } from "./state.ts";

/** Each difference once, in an order that depends on nothing but the differences. */
export function once(differences: readonly Difference[]): Difference[] {
  const kept = new Map<string, Difference>();
  for (const difference of differences) {
    const { kind, pointer, path } = difference;
    // Which fields are required can differ at one pointer for several fields.
    const key = JSON.stringify([
      pointer,
      kind,
      kind === "field-required" || kind === "field-optional" ? path : "",
    ]);
    const first = kept.get(key);
    kept.set(key, first === undefined ? difference : joined(first, difference));
  }
  return [...kept.values()].toSorted(
    (a, b) => byCodePoint(a.pointer, b.pointer) || byCodePoint(a.kind, b.kind) || byCodePoint(a.path, b.path),
  );
}

/** One difference of two that stand at the same pointer: a definition came where two fields had something each. */
function joined(first: Difference, other: Difference): Difference {
  const paths = new Set([first.path, ...(first.alsoAt ?? []), other.path, ...(other.alsoAt ?? [])]);
  paths.delete(first.path);
  const edits = [...first.edits, ...other.edits];
  return { ...first, edits, ...(paths.size > 0 && { alsoAt: sorted(paths).slice(0, MOST_PATHS) }) };
}
