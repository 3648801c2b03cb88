import { canonicalJson, digestOf, type Digest } from "../json/canonical.ts";
import { sortedBy } from "../json/order.ts";
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
