import { isObject, own, put } from "../json/value.ts";
import { SCHEMA_LISTS, SCHEMA_MAPS, SCHEMAS } from "../tool/schema-keywords.ts";

/** Keywords that only people and models read. */
const WORDS: ReadonlySet<string> = new Set(["title", "description", "examples", "$comment"]);

/**
 * A schema with the words of another one: at each place that both have, the other's titles and descriptions or none;
 * at a place that the other lacks, none. What is permitted stays as it is.
 */
export function worded(schema: unknown, words: unknown): unknown {
  if (!isObject(schema)) return schema;
  const from = isObject(words) ? words : {};
  const out: Record<string, unknown> = {};
  for (const key of Object.keys(schema)) {
    if (!WORDS.has(key)) put(out, key, inside(key, schema[key], own(from, key)));
  }
  for (const key of WORDS) if (Object.hasOwn(from, key)) out[key] = from[key];
  return out;
}

function inside(key: string, value: unknown, words: unknown): unknown {
  if (SCHEMA_MAPS.has(key) && isObject(value)) {
    const map: Record<string, unknown> = {};
    for (const name of Object.keys(value))
      put(map, name, worded(value[name], isObject(words) ? own(words, name) : undefined));
    return map;
  }
  if (SCHEMA_LISTS.has(key) && Array.isArray(value))
    return value.map((inner, at) => worded(inner, Array.isArray(words) ? words[at] : undefined));
  return SCHEMAS.has(key) ? worded(value, words) : value;
}
