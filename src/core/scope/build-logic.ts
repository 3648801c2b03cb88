import { own } from "../json/value.ts";
import { NotModelled } from "./bounds.ts";
import type { Building } from "./building.ts";
import type { Node } from "./ir.ts";
import { entriesAt, listAt } from "./keyword-values.ts";
import type { SchemaObject } from "./lower.ts";

/** What `buildLogic` reads. */
export const LOGIC_KEYWORDS: ReadonlySet<string> = new Set(
  "allOf anyOf oneOf not if dependencies".split(" "),
);

/** The keywords that combine schemas. */
export function buildLogic(building: Building, schema: SchemaObject, lenient: boolean): Node[] {
  const { store, build } = building;
  const parts = (branches(schema, "allOf") ?? []).map((inner) => build(inner, lenient));
  const anyOf = branches(schema, "anyOf");
  if (anyOf !== undefined) parts.push(store.any(anyOf.map((inner) => build(inner, lenient))));
  const oneOf = branches(schema, "oneOf");
  if (oneOf !== undefined) parts.push(buildOneOf(building, oneOf, lenient));
  const not = own(schema, "not");
  if (not !== undefined) parts.push(store.not(build(not, false)));
  const condition = own(schema, "if");
  if (condition !== undefined) {
    const when = build(condition, false);
    const otherwise = build(own(schema, "else") ?? true, lenient);
    parts.push(store.any([store.not(when), build(own(schema, "then") ?? true, lenient)]));
    parts.push(store.any([when, otherwise]));
  }
  // ajv reads it in 2020-12 as well, where the specification dropped it.
  if (entriesAt(schema, "dependencies").length > 0) throw new NotModelled("dependencies");
  return parts;
}

/** The list of a combining keyword. @throws NotModelled for an empty one: validators differ. */
function branches(schema: SchemaObject, key: string): readonly unknown[] | undefined {
  const list = listAt(schema, key);
  if (list?.length === 0) throw new NotModelled(`${key} must not be empty`);
  return list;
}

function buildOneOf({ store, build }: Building, list: readonly unknown[], lenient: boolean): Node {
  const nodes = list.map((inner) => build(inner, lenient));
  // A reader of answers does not care which of the branches one comes from.
  if (lenient || nodes.length === 1) return store.any(nodes);
  return store.make({ kind: "one", parts: nodes.toSorted((a, b) => a.id - b.id) });
}
