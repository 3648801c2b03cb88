import { isObject } from "../json/value.ts";
import { SCHEMA_LISTS, SCHEMA_MAPS, SCHEMAS } from "../tool/schema-keywords.ts";

/** Keywords that map names to schemas, as closed-world.mjs counts them. */
export const MAPS: ReadonlySet<string> = without(SCHEMA_MAPS, "dependencies");

/** Keywords that hold a list of schemas. */
export const LISTS: ReadonlySet<string> = SCHEMA_LISTS;

/** Keywords that hold one schema. */
export const ONES: ReadonlySet<string> = without(SCHEMAS, "additionalItems", "contentSchema");

function without(keywords: ReadonlySet<string>, ...left: readonly string[]): ReadonlySet<string> {
  return new Set([...keywords].filter((key) => !left.includes(key)));
}

/** The schemas directly inside a schema (draft-07's too). */
export function* innerSchemas(schema: Readonly<Record<string, unknown>>): Generator {
  for (const key of Object.keys(schema)) {
    const value = schema[key];
    if (Array.isArray(value) && (LISTS.has(key) || key === "items")) yield* value;
    else if (isObject(value) && (MAPS.has(key) || key === "dependencies")) yield* Object.values(value);
    else if (ONES.has(key) || key === "additionalItems") yield value;
  }
}

const SILENT: ReadonlySet<string> = new Set(
  "$schema $id id $comment $defs definitions title description default examples deprecated readOnly writeOnly".split(
    " ",
  ),
);

/** Whether a keyword surely says nothing about what is permitted. */
export function isSilent(key: string): boolean {
  return SILENT.has(key) || key.startsWith("x-");
}

/** Whether a schema says nothing, so that ajv leaves it out. */
export function isTrivial(schema: unknown): boolean {
  return isObject(schema) ? Object.keys(schema).every(isSilent) : schema === true;
}
