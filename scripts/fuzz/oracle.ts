import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { isObject, put } from "../../src/core/json/value.ts";
import { closeWorld, dialectOf } from "../../test/fixtures/closed-world.mjs";
import type { Dice } from "./generate.ts";
import { referenceAccepts } from "./reference.ts";

/** Whether a value is accepted; undefined where ajv and the specification differ. */
export type Accepts = (value: unknown) => boolean | undefined;

/**
 * The validator of a schema in a world, by closed-world.mjs, plain ajv and the specification: nothing of the engine is
 * in it. Undefined where ajv can't compile the schema.
 */
export function oracleOf(
  schema: unknown,
  world: "closed" | "open",
  side: "input" | "output" = "input",
  asCompared = false,
): Accepts | undefined {
  try {
    const dialect = world === "closed" ? "2020-12" : dialectOf(schema);
    const whole = world === "closed" ? closeWorld(schema, { side }) : withoutDialect(schema);
    const document = asCompared && side === "output" ? lenient(whole) : whole;
    const options = { strict: false, logger: false as const, validateSchema: false, ownProperties: true };
    const ajv = dialect === "2020-12" ? new Ajv2020(options) : new Ajv(options);
    addFormats.default(ajv);
    const validate = ajv.compile(document as object);
    return (value) => {
      try {
        const accepted: boolean = validate(value);
        return accepted === referenceAccepts(document, value) ? accepted : undefined;
      } catch {
        return undefined;
      }
    };
  } catch {
    return undefined;
  }
}

/** An output's document as DESIGN §5 compares it: in positive places without what only says that something is there. */
function lenient(document: unknown): unknown {
  if (!isObject(document)) return document;
  const out: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(document)) {
    if (DROPPED.has(key)) continue;
    if (MAPS.has(key) && isObject(value)) {
      const map: Record<string, unknown> = {};
      for (const [name, inner] of Object.entries(value)) put(map, name, lenient(inner));
      out[key] = map;
    } else if (key === "oneOf" && Array.isArray(value)) {
      out["allOf"] = [...((out["allOf"] as unknown[] | undefined) ?? []), { anyOf: value.map(lenient) }];
    } else if (key === "allOf" && Array.isArray(value)) {
      out[key] = [...((out[key] as unknown[] | undefined) ?? []), ...value.map(lenient)];
    } else if (Array.isArray(value) && (key === "anyOf" || key === "prefixItems"))
      out[key] = value.map(lenient);
    else put(out, key, POSITIVE.has(key) ? lenient(value) : value);
  }
  return out;
}

const DROPPED = new Set(["required", "dependentRequired", "minProperties", "minItems", "minContains"]);
const MAPS = new Set(["properties", "patternProperties", "$defs", "dependentSchemas"]);
const POSITIVE = new Set(
  "items additionalProperties propertyNames then else unevaluatedItems unevaluatedProperties".split(" "),
);

function withoutDialect(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const { $schema: _, ...rest } = schema;
  return rest;
}

const SCALARS = [
  null,
  true,
  false,
  0,
  1,
  2,
  3,
  4,
  6,
  -1,
  0.5,
  1.5,
  0.3,
  10,
  "",
  "a",
  "b",
  "ab",
  "ac",
  "c",
  "aab",
  "x-a",
  "1",
  "d",
  "2024-01-01",
  "a@b.co",
  "https://a.co/",
  "\n",
  "😀",
  1e300,
  9007199254740992,
];
const NAMES = ["a", "b", "c", "x-a", "type", "next", "constructor", "z", "ab"];

/** A random value that a schema may accept, with or without a random mutation. */
export function instanceOf(dice: Dice, schema: unknown): unknown {
  const value = guess(dice, schema, schema, 4);
  return dice.chance(0.5) ? mutated(dice, value) : value;
}

function guess(dice: Dice, schema: unknown, root: unknown, depth: number): unknown {
  if (!isObject(schema) || depth === 0) return anyValue(dice, 1);
  const part = composedPart(dice, schema, root);
  if (part !== undefined && dice.chance(0.6)) {
    const guessed = guess(dice, part, root, depth - 1);
    // Two objects at one position are put together.
    const own =
      isObject(guessed) && isObject(schema["properties"]) ? guessObject(dice, schema, root, depth) : {};
    return isObject(guessed) ? { ...own, ...guessed } : guessed;
  }
  if (Object.hasOwn(schema, "const")) return schema["const"];
  if (Array.isArray(schema["enum"]) && dice.chance(0.9)) return dice.pick(schema["enum"]);
  const types = Array.isArray(schema["type"]) ? schema["type"] : [schema["type"]];
  const type: unknown = dice.pick(types);
  if (type === "object" || (type === undefined && isObject(schema["properties"]))) {
    return guessObject(dice, schema, root, depth);
  }
  if (type === "array" || (type === undefined && ("items" in schema || "prefixItems" in schema))) {
    return guessArray(dice, schema, root, depth);
  }
  return guessScalar(dice, schema, type);
}

function guessScalar(dice: Dice, schema: Readonly<Record<string, unknown>>, type: unknown): unknown {
  if (type === "string") {
    const size = dice.pick([schema["minLength"], schema["maxLength"], undefined]);
    if (typeof size !== "number" || size > 500)
      return dice.pick(SCALARS.filter((one) => typeof one === "string"));
    return dice.pick(["a", "b", "1", "f"]).repeat(Math.max(0, size + dice.pick([0, 0, 1, -1])));
  }
  if (type !== "number" && type !== "integer") return dice.pick(SCALARS);
  const ends = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
  const end = schema[dice.pick(ends)];
  const near = (typeof end === "number" ? end : dice.upTo(12)) + dice.pick([0, 0, 1, -1, 0.5]);
  return type === "integer" && dice.chance(0.8) ? Math.round(near) + 0 : near;
}

function composedPart(dice: Dice, schema: Readonly<Record<string, unknown>>, root: unknown): unknown {
  const parts: unknown[] = [];
  for (const key of ["allOf", "anyOf", "oneOf"]) {
    const list = schema[key];
    if (Array.isArray(list)) parts.push(...(list as unknown[]));
  }
  for (const key of ["then", "else", "if", "not"]) if (key in schema) parts.push(schema[key]);
  const ref = schema["$ref"];
  if (ref === "#") parts.push(root);
  if (typeof ref === "string" && isObject(root)) {
    const definitions = root["$defs"] ?? root["definitions"];
    const name = ref.split("/").at(-1) ?? "";
    if (isObject(definitions) && name in definitions) parts.push(definitions[name]);
  }
  return parts.length > 0 ? dice.pick(parts) : undefined;
}

function guessObject(
  dice: Dice,
  schema: Readonly<Record<string, unknown>>,
  root: unknown,
  depth: number,
): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const required: unknown[] = Array.isArray(schema["required"]) ? schema["required"] : [];
  const share = dice.pick([0, 0.3, 1]);
  for (const name of Object.keys(properties)) {
    if (required.includes(name) ? dice.chance(0.95) : dice.chance(share)) {
      put(out, name, guess(dice, properties[name], root, depth - 1));
    }
  }
  for (const name of required) {
    if (typeof name === "string" && !Object.hasOwn(out, name) && dice.chance(0.9))
      put(out, name, anyValue(dice, 1));
  }
  if (dice.chance(0.3)) {
    const more = schema["additionalProperties"] ?? schema["unevaluatedProperties"];
    put(out, dice.pick(NAMES), guess(dice, more, root, depth - 1));
  }
  return out;
}

function guessArray(
  dice: Dice,
  schema: Readonly<Record<string, unknown>>,
  root: unknown,
  depth: number,
): unknown[] {
  const prefix: unknown[] = Array.isArray(schema["prefixItems"]) ? schema["prefixItems"] : [];
  const min = typeof schema["minItems"] === "number" ? Math.min(schema["minItems"], 20) : 0;
  return Array.from({ length: min + dice.upTo(3) }, (_, at) => {
    if ("contains" in schema && dice.chance(0.3)) return guess(dice, schema["contains"], root, depth - 1);
    return guess(dice, prefix[at] ?? schema["items"], root, depth - 1);
  });
}

function anyValue(dice: Dice, depth: number): unknown {
  if (depth === 0 || dice.chance(0.7)) return dice.pick(SCALARS);
  if (dice.chance(0.4)) return Array.from({ length: dice.upTo(3) }, () => anyValue(dice, depth - 1));
  const out: Record<string, unknown> = {};
  for (let times = dice.upTo(2); times > 0; times--) put(out, dice.pick(NAMES), anyValue(dice, depth - 1));
  return out;
}

function mutated(dice: Dice, value: unknown): unknown {
  if (dice.chance(0.3)) return anyValue(dice, 2);
  if (Array.isArray(value)) {
    if (value.length === 0 || dice.chance(0.3)) return [...(value as unknown[]), anyValue(dice, 1)];
    if (dice.chance(0.3)) return value.slice(1) as unknown[];
    const at = dice.upTo(value.length - 1);
    return value.map((item: unknown, index) => (index === at ? mutated(dice, item) : item));
  }
  if (!isObject(value)) return anyValue(dice, 1);
  const out: Record<string, unknown> = { ...value };
  const keys = Object.keys(out);
  if (keys.length === 0 || dice.chance(0.3)) put(out, dice.pick(NAMES), anyValue(dice, 1));
  else if (dice.chance(0.4)) delete out[dice.pick(keys)];
  else {
    const key = dice.pick(keys);
    put(out, key, mutated(dice, out[key]));
  }
  return out;
}
