import { sorted } from "../json/order.ts";
import type { SchemaChange } from "../differences/change.ts";
import type { UnionNames } from "../differences/walk.ts";
import type { FieldNames } from "./drift.ts";
import { CHANGE_KINDS } from "./kinds.ts";

/** No field differs. */
export const NO_NAMES: FieldNames = { added: [], removed: [] };

/**
 * The fields that a schema gained, lost, and those on both sides whose own constraints differ beyond wording, by path
 * (DESIGN §6). What differs at the root, outside any field, has no name.
 */
export function fieldNames(changes: readonly SchemaChange[], unions: UnionNames): FieldNames {
  const added = new Set(unions.added);
  const removed = new Set(unions.removed);
  const changed = new Set<string>();
  for (const change of changes) {
    if (CHANGE_KINDS[change.kind] === "wording") continue;
    // A field that moved from one branch of a union to another is on both sides: branches are merged by name.
    const moved = change.elsewhere === true;
    const names =
      change.kind === "field-added" && !moved
        ? added
        : change.kind === "field-removed" && !moved
          ? removed
          : changed;
    for (const path of [change.path, ...(change.alsoAt ?? [])]) if (path !== "") names.add(path);
  }
  for (const path of added) {
    // Gone from one branch and new in another, each unknown to the other: it is on both sides all the same.
    if (!removed.delete(path)) continue;
    added.delete(path);
    changed.add(path);
  }
  const own = [...changed].filter((path) => !added.has(path) && !removed.has(path));
  const names = { added: sorted(added), removed: sorted(removed) };
  return own.length === 0 ? names : { ...names, changed: sorted(own) };
}
