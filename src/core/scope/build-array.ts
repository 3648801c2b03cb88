import { own } from "../json/value.ts";
import { buildSizes, itemsNode, reading, type Building } from "./building.ts";
import { ANYTHING, ARRAY, type Node, type Store } from "./ir.ts";
import { countAt, flagAt, listAt } from "./keyword-values.ts";
import type { SchemaObject } from "./lower.ts";
import { buildUnevaluatedItems } from "./unevaluated.ts";

/** What `buildArray` reads. */
export const ARRAY_KEYWORDS: ReadonlySet<string> = new Set(
  "prefixItems items minItems maxItems uniqueItems contains minContains maxContains unevaluatedItems".split(
    " ",
  ),
);

/** The keywords of arrays. */
export function buildArray(building: Building, schema: SchemaObject, lenient: boolean): Node[] {
  const { store, build } = building;
  const parts: Node[] = [];
  const prefix = listAt(schema, "prefixItems") ?? [];
  for (const [at, inner] of prefix.entries()) parts.push(itemsNode(store, at, true, build(inner, lenient)));
  const rest = own(schema, "items");
  if (rest !== undefined) parts.push(itemsNode(store, prefix.length, false, build(rest, lenient)));
  parts.push(...buildSizes(store, schema, ARRAY, "Items", lenient));
  const later = buildContains(building, schema, lenient);
  if (flagAt(schema, "uniqueItems")) later.push(store.make({ kind: "unique" }));
  later.push(...buildUnevaluatedItems(building, schema, lenient));
  // ajv forgets these keywords where an array is shorter than its tuple.
  const short = store.make({ kind: "size", on: ARRAY, side: "max", value: prefix.length - 1 });
  const forgotten = store.all([short, reading(store, "short tuples end a schema")]);
  for (const part of later) parts.push(prefix.length === 0 ? part : store.any([part, forgotten]));
  return parts;
}

function buildContains({ store, build }: Building, schema: SchemaObject, lenient: boolean): Node[] {
  const min = (lenient ? undefined : countAt(schema, "minContains")) ?? 1;
  const max = countAt(schema, "maxContains");
  const contains = own(schema, "contains");
  if (contains === undefined) return [];
  const value = build(contains, false);
  const parts = [atLeast(store, min, value)];
  // `not` says that it is an array as well, which a keyword does not.
  if (max !== undefined) parts.push(forArrays(store, store.not(atLeast(store, max + 1, value))));
  return parts;
}

/** For arrays: at least so many items satisfy the node. */
function atLeast(store: Store, least: number, value: Node): Node {
  if (least === 0) return store.anything;
  if (least > 1) return store.make({ kind: "count", least, value });
  return forArrays(store, store.not(itemsNode(store, 0, false, store.not(value))));
}

function forArrays(store: Store, node: Node): Node {
  return store.any([store.type(ANYTHING & ~ARRAY), node]);
}
