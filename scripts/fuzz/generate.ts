import { isObject, put } from "../../src/core/json/value.ts";

/** Chances that a seed decides. */
export interface Dice {
  readonly chance: (share: number) => boolean;
  readonly pick: <T>(list: readonly T[]) => T;
  readonly upTo: (end: number) => number;
}

/** Dice from a source of numbers from 0 to below 1. */
export function createDice(random: () => number): Dice {
  const upTo = (end: number) => Math.floor(random() * (end + 1));
  return { upTo, chance: (share) => random() < share, pick: (list) => list[upTo(list.length - 1)] as never };
}

type Schema = Record<string, unknown>;

const NAMES = ["a", "b", "c", "x-a", "type", "constructor"];
const PATTERNS = [
  "^a",
  "a$",
  "^[a-c]+$",
  "^[ab]{1,2}$",
  "b",
  "^x-",
  "",
  "^$",
  "^.*$",
  "(^a|b)c?$",
  "^(a|b)$",
  "^[^a]*$",
  "\\d",
  "a{2,3}",
  "^\\w+$",
];
const FORMATS = ["email", "date", "uri"];
const SCALARS = [
  null,
  true,
  false,
  0,
  1,
  2,
  3,
  -1,
  0.5,
  1.5,
  10,
  "",
  "a",
  "b",
  "ab",
  "ac",
  "aab",
  "x-a",
  "1",
];

/** A random schema; `depth` is how deep it may nest, `names` the definitions it may refer to. */
function randomSchema(dice: Dice, depth: number, names: readonly string[] = []): unknown {
  if (dice.chance(0.04)) return dice.chance(0.7);
  const schema: Schema = {};
  const kinds = depth > 0 ? [0, 1, 2, 3, 3, 3, 4, 5, 5, 6] : [0, 1, 2];
  for (let times = dice.chance(0.7) ? 1 : 2; times > 0; times--) {
    addKeywords(dice, schema, dice.pick(kinds), depth, names);
  }
  if (names.length > 0 && dice.chance(0.2)) schema["$ref"] = `#/$defs/${dice.pick(names)}`;
  return schema;
}

/** A random document, sometimes with definitions, which may recur below a property or an item. */
export function randomDocument(dice: Dice): unknown {
  if (dice.chance(0.7)) return asTool(dice, randomSchema(dice, 3));
  const names = ["A", "B"].slice(0, 1 + dice.upTo(1));
  const root = randomSchema(dice, 2, names);
  if (!isObject(root)) return root;
  const definitions: Schema = {};
  for (const name of names) {
    const inner = randomSchema(dice, 1);
    const schema: Schema = isObject(inner) ? { ...inner } : {};
    const value = dice.chance(0.5) ? { $ref: `#/$defs/${dice.pick(names)}` } : randomSchema(dice, 1, names);
    if (dice.chance(0.5)) schema["properties"] = { ...(schema["properties"] as Schema), next: value };
    else schema["items"] = value;
    if (dice.chance(0.2)) schema["required"] = ["next"];
    delete schema["$ref"];
    definitions[name] = schema;
  }
  return asTool(dice, { ...root, $defs: definitions });
}

function asTool(dice: Dice, schema: unknown): unknown {
  return isObject(schema) && dice.chance(0.5) ? { ...schema, type: "object" } : schema;
}

function addKeywords(
  dice: Dice,
  schema: Schema,
  kind: number,
  depth: number,
  names: readonly string[],
): void {
  const inner = () => randomSchema(dice, depth - 1, names);
  const some = (share: number, key: string, value: () => unknown) => {
    if (dice.chance(share)) schema[key] = value();
  };
  const count = () => dice.upTo(3);
  if (kind === 0) {
    some(0.7, "type", () => randomType(dice));
    some(0.3, "enum", () => Array.from({ length: 1 + dice.upTo(3) }, () => randomConstant(dice, 1)));
    some(0.1, "const", () => randomConstant(dice, 2));
  } else if (kind === 1) {
    some(0.6, "type", () => dice.pick(["number", "integer"]));
    for (const key of ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]) {
      some(0.35, key, () => dice.pick([0, 1, 2, 3, 5, 0.5, 1.5, -1, 1e300, 9007199254740991]));
    }
    some(0.3, "multipleOf", () => dice.pick([1, 2, 3, 4, 6, 0.5, 0.1, 0.3]));
  } else if (kind === 2) {
    some(0.6, "type", () => "string");
    some(0.35, "minLength", count);
    some(0.35, "maxLength", count);
    some(0.5, "pattern", () => dice.pick(PATTERNS));
    some(0.1, "format", () => dice.pick(FORMATS));
  } else if (kind === 3) {
    some(0.7, "type", () => "object");
    addObject(dice, schema, inner, some, count);
  } else if (kind === 4) {
    some(0.7, "type", () => "array");
    some(0.6, "items", inner);
    some(0.3, "prefixItems", () => Array.from({ length: 1 + dice.upTo(1) }, inner));
    some(0.25, "minItems", count);
    some(0.25, "maxItems", count);
    some(0.15, "uniqueItems", () => true);
    some(0.25, "contains", inner);
    some(0.1, "minContains", count);
    some(0.1, "maxContains", count);
    some(0.1, "unevaluatedItems", inner);
  } else if (kind === 5) {
    const key = dice.pick(["anyOf", "oneOf", "allOf", "anyOf"]);
    schema[key] = Array.from({ length: 1 + dice.upTo(2) }, inner);
  } else {
    some(0.5, "not", inner);
    some(0.4, "if", inner);
    some(0.4, "then", inner);
    some(0.4, "else", inner);
  }
}

function addObject(
  dice: Dice,
  schema: Schema,
  inner: () => unknown,
  some: (share: number, key: string, value: () => unknown) => void,
  count: () => number,
): void {
  const map = (keys: readonly string[], value: () => unknown) => {
    const out: Schema = {};
    for (let times = dice.upTo(2); times >= 0; times--) put(out, dice.pick(keys), value());
    return out;
  };
  some(0.8, "properties", () => map(NAMES, inner));
  some(0.4, "required", () => Object.keys(map(NAMES, () => true)));
  some(0.4, "additionalProperties", () => (dice.chance(0.6) ? dice.chance(0.3) : inner()));
  some(0.12, "patternProperties", () => map(PATTERNS, inner));
  some(0.1, "propertyNames", () => (dice.chance(0.6) ? { pattern: dice.pick(PATTERNS) } : { maxLength: 1 }));
  some(0.1, "minProperties", count);
  some(0.1, "maxProperties", count);
  some(0.08, "dependentRequired", () => map(NAMES, () => Object.keys(map(NAMES, () => true))));
  some(0.08, "dependentSchemas", () => map(NAMES, inner));
  some(0.1, "unevaluatedProperties", () => (dice.chance(0.7) ? false : inner()));
}

function randomType(dice: Dice): unknown {
  const types = ["null", "boolean", "number", "integer", "string", "array", "object"];
  return dice.chance(0.6) ? dice.pick(types) : [...new Set([dice.pick(types), dice.pick(types)])];
}

function randomConstant(dice: Dice, depth: number): unknown {
  if (depth === 0 || dice.chance(0.85)) return dice.pick(SCALARS);
  if (dice.chance(0.5)) return Array.from({ length: dice.upTo(2) }, () => randomConstant(dice, depth - 1));
  return { [dice.pick(NAMES)]: randomConstant(dice, depth - 1) };
}

/** The schema with one random difference somewhere. */
export function edited(dice: Dice, schema: unknown): unknown {
  const places: { holder: Schema | unknown[]; key: string | number }[] = [];
  const copy: { root: unknown } = { root: structuredClone(schema) };
  visit(copy.root, copy, "root", places);
  if (places.length === 0) return randomSchema(dice, 1);
  const { holder, key } = dice.pick(places);
  const at = (holder as Schema)[key as string];
  (holder as Schema)[key as string] = isObject(at) ? editedObject(dice, at) : randomSchema(dice, 1);
  return copy.root;
}

/** All schemas of a document that an edit may touch. */
function visit(
  at: unknown,
  holder: Schema | unknown[],
  key: string | number,
  places: { holder: Schema | unknown[]; key: string | number }[],
): void {
  if (!isObject(at) && typeof at !== "boolean") return;
  places.push({ holder, key });
  if (!isObject(at)) return;
  for (const name of Object.keys(at)) {
    const value = at[name];
    if (["allOf", "anyOf", "oneOf", "prefixItems"].includes(name) && Array.isArray(value)) {
      for (const [index, inner] of value.entries()) visit(inner, value, index, places);
    } else if (
      ["properties", "patternProperties", "$defs", "definitions"].includes(name) &&
      isObject(value)
    ) {
      for (const inner of Object.keys(value)) visit(value[inner], value, inner, places);
    } else if (["items", "additionalProperties", "not", "if", "then", "else", "contains"].includes(name)) {
      visit(value, at, name, places);
    }
  }
}

function editedObject(dice: Dice, schema: Readonly<Schema>): Schema {
  const out: Schema = { ...schema };
  const keys = Object.keys(out);
  const key = keys.length > 0 ? dice.pick(keys) : "";
  const value = out[key];
  if (typeof value === "number" && dice.chance(0.7)) {
    out[key] =
      key === "multipleOf" ? value * dice.pick([2, 3, 0.5]) : Math.max(0, value + dice.pick([1, -1, 2]));
  } else if (Array.isArray(value) && value.length > 1 && dice.chance(0.6)) {
    out[key] = value.filter((_, at) => at !== dice.upTo(value.length - 1));
    if ((out[key] as unknown[]).length === 0) delete out[key];
  } else if (isObject(value) && key === "properties" && dice.chance(0.7)) {
    const properties: Schema = { ...value };
    if (dice.chance(0.5)) put(properties, dice.pick(NAMES), randomSchema(dice, 1));
    else delete properties[dice.pick(Object.keys(properties))];
    out[key] = properties;
  } else if (key !== "" && key !== "$ref" && dice.chance(0.5)) delete out[key];
  else addKeywords(dice, out, dice.upTo(5), 1, []);
  return out;
}

/** The same schema in the words of draft-07, as far as that has words for it. */
export function asDraft07(schema: unknown): unknown {
  const visited = (at: unknown): unknown => {
    if (!isObject(at)) return at;
    const { prefixItems, items, dependentRequired, dependentSchemas, $defs, $ref, ...rest } = at;
    const later = new Set(["unevaluatedItems", "unevaluatedProperties", "minContains", "maxContains"]);
    const known = Object.fromEntries(Object.entries(rest).filter(([key]) => !later.has(key)));
    const out = mapSchemas(known, visited);
    const part = (one: unknown) => visited(one);
    if (Array.isArray(prefixItems)) {
      out["items"] = prefixItems.map(part);
      if (items !== undefined) out["additionalItems"] = part(items);
    } else if (items !== undefined) out["items"] = part(items);
    const dependencies = { ...(dependentRequired as Schema), ...mapValues(dependentSchemas, part) };
    if (Object.keys(dependencies).length > 0) out["dependencies"] = dependencies;
    if ($defs !== undefined) out["definitions"] = mapValues($defs, part);
    // Before 2020-12 nothing may stand beside a reference.
    if (typeof $ref === "string")
      out["allOf"] = [...((out["allOf"] as unknown[]) ?? []), { $ref: $ref.replace("$defs", "definitions") }];
    return out;
  };
  const root = visited(schema);
  return isObject(root) ? { $schema: "http://json-schema.org/draft-07/schema#", ...root } : root;
}

function mapValues(map: unknown, change: (value: unknown) => unknown): Schema {
  const out: Schema = {};
  for (const [key, value] of Object.entries(isObject(map) ? map : {})) put(out, key, change(value));
  return out;
}

function mapSchemas(schema: Readonly<Schema>, change: (value: unknown) => unknown): Schema {
  const out: Schema = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === "properties" || key === "patternProperties") out[key] = mapValues(value, change);
    else if (Array.isArray(value) && key.endsWith("Of")) out[key] = value.map(change);
    else if (/^(?:additionalProperties|propertyNames|contains|not|if|then|else)$/.test(key))
      out[key] = change(value);
    else put(out, key, value);
  }
  return out;
}

/** The same schema, written differently: other key order, annotations, references inlined or renamed. */
export function rewritten(dice: Dice, schema: unknown): unknown {
  const byAnchor = dice.chance(0.3);
  const name = byAnchor ? "#Z" : "#/$defs/Z";
  const renamed: unknown = JSON.parse(JSON.stringify(schema).replaceAll("#/$defs/A", name));
  const root = shuffled(dice, renamed);
  if (!isObject(root) || !isObject(root["$defs"])) return root;
  const definitions: Schema = { Unused: { type: "string" } };
  for (const [key, inner] of Object.entries(root["$defs"] as Schema)) {
    const anchored = byAnchor && isObject(inner) ? { $anchor: "Z", ...inner } : inner;
    if (key === "A") definitions["Z"] = anchored;
    else definitions[key] = inner;
  }
  return { ...root, $defs: definitions };
}

/** Keywords whose members are schemas by name: their keys are names. */
const NAMED = new Set(
  "properties patternProperties $defs definitions dependentSchemas dependentRequired dependencies".split(" "),
);
const SETS = new Set(["enum", "required", "type"]);

function shuffled(dice: Dice, at: unknown, asNames = false): unknown {
  if (Array.isArray(at)) return at.map((item) => shuffled(dice, item));
  if (!isObject(at)) return at;
  const entries = Object.entries(at).toSorted(() => dice.upTo(2) - 1);
  const out: Schema = {};
  for (const [key, value] of entries) {
    const written = asNames ? shuffled(dice, value) : rewrittenKeyword(dice, key, value);
    put(out, key, written);
  }
  if (!asNames && dice.chance(0.3)) put<unknown>(out, "description", dice.pick(["text", "other text"]));
  if (!asNames && dice.chance(0.1)) put<unknown>(out, "x-note", { enum: [1] });
  return out;
}

function rewrittenKeyword(dice: Dice, key: string, value: unknown): unknown {
  if (key === "const") return value;
  if (SETS.has(key)) return Array.isArray(value) && dice.chance(0.5) ? value.toReversed() : value;
  return shuffled(dice, value, NAMED.has(key));
}
