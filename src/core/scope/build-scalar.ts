import { own } from "../json/value.ts";
import { NotModelled } from "./bounds.ts";
import { buildSizes, patternNode, type Building } from "./building.ts";
import { ARRAY, BOOLEAN, NULL, NUMBER, OBJECT, STRING, type Node, type Store } from "./ir.ts";
import { flagAt, listAt, numberAt, textAt } from "./keyword-values.ts";
import type { SchemaObject } from "./lower.ts";

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

/** What `buildScalar` reads. */
export const SCALAR_KEYWORDS: ReadonlySet<string> = new Set(
  "type nullable enum const minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format".split(
    " ",
  ),
);

/** Types, lists of values, and the keywords of numbers and strings. */
export function buildScalar({ store }: Building, schema: SchemaObject): Node[] {
  const parts: Node[] = [];
  const type = own(schema, "type");
  if (type !== undefined) parts.push(buildType(store, type, schema));
  else if (Object.hasOwn(schema, "nullable")) throw new NotModelled("nullable without a type");
  const values = listAt(schema, "enum");
  if (values?.length === 0) throw new NotModelled("enum must not be empty");
  if (values !== undefined) parts.push(store.enum(values));
  if (Object.hasOwn(schema, "const")) parts.push(store.enum([schema["const"]]));
  parts.push(...buildNumber(store, schema), ...buildString(store, schema));
  return parts;
}

function buildType(store: Store, type: unknown, schema: SchemaObject): Node {
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
}

function buildNumber(store: Store, schema: SchemaObject): Node[] {
  const parts: Node[] = [];
  for (const [key, side, open] of [
    ["minimum", "min", false],
    ["maximum", "max", false],
    ["exclusiveMinimum", "min", true],
    ["exclusiveMaximum", "max", true],
  ] as const) {
    const value = numberAt(schema, key);
    if (value !== undefined) parts.push(store.make({ kind: "bound", side, value: value + 0, open }));
  }
  const of = numberAt(schema, "multipleOf");
  if (of !== undefined && of <= 0) throw new NotModelled("multipleOf must be above 0");
  if (of !== undefined) parts.push(store.make({ kind: "multiple", of }));
  return parts;
}

function buildString(store: Store, schema: SchemaObject): Node[] {
  const parts = buildSizes(store, schema, STRING, "Length");
  const pattern = textAt(schema, "pattern");
  if (pattern !== undefined) parts.push(patternNode(store, pattern));
  const format = textAt(schema, "format");
  if (format !== undefined) {
    const on = STRING_FORMATS.has(format) ? STRING : STRING | NUMBER;
    parts.push(store.make({ kind: "opaque", on, name: `format ${format}` }));
  }
  return parts;
}
