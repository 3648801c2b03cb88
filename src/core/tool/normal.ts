import { canonicalJson, digestOf, type Digest } from "../json/canonical.ts";
import { sortedBy } from "../json/order.ts";
import { sameJson } from "../json/equal.ts";
import { isObject, put } from "../json/value.ts";
import { SCHEMA_LISTS, SCHEMA_MAPS, SCHEMAS, SET_KEYWORDS } from "./schema-keywords.ts";
import type { Tool } from "./tool.ts";

/**
 * A schema with the members of `required`, `enum` and `type` sorted wherever they are keywords. What only looks like
 * one (a property named `required`, data inside `default` or `const`) is left as it is.
 */
export function normalSchema(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const normal: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) put(normal, key, normalKeyword(key, value));
  return normal;
}

function normalKeyword(key: string, value: unknown): unknown {
  if (SET_KEYWORDS.has(key) && Array.isArray(value)) return sortedBy(value, canonicalJson);
  if (SCHEMA_MAPS.has(key) && isObject(value)) {
    const map: Record<string, unknown> = {};
    for (const [name, inner] of Object.entries(value)) put(map, name, normalSchema(inner));
    return map;
  }
  if ((SCHEMA_LISTS.has(key) || key === "items") && Array.isArray(value)) return value.map(normalSchema);
  return SCHEMAS.has(key) ? normalSchema(value) : value;
}

/** Whether two schemas have one normal form; where they differ early it costs little to find out. */
export function sameSchema(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (!isObject(left) || !isObject(right)) return sameJson(left, right);
  return sameKeys(left, right, (key) => sameKeyword(key, left[key], right[key]));
}

function sameKeyword(key: string, left: unknown, right: unknown): boolean {
  if (SCHEMA_MAPS.has(key) && isObject(left) && isObject(right))
    return sameKeys(left, right, (name) => sameSchema(left[name], right[name]));
  return sameJson(normalKeyword(key, left), normalKeyword(key, right));
}

function sameKeys(left: object, right: object, isSame: (key: string) => boolean): boolean {
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => Object.hasOwn(right, key) && isSame(key));
}

/** A tool in normal form: two tools that differ in order alone have the same one. */
export function normalTool(tool: Tool): Tool {
  const normal: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(tool)) {
    put(normal, key, key === "inputSchema" || key === "outputSchema" ? normalSchema(value) : value);
  }
  return normal as Tool;
}

/** The digest of one tool's normal form: what `declined` names a live form by. */
export function toolDigest(tool: Tool): Digest {
  return digestOf(normalTool(tool));
}
