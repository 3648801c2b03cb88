import { fullFormats } from "ajv-formats/dist/formats.js";
import { isObject, own } from "../../src/core/json/value.ts";
import { isMultiple } from "../../src/core/scope/decimal.ts";

// A second judge for the fuzzer: JSON Schema 2020-12 read straight from the specification, by annotations, with nothing
// of the engine's formulas. A fault is only a fault where both judges agree. ajv 8.20 was seen to err where
// - keywords follow a tuple that is longer than the array: they are skipped;
// - the first branch of a union fails: the names that it covers by a pattern, or by a union of its own, count all the same;
// - names are covered dynamically: those that every object inherits (`constructor`) count as covered;
// - `if` fails: what it covers counts all the same; and where nothing follows from it, it covers nothing;
// - `contains` stands beside `unevaluatedItems`: every item counts as covered;
// - `multipleOf` is no whole number, or the number is 1e21 or more.

/** What a schema evaluated of the value: names, items by position. */
interface Outcome {
  valid: boolean;
  readonly names: Set<string>;
  readonly items: Set<number>;
}

/** Whether a document accepts a value, by the specification. */
export function referenceAccepts(document: unknown, value: unknown): boolean {
  return evaluate(document, value, document).valid;
}

function evaluate(schema: unknown, value: unknown, root: unknown): Outcome {
  const outcome: Outcome = { valid: schema !== false, names: new Set(), items: new Set() };
  if (!isObject(schema)) return outcome;
  const inPlace = (inner: unknown, must = true): boolean => {
    const one = evaluate(inner, value, root);
    if (one.valid) {
      for (const name of one.names) outcome.names.add(name);
      for (const item of one.items) outcome.items.add(item);
    } else if (must) outcome.valid = false;
    return one.valid;
  };
  const fail = (ok: boolean) => {
    if (!ok) outcome.valid = false;
  };
  const inside = (inner: unknown, at: unknown) => evaluate(inner, at, root).valid;
  const ref = own(schema, "$ref");
  if (typeof ref === "string") inPlace(resolved(root, ref));
  for (const part of list(schema, "allOf")) inPlace(part);
  if ("anyOf" in schema) fail(list(schema, "anyOf").filter((part) => inPlace(part, false)).length > 0);
  if ("oneOf" in schema) fail(list(schema, "oneOf").filter((part) => inPlace(part, false)).length === 1);
  if ("not" in schema) fail(!evaluate(schema["not"], value, root).valid);
  if ("if" in schema) {
    const branch = inPlace(schema["if"], false) ? schema["then"] : schema["else"];
    if (branch !== undefined) inPlace(branch);
  }
  fail(scalar(schema, value));
  if (Array.isArray(value)) arrays(schema, value, outcome, inside, fail);
  if (isObject(value)) objects(schema, value, outcome, inside, fail, inPlace);
  return outcome;
}

type Inside = (inner: unknown, at: unknown) => boolean;

function scalar(schema: Readonly<Record<string, unknown>>, value: unknown): boolean {
  const { type, enum: values, multipleOf, pattern, format } = schema;
  const number = (key: string) => schema[key] as number;
  if (type !== undefined && !(Array.isArray(type) ? type : [type]).some((one) => isType(one, value)))
    return false;
  if (Array.isArray(values) && !values.some((one) => text(one) === text(value))) return false;
  if ("const" in schema && text(schema["const"]) !== text(value)) return false;
  if (typeof value === "number") {
    if (value < number("minimum") || value > number("maximum")) return false;
    if (value <= number("exclusiveMinimum") || value >= number("exclusiveMaximum")) return false;
    if (typeof multipleOf === "number" && isMultiple(value, multipleOf) === false) return false;
  }
  if (typeof value !== "string") return true;
  const size = Array.from(value).length;
  if (size < number("minLength") || size > number("maxLength")) return false;
  if (typeof pattern === "string" && !new RegExp(pattern, "u").test(value)) return false;
  return typeof format !== "string" || hasFormat(format, value);
}

function hasFormat(format: string, value: string): boolean {
  const known: unknown = fullFormats[format as keyof typeof fullFormats];
  if (known instanceof RegExp) return known.test(value);
  if (typeof known === "function") return Boolean(known(value));
  return isObject(known) && typeof known["validate"] === "function"
    ? Boolean(known["validate"](value))
    : true;
}

function arrays(
  schema: Readonly<Record<string, unknown>>,
  value: readonly unknown[],
  outcome: Outcome,
  inside: Inside,
  fail: (ok: boolean) => void,
): void {
  const prefix = list(schema, "prefixItems");
  for (const [at, item] of value.entries()) {
    const inner = at < prefix.length ? prefix[at] : schema["items"];
    if (inner === undefined) continue;
    outcome.items.add(at);
    fail(inside(inner, item));
  }
  fail(!(value.length < (schema["minItems"] as number)) && !(value.length > (schema["maxItems"] as number)));
  if (schema["uniqueItems"] === true) fail(new Set(value.map(text)).size === value.length);
  if ("contains" in schema) {
    const found = [...value.keys()].filter((at) => inside(schema["contains"], value[at]));
    for (const at of found) outcome.items.add(at);
    fail(found.length >= ((schema["minContains"] as number | undefined) ?? 1));
    fail(!(found.length > (schema["maxContains"] as number)));
  }
  if (!("unevaluatedItems" in schema)) return;
  for (const [at, item] of value.entries()) {
    if (!outcome.items.has(at)) fail(inside(schema["unevaluatedItems"], item));
    outcome.items.add(at);
  }
}

function objects(
  schema: Readonly<Record<string, unknown>>,
  value: Readonly<Record<string, unknown>>,
  outcome: Outcome,
  inside: Inside,
  fail: (ok: boolean) => void,
  inPlace: (inner: unknown) => boolean,
): void {
  const names = Object.keys(value);
  const has = (name: unknown) => Object.hasOwn(value, name as string);
  const covered = new Set<string>();
  for (const [name, inner] of entries(schema, "properties")) {
    if (!has(name)) continue;
    covered.add(name);
    fail(inside(inner, value[name]));
  }
  for (const [source, inner] of entries(schema, "patternProperties")) {
    for (const name of names.filter((one) => new RegExp(source, "u").test(one))) {
      covered.add(name);
      fail(inside(inner, value[name]));
    }
  }
  for (const name of names) {
    if ("additionalProperties" in schema && !covered.has(name)) {
      fail(inside(schema["additionalProperties"], value[name]));
      covered.add(name);
    }
    if ("propertyNames" in schema) fail(inside(schema["propertyNames"], name));
  }
  for (const name of covered) outcome.names.add(name);
  fail(list(schema, "required").every(has));
  fail(
    !(names.length < (schema["minProperties"] as number)) &&
      !(names.length > (schema["maxProperties"] as number)),
  );
  for (const [name, needed] of entries(schema, "dependentRequired")) {
    if (has(name)) fail((needed as unknown[]).every(has));
  }
  for (const [name, inner] of entries(schema, "dependentSchemas")) if (has(name)) inPlace(inner);
  if (!("unevaluatedProperties" in schema)) return;
  for (const name of names) {
    if (!outcome.names.has(name)) fail(inside(schema["unevaluatedProperties"], value[name]));
    outcome.names.add(name);
  }
}

function list(schema: Readonly<Record<string, unknown>>, key: string): readonly unknown[] {
  const value = own(schema, key);
  return Array.isArray(value) ? value : [];
}

function entries(schema: Readonly<Record<string, unknown>>, key: string): [string, unknown][] {
  const value = own(schema, key);
  return isObject(value) ? Object.entries(value) : [];
}

function isType(type: unknown, value: unknown): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  return type === "object" ? isObject(value) : typeof value === type;
}

function text(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(text).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  return `{${Object.keys(value)
    .toSorted()
    .map((key) => JSON.stringify(key) + text(value[key]))
    .join()}}`;
}

function resolved(root: unknown, ref: string): unknown {
  let at: unknown = root;
  for (const step of ref.split("/").slice(1)) at = isObject(at) ? own(at, step) : undefined;
  if (at === undefined) throw new Error(`unresolved ${ref}`);
  return at;
}
