import { own } from "../json/value.ts";
import { buildSizes, namesNode, patternNode, type Building } from "./building.ts";
import { ANYTHING, OBJECT, type NameSet, type Node, type Store } from "./ir.ts";
import { entriesAt, names, namesAt } from "./keyword-values.ts";
import type { SchemaObject } from "./lower.ts";
import { buildUnevaluatedProperties } from "./unevaluated.ts";

/** What `buildObject` reads. */
export const OBJECT_KEYWORDS: ReadonlySet<string> = new Set(
  "properties patternProperties additionalProperties propertyNames required minProperties maxProperties dependentRequired dependentSchemas unevaluatedProperties".split(
    " ",
  ),
);

/** The keywords of objects. */
export function buildObject(building: Building, schema: SchemaObject, lenient: boolean): Node[] {
  const { store, build } = building;
  const parts: Node[] = [];
  const declared = entriesAt(schema, "properties");
  for (const [only, inner] of declared) parts.push(namesNode(store, { only }, build(inner, lenient)));
  const patterns = entriesAt(schema, "patternProperties").map(
    ([source, inner]) => [patternNode(store, source), inner] as const,
  );
  for (const [node, inner] of patterns) {
    parts.push(namesNode(store, { except: new Set(), node }, build(inner, lenient)));
  }
  const additional = own(schema, "additionalProperties");
  if (additional !== undefined) {
    const set = others(
      store,
      new Set(declared.map(([name]) => name)),
      patterns.map(([node]) => node),
    );
    parts.push(namesNode(store, set, build(additional, lenient)));
  }
  const propertyNames = own(schema, "propertyNames");
  if (propertyNames !== undefined) {
    const node = store.not(build(propertyNames, lenient));
    parts.push(namesNode(store, { except: new Set(), node }, store.nothing));
  }
  parts.push(...buildPresence(building, schema, lenient));
  parts.push(...buildUnevaluatedProperties(building, schema, lenient));
  return parts;
}

/** The names that are neither listed nor match a pattern. */
export function others(store: Store, except: ReadonlySet<string>, patterns: readonly Node[]): NameSet {
  return { except, node: store.all(patterns.map(store.not)) };
}

function buildPresence({ store, build }: Building, schema: SchemaObject, lenient: boolean): Node[] {
  const has = (name: string) => store.make({ kind: "has", name });
  const parts: Node[] = [];
  const required = namesAt(schema, "required").map(has);
  if (!lenient) parts.push(...required);
  parts.push(...buildSizes(store, schema, OBJECT, "Properties", lenient));
  for (const [name, needed] of entriesAt(schema, "dependentRequired")) {
    const needs = names(needed, "dependentRequired").map(has);
    if (!lenient) parts.push(store.any([store.not(has(name)), store.all(needs)]));
  }
  for (const [name, inner] of entriesAt(schema, "dependentSchemas")) {
    parts.push(whenPresent(store, name, build(inner, lenient)));
  }
  return parts;
}

function whenPresent(store: Store, name: string, node: Node): Node {
  const has = store.make({ kind: "has", name });
  return store.any([store.type(ANYTHING & ~OBJECT), store.not(has), node]);
}
