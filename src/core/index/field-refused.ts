import { isObject, own, put } from "../json/value.ts";
import { plain } from "../explain/inert.ts";
import { permits } from "../scope/permits.ts";
import type { SchemaObject } from "../schema/lower.ts";
import { requiredOf } from "./meet.ts";
import { simpleSchema, type SimpleSchema } from "./simple.ts";

/** Which field of some arguments a schema refuses, as far as that can be told. */
export interface FieldRefused {
  readonly why: "undeclared" | "missing" | "value" | "whole";
  /** The names that lead to the field; empty where it is the arguments as a whole. */
  readonly path: readonly string[];
}

const WHOLE: FieldRefused = { why: "whole", path: [] };
const MAX_DEPTH = 8;

/** The first field that a schema refuses: one that it does not declare, then one that is missing, then a value. */
export function fieldRefused(schema: unknown, value: unknown): FieldRefused {
  try {
    const simple = simpleOf(schema);
    return isObject(value) ? refusedIn(simple, value, defsOf(simple), []) : WHOLE;
  } catch {
    return WHOLE;
  }
}

/** Simple forms by schema object, as a model that is refused tries again: what was compiled for their fields is kept with them. */
const simples = new WeakMap<object, SimpleSchema>();

function simpleOf(schema: unknown): SimpleSchema {
  if (!isObject(schema)) return simpleSchema(schema);
  const simple = simples.get(schema) ?? simpleSchema(schema);
  simples.set(schema, simple);
  return simple;
}

function defsOf(schema: SchemaObject): SchemaObject {
  const defs = own(schema, "$defs");
  return isObject(defs) ? defs : {};
}

function refusedIn(
  schema: SchemaObject,
  value: Readonly<Record<string, unknown>>,
  defs: SchemaObject,
  path: readonly string[],
): FieldRefused {
  const properties = own(schema, "properties");
  const declared = isObject(properties) ? properties : {};
  const closes = own(schema, "additionalProperties") === false && !Object.hasOwn(schema, "patternProperties");
  const extra = Object.keys(value).find((name) => closes && !Object.hasOwn(declared, name));
  if (extra !== undefined) return { why: "undeclared", path: [...path, extra] };
  const missing = requiredOf(schema).find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return { why: "missing", path: [...path, missing] };
  for (const name of Object.keys(declared)) {
    if (!Object.hasOwn(value, name)) continue;
    const inner = declared[name];
    if (permits(standing(inner, defs), value[name], { side: "output" })) continue;
    const deeper = value[name];
    const at = [...path, name];
    const inside =
      isObject(inner) && isObject(deeper) && path.length < MAX_DEPTH
        ? refusedIn(inner, deeper, defs, at)
        : WHOLE;
    return inside.why === "whole" ? { why: "value", path: at } : inside;
  }
  return WHOLE;
}

function standing(schema: unknown, defs: SchemaObject): unknown {
  if (!isObject(schema) || Object.keys(defs).length === 0) return schema;
  const out: Record<string, unknown> = { $defs: defs };
  for (const key of Object.keys(schema)) put(out, key, schema[key]);
  return out;
}

/** Which field is refused and by whom, as a sentence. */
export function fieldWords({ why, path }: FieldRefused, whose: string): string {
  const field = path.map((name) => plain(name, { form: "name", limit: 60 })).join(".");
  switch (why) {
    case "undeclared":
      return `the field ${field} is not one that ${whose} has. Leave it out.`;
    case "missing":
      return `the field ${field} is missing, and ${whose} requires it.`;
    case "value":
      return `the value of the field ${field} is not one that ${whose} permits.`;
    case "whole":
      return `${whose} does not permit these arguments.`;
    default:
      return why satisfies never;
  }
}
