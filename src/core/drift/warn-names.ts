import { sorted } from "../json/order.ts";
import { isSpeltLike, skeleton } from "./skeleton.ts";
import type { Warning } from "./warning.ts";

type LookAlike = Extract<Warning, { kind: "look-alike-name" }>;

/**
 * New names that look like another name of the list or the card. Only looks count: a name in another script is not
 * suspicious for that. Nor is one that spells a name anew that is gone, as `getNote` for `get_note`.
 */
export function nameWarnings(
  added: readonly string[],
  { before, after }: { readonly before: readonly string[]; readonly after: readonly string[] },
): LookAlike[] {
  if (added.length === 0) return [];
  const fresh = new Set(added);
  const now = new Set(after);
  const old = new Set([...before, ...after].filter((name) => !fresh.has(name)));
  const bySkeleton = new Map<string, string[]>();
  // A name that was there before is the better one to point at.
  for (const name of [...sorted(old), ...sorted(added)]) {
    const looks = skeleton(name);
    const alike = bySkeleton.get(looks);
    if (alike === undefined) bySkeleton.set(looks, [name]);
    else alike.push(name);
  }
  const warnings: LookAlike[] = [];
  for (const alike of bySkeleton.values()) {
    for (const tool of alike) {
      if (old.has(tool)) continue;
      const like = alike.find((name) => name !== tool && (now.has(name) || !isSpeltLike(name, tool)));
      // Of new ones the first is the one that the others look like.
      if (like !== undefined && (old.has(like) || alike.indexOf(like) < alike.indexOf(tool)))
        warnings.push({ kind: "look-alike-name", tool, like });
    }
  }
  return warnings;
}
