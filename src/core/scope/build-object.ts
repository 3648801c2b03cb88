import { own } from "../json/value.ts";
import { NotModelled, spend } from "../json/bounds.ts";
import { namesNode, patternNode, sizeBuilders, type Builders } from "./building.ts";
import type { Node } from "./formula.ts";
import type { Store } from "./store.ts";
import { ANYTHING, OBJECT } from "./types.ts";
import { entriesAt, names, namesAt } from "../schema/keyword-values.ts";
import { buildUnevaluatedProperties } from "./unevaluated.ts";

/** The keywords of objects. */
export const OBJECT_BUILDERS: Builders = {
  properties: ({ store, budget, build }, schema, lenient) => {
    const entries = entriesAt(schema, "properties");
    spend(budget, 3 * entries.length);
    // ajv never matches a property of this name, and takes it for an undeclared one.
    if (entries.some(([name]) => name === "__proto__")) throw new NotModelled("a property named __proto__");
    return store.all(entries.map(([only, inner]) => namesNode(store, { only }, build(inner, lenient))));
  },
  patternProperties: (building, schema, lenient) => {
    const { store, build } = building;
    return store.all(
      entriesAt(schema, "patternProperties").map(([source, inner]) => {
        const set = { except: new Set<string>(), node: patternNode(building, source) };
        return namesNode(store, set, build(inner, lenient));
      }),
    );
  },
  additionalProperties: (building, schema, lenient) => {
    const { store, build } = building;
    const except = new Set(entriesAt(schema, "properties").map(([name]) => name));
    const patterns = entriesAt(schema, "patternProperties").map(([source]) => patternNode(building, source));
    const set = { except, node: store.all(patterns.map(store.not)) };
    return namesNode(store, set, build(own(schema, "additionalProperties"), lenient));
  },
  propertyNames: ({ store, build }, schema, lenient) => {
    const node = store.not(build(own(schema, "propertyNames"), lenient));
    return namesNode(store, { except: new Set(), node }, store.nothing);
  },
  required: ({ store, budget }, schema, lenient) => {
    const required = namesAt(schema, "required").map((name) => has(store, name));
    spend(budget, required.length);
    return lenient ? store.anything : store.all(required);
  },
  ...sizeBuilders(OBJECT, "Properties"),
  dependentRequired: ({ store, budget }, schema, lenient) => {
    const parts = entriesAt(schema, "dependentRequired").map(([name, needed]) => {
      const needs = names(needed, "dependentRequired").map((one) => has(store, one));
      spend(budget, 5 + needs.length);
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
