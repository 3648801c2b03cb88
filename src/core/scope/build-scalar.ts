import { own } from "../json/value.ts";
import { NotModelled } from "../json/bounds.ts";
import { patternNode, sizeBuilders, type Builder, type Builders } from "./building.ts";
import { ARRAY, BOOLEAN, NULL, NUMBER, OBJECT, STRING } from "./types.ts";
import { flagAt, listAt, numberAt, textAt } from "../schema/keyword-values.ts";

const TYPE_BITS: ReadonlyMap<unknown, number> = new Map([
  ["null", NULL],
  ["boolean", BOOLEAN],
  ["number", NUMBER],
  ["string", STRING],
  ["array", ARRAY],
  ["object", OBJECT],
]);

/** Formats of strings alone; of any other name a validator may have its own idea. */
const STRING_FORMATS = new Set(
  (
    "date-time date time duration email idn-email hostname idn-hostname ipv4 ipv6 uri uri-reference iri " +
    "iri-reference uuid uri-template json-pointer relative-json-pointer regex url byte password binary"
  ).split(" "),
);

const buildType: Builder = ({ store }, schema) => {
  const type = own(schema, "type");
  const names: readonly unknown[] = Array.isArray(type) ? type : [type];
  let mask = 0;
  for (const name of names) {
    const bit = name === "integer" ? 0 : TYPE_BITS.get(name);
    if (bit === undefined) throw new NotModelled("an unknown type");
    mask |= bit;
  }
  if (names.length === 0) throw new NotModelled("type must not be empty");
  const parts = [store.type(mask)];
  const integers = names.includes("integer") && (mask & NUMBER) === 0;
  if (integers) parts.push(store.all([store.type(NUMBER), store.make({ kind: "multiple", of: 1 })]));
  if (flagAt(schema, "nullable") && (mask & NULL) === 0) {
    // OpenAPI's keyword: ajv applies it, the specification does not know it.
    const applied = store.make({ kind: "opaque", on: NULL, name: "nullable" });
    parts.push(store.all([store.type(NULL), applied]));
  } else if (schema["nullable"] === false && (mask & NULL) !== 0) throw new NotModelled("nullable: false");
  return store.any(parts);
};

/** The keywords about values of any type, numbers and strings. */
export const SCALAR_BUILDERS: Builders = {
  type: buildType,
  nullable: ({ store }, schema) => {
    if (!Object.hasOwn(schema, "type")) throw new NotModelled("nullable without a type");
    return store.anything;
  },
  enum: ({ store }, schema) => {
    const values = listAt(schema, "enum") ?? [];
    if (values.length === 0) throw new NotModelled("enum must not be empty");
    return store.enum(values);
  },
  const: ({ store }, schema) => store.enum([schema["const"]]),
  minimum: bound("minimum", "min", false),
  maximum: bound("maximum", "max", false),
  exclusiveMinimum: bound("exclusiveMinimum", "min", true),
  exclusiveMaximum: bound("exclusiveMaximum", "max", true),
  multipleOf: ({ store }, schema) => {
    const of = numberAt(schema, "multipleOf");
    if (of <= 0) throw new NotModelled("multipleOf must be above 0");
    return store.make({ kind: "multiple", of });
  },
  ...sizeBuilders(STRING, "Length"),
  pattern: ({ store }, schema) => patternNode(store, textAt(schema, "pattern")),
  format: ({ store }, schema) => {
    const format = textAt(schema, "format");
    const on = STRING_FORMATS.has(format) ? STRING : STRING | NUMBER;
    return store.make({ kind: "opaque", on, name: `format ${format}` });
  },
};

function bound(key: string, side: "min" | "max", open: boolean): Builder {
  // Adding 0 makes one number of 0 and -0.
  return ({ store }, schema) => store.make({ kind: "bound", side, value: numberAt(schema, key) + 0, open });
}
