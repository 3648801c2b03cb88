import { pointerKeys } from "../json/pointer.ts";
import { isObject, own } from "../json/value.ts";
import { shown } from "../yaml/problem.ts";
import type { Fault } from "./fault.ts";
import { nearest } from "./nearest.ts";
import type { ShapeError } from "./shape-errors.ts";
import { FORMATS } from "./validate.ts";

/** One error of a schema in words: what is wrong, and what to write instead. */
export function faultOf(error: ShapeError): Fault {
  const words = WORDS.get(error.keyword);
  return words === undefined ? { what: "not valid", instead: "see the schema" } : words(error);
}

const WORDS: ReadonlyMap<string, (error: ShapeError) => Fault> = new Map([
  ["additionalProperties", unknownKey],
  ["discriminator", (error) => wrongChoice("type", error.params["tagValue"], ["positional", "named"])],
  ["enum", (error) => wrongChoice(nameOf(error), error.data, error.schema)],
  ["format", (error) => FORMATS.get(String(error.schema))?.(String(error.data)) ?? badForm(error)],
  ["maxLength", (error) => badSize(error, `has more than ${String(error.schema)} characters`)],
  ["maximum", (error) => badSize(error, `is more than ${String(error.schema)}`)],
  ["minLength", (error) => badSize(error, "is empty")],
  ["minimum", (error) => badSize(error, `is less than ${String(error.schema)}`)],
  ["oneOf", connectionFault],
  ["pattern", badForm],
  ["required", missingKey],
  ["type", wrongType],
  [
    "uniqueItems",
    (error) => ({ what: `${nameOf(error)} has this entry twice`, instead: "take one of them out" }),
  ],
]);

/** The key of the shape that an unknown one most likely means. */
export function meantKey(error: ShapeError): string | undefined {
  const key = String(error.params["additionalProperty"]);
  return NOT_HERE.has(key) ? undefined : nearest(key, keysOf(error.parentSchema));
}

/** The connections that a card has: one is right. */
export function connectionsOf(card: unknown): string[] {
  return ["remote", "package", "command"].filter((key) => isObject(card) && Object.hasOwn(card, key));
}

const HINT_ONLY = "take it out, and write the value that is used as value";
const NOT_KEPT = "take it out: a card has no place for it";

/** Keys that people know from server.json and .mcp.json, and what stands for them here. */
const NOT_HERE: ReadonlyMap<string, string> = new Map([
  ["value", "take it out: the value goes into credentials of toolcard.yaml"],
  ["default", HINT_ONLY],
  ["choices", HINT_ONLY],
  ["placeholder", HINT_ONLY],
  ["variables", HINT_ONLY],
  ["fileSha256", NOT_KEPT],
  ["runtimeHint", NOT_KEPT],
  ["env", "write environmentVariables, a list of { name, value } or { name, isSecret: true }"],
]);

function unknownKey(error: ShapeError): Fault {
  const key = String(error.params["additionalProperty"]);
  const what = `${shown(key)} is no key of ${thingOf(error)}`;
  const meant = meantKey(error);
  if (meant !== undefined) return { what, instead: `write ${meant}` };
  const keys = keysOf(error.parentSchema).join(", ");
  return { what, instead: NOT_HERE.get(key) ?? `take it out; the keys here are ${keys}` };
}

function missingKey(error: ShapeError): Fault {
  const key = String(error.params["missingProperty"]);
  const schema = own(propertiesOf(error.parentSchema), key);
  const about = isObject(schema) ? own(schema, "description") : undefined;
  const instead = typeof about === "string" ? `add ${key}: ${lowered(about)}` : `add ${key}`;
  return { what: `${thingOf(error)} has no ${key}`, instead };
}

function wrongChoice(name: string, found: unknown, choices: unknown): Fault {
  const values = Array.isArray(choices) ? choices.map(String) : [];
  const text = String(found);
  const meant = nearest(text, values);
  const instead =
    values.length === 1 || meant === undefined
      ? `write ${listed(values)}`
      : `write ${meant}; it may be ${listed(values)}`;
  return { what: `${shown(text)} is no value of ${name}`, instead };
}

function wrongType(error: ShapeError): Fault {
  const wanted = [error.schema].flat().map(String);
  const what = `${nameOf(error)} must be ${listed(wanted.map(typeWord))}, not ${kindOf(error.data)}`;
  return { what, instead: otherType(wanted[0] ?? "", error) };
}

function otherType(wanted: string, error: ShapeError): string {
  if (error.data === null) return "write a value, or take the key out";
  const choices = own(error.parentSchema ?? {}, "enum");
  if (Array.isArray(choices)) return `write ${listed(choices.map(String))}`;
  switch (wanted) {
    case "string":
      return typeof error.data === "number" ? "put it in quotes" : "write a text";
    case "integer":
      return "write the number without quotes and without a fraction";
    case "boolean":
      return "write true or false, without quotes";
    case "array":
      return "write a list: one entry a line, each after a dash";
    default: {
      const keys = keysOf(error.parentSchema);
      return keys.length === 0 ? "write keys with values" : `write keys with values: ${keys.join(", ")}`;
    }
  }
}

function connectionFault(error: ShapeError): Fault {
  const found = connectionsOf(error.data);
  if (found.length > 1)
    return {
      what: `a card has one connection, and this has ${found.join(" and ")}`,
      instead: "keep one of them",
    };
  return {
    what: "the card does not say how to reach its server",
    instead: "add one of remote, package, command",
  };
}

function badForm(error: ShapeError): Fault {
  const instead = own(error.parentSchema ?? {}, "patternErrorMessage");
  return { what: `${shown(String(error.data))} is no valid ${nameOf(error)}`, instead: String(instead) };
}

function badSize(error: ShapeError, how: string): Fault {
  const { minimum, maximum, maxLength, description } = error.parentSchema ?? {};
  const what = `${nameOf(error)} ${how}`;
  if (maxLength !== undefined) return { what, instead: `write 1 to ${String(maxLength)} characters` };
  if (minimum === undefined) return { what, instead: `write it: ${lowered(String(description))}` };
  const range = maximum === Number.MAX_SAFE_INTEGER ? "or more" : `to ${String(maximum)}`;
  return { what, instead: `write a whole number, ${String(minimum)} ${range}` };
}

/** What an error is about: the last key of ours above it; an entry of a list by the list's. */
function nameOf(error: ShapeError): string {
  const keys = pointerKeys(error.instancePath);
  const key = keys.at(-1);
  if (key === undefined) return "the file";
  return /^\d+$/.test(key) ? `an entry of ${keys.at(-2) ?? "the file"}` : key;
}

function thingOf(error: ShapeError): string {
  const title = own(error.parentSchema ?? {}, "title");
  return error.instancePath === "" && typeof title === "string" ? lowered(title) : nameOf(error);
}

function keysOf(schema: unknown): string[] {
  return Object.keys(propertiesOf(schema));
}

function propertiesOf(schema: unknown): Readonly<Record<string, unknown>> {
  const properties = isObject(schema) ? own(schema, "properties") : undefined;
  return isObject(properties) ? properties : {};
}

/** `a, b or c`. */
function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1) ?? ""}`;
}

/** The first sentence of a description, inside another sentence. */
function lowered(description: string): string {
  const sentence = description.split(/\.(?: |$)/, 1)[0] ?? "";
  return /^[A-Z][a-z' ]/.test(sentence) ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : sentence;
}

const TYPE_WORDS: ReadonlyMap<string, string> = new Map([
  ["string", "a text"],
  ["integer", "a whole number"],
  ["boolean", "true or false"],
  ["array", "a list"],
  ["object", "keys with values"],
  ["null", "null"],
]);

function typeWord(type: string): string {
  return TYPE_WORDS.get(type) ?? type;
}

function kindOf(value: unknown): string {
  if (value === null) return "nothing";
  if (Array.isArray(value)) return "a list";
  // Not the value: it may be a secret.
  if (typeof value === "number") return Number.isInteger(value) ? "a number" : "a number with a fraction";
  return typeof value === "boolean" ? String(value) : typeWord(typeof value);
}
