import { isObject, own, put } from "../json/value.ts";
import { NotModelled } from "./bounds.ts";
import type { Dialect } from "./dialect.ts";
import { innerSchemas, isSilent, LISTS, MAPS, ONES } from "./schema-positions.ts";

/** An object of a schema document: keywords and their values. */
export type SchemaObject = Readonly<Record<string, unknown>>;

/** What older dialects do not know though 2020-12 asserts it: whether a validator applies it there is anybody's guess. */
const FOREIGN: Readonly<Record<Dialect, ReadonlySet<string>>> = {
  "2020-12": new Set(),
  "draft-07": new Set([
    "prefixItems",
    "unevaluatedItems",
    "unevaluatedProperties",
    "dependentRequired",
    "dependentSchemas",
    "minContains",
    "maxContains",
    "$dynamicRef",
    "$anchor",
    "$dynamicAnchor",
  ]),
  "draft-04": new Set([
    "prefixItems",
    "unevaluatedItems",
    "unevaluatedProperties",
    "dependentRequired",
    "dependentSchemas",
    "minContains",
    "maxContains",
    "$dynamicRef",
    "$anchor",
    "$dynamicAnchor",
    "const",
    "contains",
    "propertyNames",
    "if",
    "$id",
  ]),
};

/**
 * The same schema in the words of 2020-12: tuple `items`, `dependencies` and boolean exclusive bounds are rewritten.
 * @throws NotModelled where keywords do not hold what their names promise. The schema must have passed `refuseHuge`.
 */
export function lower(schema: unknown, dialect: Dialect): unknown {
  if (typeof schema === "boolean") return schema;
  if (!isObject(schema)) throw new NotModelled("a schema is an object or a boolean");
  const older = dialect !== "2020-12";
  const out: Record<string, unknown> = {};
  for (const key of Object.keys(schema)) {
    const value = schema[key];
    if (key === "$schema" || (older && key === "additionalItems")) continue;
    if (key === "items" && Array.isArray(value)) lowerTuple(schema, value, dialect, out);
    else if (older && key === "dependencies") lowerDependencies(value, dialect, out);
    else if (dialect === "draft-04" && isBound(key)) lowerBound(schema, key, out);
    else if (key === "__proto__") put(out, key, value);
    else out[key] = lowerKeyword(key, value, dialect);
  }
  return out;
}

function lowerKeyword(key: string, value: unknown, dialect: Dialect): unknown {
  if (ONES.has(key)) return lower(value, dialect);
  if (LISTS.has(key)) {
    if (!Array.isArray(value)) throw new NotModelled(`${key} must be a list`);
    return value.map((inner) => lower(inner, dialect));
  }
  if (!MAPS.has(key)) return value;
  if (!isObject(value)) throw new NotModelled(`${key} must be an object`);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, lower(inner, dialect)]));
}

function lowerTuple(
  schema: SchemaObject,
  items: readonly unknown[],
  dialect: Dialect,
  out: Record<string, unknown>,
): void {
  // 2020-12 has no list here: validators refuse the schema.
  if (dialect === "2020-12") throw new NotModelled("items must be a schema");
  out["prefixItems"] = items.map((inner) => lower(inner, dialect));
  if (Object.hasOwn(schema, "additionalItems")) out["items"] = lower(schema["additionalItems"], dialect);
}

function lowerDependencies(value: unknown, dialect: Dialect, out: Record<string, unknown>): void {
  if (!isObject(value)) throw new NotModelled("dependencies must be an object");
  const required: Record<string, unknown> = {};
  const schemas: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    if (Array.isArray(value[name])) put(required, name, value[name]);
    else put(schemas, name, lower(value[name], dialect));
  }
  out["dependentRequired"] = required;
  out["dependentSchemas"] = schemas;
}

function isBound(key: string): boolean {
  return /^(?:exclusiveM|m)(?:in|ax)imum$/.test(key);
}

function lowerBound(schema: SchemaObject, key: string, out: Record<string, unknown>): void {
  const end = key.endsWith("inimum") ? "inimum" : "aximum";
  const exclusive = own(schema, `exclusiveM${end}`);
  if (exclusive !== undefined && typeof exclusive !== "boolean") throw new NotModelled(`exclusiveM${end}`);
  if (key.startsWith("exclusive")) return;
  out[exclusive === true ? `exclusiveM${end}` : key] = schema[key];
}

/** References through what is no schema would reach text that was never rewritten. */
const SCHEMA_PATH =
  /^#(?:\/(?:definitions|\$defs|properties|patternProperties)\/[^/]*|\/(?:items|additionalProperties|not|then|else)|\/(?:allOf|anyOf|oneOf)\/\d+)*$/;

/**
 * Refuses what readings differ about: keywords of a later dialect, and assertions beside a `$ref`, which the
 * specification ignored before 2020-12 and ajv applies. @throws NotModelled
 */
export function refuseForeign(schema: unknown, dialect: Dialect): void {
  if (!isObject(schema) || dialect === "2020-12") return;
  const ref = own(schema, "$ref");
  const beside = typeof ref === "string";
  if (beside && !SCHEMA_PATH.test(ref)) throw new NotModelled("a reference to what may be no schema");
  for (const key of Object.keys(schema)) {
    if (FOREIGN[dialect].has(key)) throw new NotModelled(`${key} is not a keyword of ${dialect}`);
    if (beside && key !== "$ref" && !isSilent(key)) throw new NotModelled("keywords beside a $ref");
  }
  for (const inner of innerSchemas(schema)) refuseForeign(inner, dialect);
}
