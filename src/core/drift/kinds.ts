import { SCHEMA_CHANGE_KINDS, type ChangeClass } from "../scope/kinds.ts";

/** Every kind of change of a drift, with its class: those of a schema, and those of the tool or card around it. */
export const CHANGE_KINDS = {
  ...SCHEMA_CHANGE_KINDS,
  "tool-added": "permission",
  "tool-removed": "permission",
} as const satisfies Record<string, ChangeClass>;

/** The id of a kind of change. */
export type ChangeKind = keyof typeof CHANGE_KINDS;
