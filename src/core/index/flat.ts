import { sameJson } from "../json/equal.ts";
import { isObject, own, put } from "../json/value.ts";
import type { SchemaObject } from "../schema/lower.ts";

/** An object schema without compositions: they are worked into its properties and what it requires. */
export type Flat = SchemaObject & { readonly properties: SchemaObject };

const COMPOSING: ReadonlySet<string> = new Set([
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "then",
  "else",
  "dependentSchemas",
]);
const OWN_WAY: ReadonlySet<string> = new Set([
  "properties",
  "required",
  "additionalProperties",
  "unevaluatedProperties",
]);

/**
 * The root of an input as one object. `allOf` adds all that its branches say; of `anyOf` and `oneOf` every branch's
 * properties may be given, and what all of them require is required; conditions only add their properties. What excludes
 * (`not`) is left out: so it is never narrower than what it was made of.
 */
export function flat(schema: SchemaObject): Flat {
  const out: Record<string, unknown> = {};
  for (const key of Object.keys(schema))
    if (!COMPOSING.has(key) && !OWN_WAY.has(key)) put(out, key, schema[key]);
  let object: Flat = { ...out, ...bodyOf(schema) };
  for (const part of listAt(schema, "allOf")) object = both(object, flat(part));
  for (const key of ["anyOf", "oneOf"]) {
    const branches = listAt(schema, key).map(flat);
    if (branches.length > 0) object = both(object, branches.reduce(either));
  }
  const conditional = ["if", "then", "else"].map((key) => own(schema, key)).filter(isObject);
  const dependent = Object.values(isObject(schema["dependentSchemas"]) ? schema["dependentSchemas"] : {});
  for (const part of [...conditional, ...dependent.filter(isObject)]) object = offering(object, flat(part));
  return object;
}

function bodyOf(schema: SchemaObject): Flat {
  const properties = own(schema, "properties");
  const required = own(schema, "required");
  const rest = own(schema, "additionalProperties") ?? own(schema, "unevaluatedProperties");
  return {
    properties: isObject(properties) ? properties : {},
    ...(Array.isArray(required) && required.length > 0 && { required: [...required] }),
    ...(rest !== undefined && { additionalProperties: rest }),
  };
}

function listAt(schema: SchemaObject, key: string): SchemaObject[] {
  const list = own(schema, key);
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** What must hold of both: a name that both describe must be as both say. */
function both(left: Flat, right: Flat): Flat {
  const required = union(requiredOf(left), requiredOf(right));
  const properties = joined(left, right, (one, other) => ({ allOf: [one, other] }));
  return { ...withoutRequired(right), ...withoutRequired(left), properties, ...withRequired(required) };
}

/** What holds of either. Keywords that only one of them has say nothing of the other. */
function either(left: Flat, right: Flat): Flat {
  const shared: Record<string, unknown> = {};
  for (const key of Object.keys(left)) {
    if (Object.hasOwn(right, key) && sameJson(left[key], right[key])) put(shared, key, left[key]);
  }
  const others = new Set(requiredOf(right));
  const properties = joined(left, right, (one, other) => ({ anyOf: [...choices(one), other] }));
  return {
    ...withoutRequired(shared),
    properties,
    ...withRequired(requiredOf(left).filter((name) => others.has(name))),
  };
}

/** The first, to which the properties of the second may be given. */
function offering(object: Flat, more: Flat): Flat {
  const properties: Record<string, unknown> = {};
  for (const source of [more.properties, object.properties])
    for (const name of Object.keys(source)) put(properties, name, source[name]);
  return { ...object, properties };
}

/** The choices that were put together already, so that many branches give one list. */
function choices(schema: unknown): readonly unknown[] {
  const list = isObject(schema) && Object.keys(schema).length === 1 ? own(schema, "anyOf") : undefined;
  return Array.isArray(list) ? list : [schema];
}

function joined(left: Flat, right: Flat, join: (one: unknown, other: unknown) => unknown): SchemaObject {
  const properties: Record<string, unknown> = {};
  for (const name of Object.keys(left.properties)) put(properties, name, left.properties[name]);
  for (const name of Object.keys(right.properties)) {
    const [one, other] = [own(properties, name), right.properties[name]];
    const isNew = one === undefined || one === true || (isObject(one) && Object.keys(one).length === 0);
    const isKnown = !isNew && choices(one).some((choice) => sameJson(choice, other));
    if (!isKnown) put(properties, name, isNew ? other : join(one, other));
  }
  return properties;
}

function requiredOf({ required }: Flat): string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
}

function union(left: readonly string[], right: readonly string[]): string[] {
  return [...new Set([...left, ...right])];
}

function withRequired(required: readonly string[]): { readonly required?: readonly string[] } {
  return required.length > 0 ? { required } : {};
}

function withoutRequired(schema: SchemaObject): SchemaObject {
  const { required: _, ...rest } = schema;
  return rest;
}
