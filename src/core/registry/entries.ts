import { pointTo } from "../json/pointer.ts";
import { isObject, own } from "../json/value.ts";
import type { PlacedFault } from "./fault.ts";

/** An entry of a list in a file that may have any shape yet, with its JSON pointer. */
export interface Entry {
  readonly pointer: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** The entries of the list under some keys that are objects; none where there is no such list. */
export function entriesAt(parent: Entry, ...keys: readonly string[]): Entry[] {
  let { pointer } = parent;
  let at: unknown = parent.value;
  for (const key of keys) {
    at = isObject(at) ? own(at, key) : undefined;
    pointer = pointTo(pointer, key);
  }
  const entries: Entry[] = [];
  if (!Array.isArray(at)) return entries;
  for (const [index, value] of at.entries()) {
    if (isObject(value)) entries.push({ pointer: pointTo(pointer, index), value });
  }
  return entries;
}

/** The text under a key of an entry, if there is one. */
export function textIn(entry: Entry, key: string): string | undefined {
  const text = own(entry.value, key);
  return typeof text === "string" ? text : undefined;
}

/** The fault of each entry whose key an earlier one has already. Entries without a key are passed over. */
export function repeated(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string | undefined,
  what: (entry: Entry) => string,
): PlacedFault[] {
  const seen = new Set<string>();
  const faults: PlacedFault[] = [];
  for (const entry of entries) {
    const key = keyOf(entry);
    if (key === undefined) continue;
    if (seen.has(key)) {
      faults.push({ pointer: entry.pointer, part: "value", what: what(entry), instead: "keep one of them" });
    }
    seen.add(key);
  }
  return faults;
}
