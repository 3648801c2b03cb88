import { isObject, own, put } from "../json/value.ts";
import type { SchemaObject } from "../schema/lower.ts";
import { LISTS, MAPS, ONES } from "../schema/positions.ts";

/** Keywords whose schemas are of the same value, and are not closed by themselves; and those that must be left alone. */
const SAME_VALUE: ReadonlySet<string> = new Set(["allOf", "if", "then", "else"]);
const LEFT_ALONE: ReadonlySet<string> = new Set(["not", "contains", "propertyNames", "if"]);

/**
 * A schema without references with the closing of the closed world (DESIGN §5) written out: an object that declares
 * properties says `additionalProperties: false` itself, or each of its branches does. Where what it composes must be seen
 * as a whole it is left open, as this is advice.
 */
export function closed(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const inner = withInner(schema);
  const isOpen =
    Object.hasOwn(schema, "additionalProperties") || Object.hasOwn(schema, "unevaluatedProperties");
  if (isOpen || !declares(schema) || composes(schema)) return inner;
  return { ...inner, additionalProperties: false };
}

function withInner(schema: SchemaObject): SchemaObject {
  const out: Record<string, unknown> = {};
  // Branches close themselves only where nothing beside them declares what they would then refuse.
  const closesBranches = !declares(schema) && !Object.hasOwn(schema, "allOf");
  for (const key of Object.keys(schema)) {
    const isBranch = key === "anyOf" || key === "oneOf";
    const change = SAME_VALUE.has(key) || (isBranch && !closesBranches) ? insideOnly : closed;
    put(out, key, LEFT_ALONE.has(key) ? schema[key] : mapped(key, schema[key], change));
  }
  return out;
}

function insideOnly(schema: unknown): unknown {
  return isObject(schema) ? withInner(schema) : schema;
}

function mapped(key: string, value: unknown, change: (schema: unknown) => unknown): unknown {
  if (ONES.has(key)) return change(value);
  if (LISTS.has(key) && Array.isArray(value)) return value.map(change);
  if (!MAPS.has(key) || !isObject(value)) return value;
  const map: Record<string, unknown> = {};
  for (const name of Object.keys(value)) put(map, name, change(value[name]));
  return map;
}

function declares(schema: SchemaObject): boolean {
  return own(schema, "properties") !== undefined || own(schema, "patternProperties") !== undefined;
}

function composes(schema: SchemaObject): boolean {
  return ["allOf", "anyOf", "oneOf", "then", "else", "dependentSchemas"].some((key) =>
    Object.hasOwn(schema, key),
  );
}
