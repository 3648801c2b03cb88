import { own } from "../json/value.ts";
import { NotModelled } from "../json/bounds.ts";
import type { Builder, Builders } from "./building.ts";
import { listAt } from "../schema/keyword-values.ts";
import type { SchemaObject } from "../schema/lower.ts";

const buildIf: Builder = ({ store, build }, schema, lenient) => {
  const when = build(schema["if"], false);
  return store.all([
    store.any([store.not(when), build(own(schema, "then") ?? true, lenient)]),
    store.any([when, build(own(schema, "else") ?? true, lenient)]),
  ]);
};

/** The keywords that combine schemas. */
export const LOGIC_BUILDERS: Builders = {
  allOf: ({ store, build }, schema, lenient) =>
    store.all(branches(schema, "allOf").map((inner) => build(inner, lenient))),
  anyOf: ({ store, build }, schema, lenient) =>
    store.any(branches(schema, "anyOf").map((inner) => build(inner, lenient))),
  oneOf: ({ store, build }, schema, lenient) => {
    const parts = branches(schema, "oneOf").map((inner) => build(inner, lenient));
    // A reader of answers does not care which of the branches one comes from.
    if (lenient || parts.length === 1) return store.any(parts);
    return store.make({ kind: "one", parts: parts.toSorted((a, b) => a.id - b.id) });
  },
  not: ({ store, build }, schema) => store.not(build(schema["not"], false)),
  if: buildIf,
  // ajv reads it in 2020-12 as well, where the specification dropped it.
  dependencies: () => {
    throw new NotModelled("dependencies");
  },
};

/** The list of a combining keyword. @throws NotModelled for an empty one: validators differ */
function branches(schema: SchemaObject, key: string): readonly unknown[] {
  const list = listAt(schema, key);
  if (list.length === 0) throw new NotModelled(`${key} must not be empty`);
  return list;
}
