import { own } from "../json/value.ts";
import { NotModelled } from "../json/bounds.ts";
import { namesNode, patternNode, sizeBuilders, type Builders } from "./building.ts";
import type { Node } from "./formula.ts";
import type { Store } from "./store.ts";
import { ANYTHING, OBJECT } from "./types.ts";
import { entriesAt, names, namesAt } from "../schema/keyword-values.ts";
import { buildUnevaluatedProperties } from "./unevaluated.ts";

/** The keywords of objects. */
export const OBJECT_BUILDERS: Builders = {
  properties: ({ store, build }, schema, lenient) => {
    const entries = entriesAt(schema, "properties");
    // ajv never matches a property of this name, and takes it for an undeclared one.
    if (entries.some(([name]) => name === "__proto__")) throw new NotModelled("a property named __proto__");
    return store.all(entries.map(([only, inner]) => namesNode(store, { only }, build(inner, lenient))));
  },
  patternProperties: ({ store, build }, schema, lenient) =>
    store.all(
      entriesAt(schema, "patternProperties").map(([source, inner]) =>
        namesNode(store, { except: new Set(), node: patternNode(store, source) }, build(inner, lenient)),
      ),
    ),
  additionalProperties: ({ store, build }, schema, lenient) => {
    const except = new Set(entriesAt(schema, "properties").map(([name]) => name));
    const patterns = entriesAt(schema, "patternProperties").map(([source]) => patternNode(store, source));
    const set = { except, node: store.all(patterns.map(store.not)) };
    return namesNode(store, set, build(own(schema, "additionalProperties"), lenient));
  },
  propertyNames: ({ store, build }, schema, lenient) => {
    const node = store.not(build(own(schema, "propertyNames"), lenient));
    return namesNode(store, { except: new Set(), node }, store.nothing);
  },
  required: ({ store }, schema, lenient) => {
    const required = namesAt(schema, "required").map((name) => has(store, name));
    return lenient ? store.anything : store.all(required);
  },
  ...sizeBuilders(OBJECT, "Properties"),
  dependentRequired: ({ store }, schema, lenient) => {
    const parts = entriesAt(schema, "dependentRequired").map(([name, needed]) => {
      const needs = names(needed, "dependentRequired").map((one) => has(store, one));
      return store.any([store.not(has(store, name)), store.all(needs)]);
    });
    return lenient ? store.anything : store.all(parts);
  },
  dependentSchemas: ({ store, build }, schema, lenient) =>
    store.all(
      entriesAt(schema, "dependentSchemas").map(([name, inner]) =>
        store.any([store.type(ANYTHING & ~OBJECT), store.not(has(store, name)), build(inner, lenient)]),
      ),
    ),
  unevaluatedProperties: (building, schema, lenient) =>
    building.store.all(buildUnevaluatedProperties(building, schema, lenient)),
};

function has(store: Store, name: string): Node {
  return store.make({ kind: "has", name });
}
