import { itemsNode, reading, sizeBuilders, type Builder, type Builders, type Building } from "./building.ts";
import type { Node } from "./formula.ts";
import type { Store } from "./store.ts";
import { ANYTHING, ARRAY } from "./types.ts";
import { countAt, flagAt, listAt } from "../schema/keyword-values.ts";
import type { SchemaObject } from "../schema/lower.ts";
import { buildUnevaluatedItems } from "./unevaluated.ts";

const buildContains: Builder = (building, schema, lenient) => {
  const { store, build } = building;
  const says = (key: string) => Object.hasOwn(schema, key);
  const min = says("minContains") && !lenient ? countAt(schema, "minContains") : 1;
  const value = build(schema["contains"], false);
  const parts = [atLeast(store, min, value)];
  // `not` says that it is an array as well, which a keyword does not.
  if (says("maxContains")) {
    parts.push(forArrays(store, store.not(atLeast(store, countAt(schema, "maxContains") + 1, value))));
  }
  return afterTuple(building, schema, store.all(parts));
};

/** The keywords of arrays. */
export const ARRAY_BUILDERS: Builders = {
  prefixItems: ({ store, build }, schema, lenient) =>
    store.all(
      listAt(schema, "prefixItems").map((inner, at) => itemsNode(store, at, true, build(inner, lenient))),
    ),
  items: ({ store, build }, schema, lenient) =>
    itemsNode(store, tupleSize(schema), false, build(schema["items"], lenient)),
  ...sizeBuilders(ARRAY, "Items"),
  uniqueItems: (building, schema) =>
    flagAt(schema, "uniqueItems")
      ? afterTuple(building, schema, building.store.make({ kind: "unique" }))
      : building.store.anything,
  contains: buildContains,
  minContains: ({ store }, schema) => {
    countAt(schema, "minContains");
    return store.anything;
  },
  maxContains: ({ store }, schema) => {
    countAt(schema, "maxContains");
    return store.anything;
  },
  unevaluatedItems: (building, schema, lenient) =>
    afterTuple(building, schema, building.store.all(buildUnevaluatedItems(building, schema, lenient))),
};

function tupleSize(schema: SchemaObject): number {
  return Object.hasOwn(schema, "prefixItems") ? listAt(schema, "prefixItems").length : 0;
}

/** ajv forgets some keywords where an array is shorter than its tuple. */
function afterTuple({ store }: Building, schema: SchemaObject, node: Node): Node {
  const size = tupleSize(schema);
  if (size === 0) return node;
  const short = store.make({ kind: "size", on: ARRAY, side: "max", value: size - 1 });
  return store.any([node, store.all([short, reading(store, "short tuples end a schema")])]);
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
