/** Keywords whose value maps names to schemas. */
export const SCHEMA_MAPS: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
  "dependentSchemas",
  "dependencies", // draft-07: schemas, or lists of names
]);

/** Keywords whose value is a list of schemas. */
export const SCHEMA_LISTS: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);

/** Keywords whose value is one schema (`items` is a list of them before 2020-12). */
export const SCHEMAS: ReadonlySet<string> = new Set([
  "items",
  "additionalItems",
  "additionalProperties",
  "unevaluatedItems",
  "unevaluatedProperties",
  "propertyNames",
  "contains",
  "contentSchema",
  "not",
  "if",
  "then",
  "else",
]);

/** Keywords whose list is a set: the order of its members says nothing (DESIGN: order never is a change). */
export const SET_KEYWORDS: ReadonlySet<string> = new Set(["required", "enum", "type"]);
