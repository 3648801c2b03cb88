import { sameJson } from "../json/equal.ts";
import { isObject, own, put } from "../json/value.ts";
import { normalSchema } from "../tool/normal.ts";
import type { Side } from "./change.ts";
import { isAnnotation } from "./walk-vocabulary.ts";

/** Whether there is a value that one schema permits and another does not. */
export type Answer = "no" | "yes" | "unknown";

/** What two schemas differ by in what they permit. */
export interface Decision {
  /** Whether the schema after permits what the one before does not. */
  readonly gain: Answer;
  /** Whether the schema before permits what the one after does not. */
  readonly loss: Answer;
  /** A value that is gained; it was checked. */
  readonly witness?: unknown;
}

/** Under which reading two schemas are compared (DESIGN §5). */
export interface DecideOptions {
  readonly side: Side;
  readonly world: "closed" | "open";
  /** The dialect of a schema that names none. */
  readonly dialect?: string;
}

/**
 * Decides what one schema permits and another does not. Sound: never "no" where there is such a value.
 * For now it knows equal schemas, and says "unknown" of all others.
 */
export function decide(before: unknown, after: unknown, options: DecideOptions): Decision {
  void options;
  if (sameJson(restricting(normalSchema(before)), restricting(normalSchema(after))))
    return { gain: "no", loss: "no" };
  return { gain: "unknown", loss: "unknown" };
}

/** The schema without its annotations at the top and in its fields. */
function restricting(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const out: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (!isAnnotation(key) || key === "$id" || key === "$anchor") put(out, key, value);
  }
  const properties = own(out, "properties");
  if (!isObject(properties)) return out;
  const fields: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(properties)) put(fields, name, restricting(inner));
  put(out, "properties", fields);
  return out;
}
