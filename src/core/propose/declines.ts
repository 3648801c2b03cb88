import { canonicalJson } from "../json/canonical.ts";
import type { Card } from "../registry/card.ts";

/** Whether all that happened to a card between two versions is that `declined` entries were added. */
export function addsOnlyDeclines(before: Card, after: Card): boolean {
  const { declined: old = [], ...card } = before;
  const { declined: now = [], ...rest } = after;
  if (now.length <= old.length || canonicalJson(card) !== canonicalJson(rest)) return false;
  const entries = new Set(now.map((entry) => canonicalJson(entry)));
  return old.every((entry) => entries.has(canonicalJson(entry)));
}
