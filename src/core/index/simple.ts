import { isObject, own, put } from "../json/value.ts";
import { NotModelled } from "../json/bounds.ts";
import { dialectOf } from "../schema/dialect.ts";
import { lower, type SchemaObject } from "../schema/lower.ts";
import { survey } from "../schema/survey.ts";
import { closed } from "./closed.ts";
import { flat } from "./flat.ts";
import { inlined } from "./inline.ts";

/** An input schema as model APIs want it: one object at the root, see `simpleSchema`. */
export type SimpleSchema = SchemaObject & { readonly type: "object"; readonly properties: SchemaObject };

/**
 * An input schema in the words of 2020-12 as model APIs want it: one object at the root without any composition there,
 * definitions inlined (those that refer to themselves stay under `$defs`), closing written as
 * `additionalProperties: false`. Where compositions at the root can't be said so, it is wider than what it was made of:
 * it is advice, and never what a call is judged by.
 * @param prefix what the names of its definitions begin with
 * @throws NotModelled for what is malformed or can't be resolved: it permits nothing
 */
export function simpleSchema(schema: unknown): SimpleSchema {
  return sealed(objectSchema(schema, "d"));
}

/** As `simpleSchema`, but what is open at the root stays open. */
export function objectSchema(schema: unknown, prefix: string): SimpleSchema {
  if (schema === false) throw new NotModelled("it permits nothing");
  const { root, defs } = inlined(modern(schema), prefix);
  const object = flat(root);
  const properties: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(object.properties)) put(properties, name, closed(inner));
  return {
    ...object,
    type: "object",
    properties,
    additionalProperties: closed(own(object, "additionalProperties") ?? false),
    ...(defs.size > 0 && {
      $defs: Object.fromEntries([...defs].map(([name, inner]) => [name, closed(inner)])),
    }),
  };
}

/** Closes the root. A tool whose arguments are a map of the caller's own names stays one: it would permit none at all. */
export function sealed(schema: SimpleSchema): SimpleSchema {
  const rest = own(schema, "additionalProperties");
  const isMap = Object.keys(schema.properties).length === 0 && isObject(rest) && Object.keys(rest).length > 0;
  return isMap ? schema : { ...schema, additionalProperties: false };
}

/** A schema in the words of 2020-12. @throws NotModelled for what is malformed */
export function modern(schema: unknown): SchemaObject {
  const { dialect } = dialectOf(schema);
  const { rewrite } = survey(schema, dialect);
  const words = rewrite && dialect !== "2020-12" ? lower(schema, dialect) : schema;
  return isObject(words) ? words : {};
}
