import { foundKeyword, kindOf, pointerOf, type ThreeKinds } from "./find.ts";
import type { Pair, Walk } from "./state.ts";
import { holderOf, keyword, stepInto } from "./view.ts";

/**
 * Compares a keyword whose schema is a test and no place for values of its own (`not`, `if`, `contains`,
 * `propertyNames`): whatever differs inside is one difference, of the whole test.
 */
export function compareInside(walk: Walk, pair: Pair, key: string, kinds: ThreeKinds): void {
  const before = keyword(pair.before, key);
  const after = keyword(pair.after, key);
  if (before === undefined && after === undefined) return;
  const kind = kindOf(before, after, kinds);
  if (before === undefined || after === undefined) return foundKeyword(walk, pair, kind, key);
  const from = stepInto(walk.before, holderOf(pair.before, key), key);
  const to = stepInto(walk.after, holderOf(pair.after, key), key);
  const whole = pair.whole ?? {
    kind,
    pointer: pointerOf(walk, pair, key),
    path: pair.path,
    before,
    after,
    edits: [],
  };
  walk.push({ before: from, after: to, path: pair.path, whole });
}
