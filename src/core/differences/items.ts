import { sameJson } from "../json/equal.ts";
import { isObject } from "../json/value.ts";
import { foundKeyword, malformed, pointerOf, pushUnder } from "./find.ts";
import { compareInside } from "./inside.ts";
import { itemPath } from "./path.ts";
import type { Pair, Walk } from "./state.ts";
import { isAnnotation } from "./vocabulary.ts";
import { holderOf, keyword, stepInto, type View } from "./view.ts";

/** Compares what the items of lists may be. */
export function compareItems(walk: Walk, pair: Pair): void {
  comparePositions(walk, pair);
  compareRest(walk, pair);
  compareInside(walk, pair, "contains", ["contains-added", "contains-removed", "contains-changed"]);
  const [before, after] = [keyword(pair.before, "unevaluatedItems"), keyword(pair.after, "unevaluatedItems")];
  if (!sameJson(before, after)) foundKeyword(walk, pair, "items-changed", "unevaluatedItems");
}

function comparePositions(walk: Walk, pair: Pair): void {
  if (malformed(walk, pair, "prefixItems", Array.isArray)) return;
  const before = positions(pair.before);
  const after = positions(pair.after);
  const path = itemPath(pair.path);
  for (let index = 0; index < Math.max(before.length, after.length); index++) {
    if (index < before.length && index < after.length) {
      pushUnder(walk, pair, path, "prefixItems", index);
      continue;
    }
    const isNew = index >= before.length;
    const holder = holderOf(pair.before, "prefixItems");
    const edit = isNew
      ? { at: holder.at, key: "prefixItems", value: after.slice(0, index + 1) }
      : { at: `${holder.at}/prefixItems`, key: index, value: undefined };
    walk.found(pair, {
      kind: isNew ? "items-position-added" : "items-position-removed",
      pointer: pointerOf(walk, pair, "prefixItems", index),
      path,
      before: before[index],
      after: after[index],
      edits: [edit],
    });
  }
}

function positions(view: View): readonly unknown[] {
  const list = keyword(view, "prefixItems");
  return Array.isArray(list) ? list : [];
}

/** Compares `items`: none, `true` and `{}` are the same. */
function compareRest(walk: Walk, pair: Pair): void {
  if (malformed(walk, pair, "items", (value) => typeof value === "boolean" || isObject(value))) return;
  const before = keyword(pair.before, "items");
  const after = keyword(pair.after, "items");
  if (isFree(before) && isFree(after) && !(isObject(before) && isObject(after))) return;
  if (before !== undefined && after !== undefined && isFree(before) === isFree(after)) {
    const from = stepInto(walk.before, holderOf(pair.before, "items"), "items");
    const to = stepInto(walk.after, holderOf(pair.after, "items"), "items");
    walk.push({
      before: from,
      after: to,
      path: itemPath(pair.path),
      ...(pair.whole && { whole: pair.whole }),
    });
  } else foundKeyword(walk, pair, isFree(after) ? "items-freed" : "items-limited", "items");
}

function isFree(items: unknown): boolean {
  return items === undefined || items === true || (isObject(items) && Object.keys(items).every(isAnnotation));
}
