/** What a kind of change is about: permission is judged for scope; the other two leave scope as it is. */
export type ChangeClass = "permission" | "behaviour" | "wording";

/** Every kind of difference between two schemas, with its class. The ids are stable: people write tests against them. */
export const SCHEMA_CHANGE_KINDS = {
  "field-added": "permission",
  "field-removed": "permission",
  "field-required": "permission",
  "field-optional": "permission",
} as const satisfies Record<string, ChangeClass>;

/** The id of a kind of difference between two schemas. */
export type SchemaChangeKind = keyof typeof SCHEMA_CHANGE_KINDS;
