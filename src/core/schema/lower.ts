import { isObject, own, put } from "../json/value.ts";
import { NotModelled } from "../json/bounds.ts";
import type { Dialect } from "./dialect.ts";
import { LISTS, MAPS, ONES } from "./positions.ts";

/** An object of a schema document: keywords and their values. */
export type SchemaObject = Readonly<Record<string, unknown>>;

/**
 * A schema of an older dialect in the words of 2020-12: tuple `items`, `dependencies` and boolean exclusive bounds are
 * rewritten. The schema must have passed `survey`.
 * @throws NotModelled where keywords do not hold what their names promise
 */
export function lower(schema: unknown, dialect: Exclude<Dialect, "2020-12">): unknown {
  if (!isObject(schema)) return schema;
  const out: Record<string, unknown> = {};
  for (const key of Object.keys(schema)) {
    const value = schema[key];
    if (key === "$schema" || key === "additionalItems") continue;
    if (key === "items" && Array.isArray(value)) {
      out["prefixItems"] = value.map((inner) => lower(inner, dialect));
      if (Object.hasOwn(schema, "additionalItems")) out["items"] = lower(schema["additionalItems"], dialect);
    } else if (key === "dependencies") lowerDependencies(value, dialect, out);
    else if (dialect === "draft-04" && isBound(key)) lowerBound(schema, key, out);
    else if (key === "__proto__") put(out, key, value);
    else out[key] = lowerKeyword(key, value, dialect);
  }
  return out;
}

function lowerKeyword(key: string, value: unknown, dialect: Exclude<Dialect, "2020-12">): unknown {
  if (ONES.has(key)) return lower(value, dialect);
  if (LISTS.has(key) && Array.isArray(value)) return value.map((inner) => lower(inner, dialect));
  if (!MAPS.has(key) || !isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, lower(inner, dialect)]));
}

function lowerDependencies(
  value: unknown,
  dialect: Exclude<Dialect, "2020-12">,
  out: Record<string, unknown>,
): void {
  if (!isObject(value)) throw new NotModelled("dependencies must be an object");
  const required: Record<string, unknown> = {};
  const schemas: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    if (Array.isArray(value[name])) put<unknown>(required, name, value[name]);
    else put<unknown>(schemas, name, lower(value[name], dialect));
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
