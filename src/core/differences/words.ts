import { sameJson } from "../json/equal.ts";
import type { SchemaChangeKind } from "./kinds.ts";
import { COMPARED, UNMODELLED } from "./vocabulary.ts";
import { foundKeyword } from "./find.ts";
import { keyword, keywordsOf } from "./view.ts";
import type { Pair, Walk } from "./state.ts";

const WORDS: ReadonlyMap<string, SchemaChangeKind> = new Map([
  ["title", "title-changed"],
  ["description", "description-changed"],
  ["examples", "examples-changed"],
  ["example", "examples-changed"],
  ["$comment", "comment-changed"],
  ["default", "default-changed"],
  ["$id", "identifier-changed"],
  ["id", "identifier-changed"],
  ["$anchor", "identifier-changed"],
  ["x-mcp-header", "header-changed"],
]);

/** Compares the keywords that say something and restrict nothing, and those that can only be taken as a whole. */
export function compareWords(walk: Walk, pair: Pair): void {
  const keys = new Set([...keywordsOf(pair.before), ...keywordsOf(pair.after)]);
  for (const key of keys) {
    if (COMPARED.has(key)) continue;
    const before = keyword(pair.before, key);
    const after = keyword(pair.after, key);
    if (sameJson(before, after)) continue;
    const kind = UNMODELLED.has(key) ? "keyword-changed" : (WORDS.get(key) ?? "annotation-changed");
    foundKeyword(walk, pair, kind, key);
  }
}
