import { sorted } from "../json/order.ts";
import { skeleton } from "./skeleton.ts";
import type { Warning } from "./warning.ts";

/**
 * New names that look like another name of the list or the card. Only looks count: a name in another script is not
 * suspicious for that.
 */
export function nameWarnings(added: readonly string[], names: readonly string[]): Warning[] {
  if (added.length === 0) return [];
  const known = new Set(added);
  const bySkeleton = new Map<string, string>();
  // A name that was there before is the better one to point at.
  const old = names.filter((name) => !known.has(name));
  for (const name of [...sorted(old), ...sorted(added)]) {
    const looks = skeleton(name);
    if (!bySkeleton.has(looks)) bySkeleton.set(looks, name);
  }
  const warnings: Warning[] = [];
  for (const tool of added) {
    const like = bySkeleton.get(skeleton(tool));
    if (like !== undefined && like !== tool) warnings.push({ kind: "look-alike-name", tool, like });
  }
  return warnings;
}
