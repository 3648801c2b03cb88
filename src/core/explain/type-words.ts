import { sorted } from "../json/order.ts";
import { isObject, own } from "../json/value.ts";
import { amountWords, countWords, rangeWords } from "./limit-words.ts";
import { join, list, plural, say, value, words, type Phrase } from "./phrase.ts";

/** A schema that is no boolean. */
export type Schema = Readonly<Record<string, unknown>>;

/** Where words stand: how the parts of what is described are described themselves. */
export interface Place {
  /** True where many values are spoken of: "dates" rather than "a date". */
  readonly many: boolean;
  /** True where there is no room for parts any more: they are counted. */
  readonly flat: boolean;
  readonly of: (schema: unknown, many: boolean) => Phrase;
}

const FIELDS = 8;
const POSITIONS = 4;

const FORMATS: ReadonlyMap<string, readonly [one: string, many: string]> = new Map([
  ["date", ["a date", "dates"]],
  ["date-time", ["a date with a time", "dates with a time"]],
  ["time", ["a time of day", "times of day"]],
  ["duration", ["a length of time", "lengths of time"]],
  ["email", ["an email address", "email addresses"]],
  ["uri", ["a web address", "web addresses"]],
  ["url", ["a web address", "web addresses"]],
  ["uuid", ["an id (UUID)", "ids (UUID)"]],
  ["hostname", ["a host name", "host names"]],
  ["ipv4", ["an internet address (IPv4)", "internet addresses (IPv4)"]],
  ["ipv6", ["an internet address (IPv6)", "internet addresses (IPv6)"]],
]);

const LIMITS = [
  ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength"],
  ["minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties", "required"],
].flat();

/** The type that a schema without `type` speaks of; "" where it speaks of none, "?" where it limits some. */
export function typeOf(schema: Schema): string {
  if (own(schema, "properties") !== undefined) return "object";
  if (own(schema, "items") !== undefined || own(schema, "prefixItems") !== undefined) return "array";
  if (own(schema, "format") !== undefined || own(schema, "pattern") !== undefined) return "string";
  return LIMITS.some((keyword) => own(schema, keyword) !== undefined) ? "?" : "";
}

/** What a schema permits of one type. */
export function wordsOfType(type: string, schema: Schema, place: Place): Phrase {
  switch (type) {
    case "":
      return words(place.many ? "any values" : "anything");
    case "?":
      return words(`${place.many ? "any values" : "anything"}, with further rules`);
    case "string":
      return textWords(schema, place.many);
    case "integer":
      return numberWords(place.many ? "whole numbers" : "a whole number", schema, place.many);
    case "number":
      return numberWords(place.many ? "numbers" : "a number", schema, place.many);
    case "boolean":
      return words(place.many ? "values that are yes or no" : "yes or no");
    case "null":
      return words("empty");
    case "array":
      return listWords(schema, place);
    case "object":
      return recordWords(schema, place);
    default:
      return say`${words(place.many ? "values" : "a value")} of the kind ${value(type)}`;
  }
}

/**
 * The declared fields of an object's schema, required ones first: "`city` (text, required)"; of more than `most`, how
 * many more there are. What an answer must have, a person need not know: `needs` leaves that out.
 */
export function fieldPhrases(schema: Schema, place: Place, most = FIELDS, needs = true): Phrase[] {
  const fields = own(schema, "properties");
  if (!isObject(fields)) return [];
  const demanded = own(schema, "required");
  const required = new Set(Array.isArray(demanded) ? demanded : []);
  const names = sorted(Object.keys(fields));
  const order = [...names.filter((key) => required.has(key)), ...names.filter((key) => !required.has(key))];
  const phrases = order.slice(0, most).map((key) => {
    const said = place.of(own(fields, key), false);
    const between = said.length > 1 ? "; " : ", ";
    const need = needs ? between + (required.has(key) ? "required" : "optional") : "";
    return say`${key} (${said}${words(need)})`;
  });
  return order.length > most ? [...phrases, words(plural(order.length - most, "more field"))] : phrases;
}

function textWords(schema: Schema, many: boolean): Phrase {
  const format = own(schema, "format");
  const known = typeof format === "string" ? FORMATS.get(format) : undefined;
  const noun = known === undefined ? (many ? "texts" : "text") : known[many ? 1 : 0];
  const form = typeof format === "string" && known === undefined ? say` in the form ${value(format)}` : [];
  const length = countWords(own(schema, "minLength"), own(schema, "maxLength"), "character");
  const limit = length === undefined ? "" : many ? ` of ${length}` : `, ${length}`;
  const pattern = own(schema, "pattern");
  const match = typeof pattern === "string" ? say`, that must match ${value(pattern)}` : [];
  return say`${words(noun)}${form}${words(limit)}${match}`;
}

function numberWords(noun: string, schema: Schema, many: boolean): Phrase {
  const range = rangeWords(schema);
  const step = own(schema, "multipleOf");
  const between = range?.startsWith("from") === true ? " " : many ? ", each " : ", ";
  const limit = range === undefined ? "" : `${between}${range}`;
  return words(`${noun}${limit}${typeof step === "number" && step !== 1 ? `, in steps of ${step}` : ""}`);
}

function listWords(schema: Schema, place: Place): Phrase {
  const noun = words(place.many ? "lists" : "a list");
  const different = words(own(schema, "uniqueItems") === true ? ", all different" : "");
  const items = own(schema, "items");
  const positions = own(schema, "prefixItems") ?? (Array.isArray(items) ? items : undefined);
  if (Array.isArray(positions)) {
    const places = positions.slice(0, POSITIONS).map((position) => place.of(position, false));
    if (positions.length > POSITIONS) places.push(words(`${positions.length - POSITIONS} more`));
    return say`${noun} of fixed places: ${join(places, "; ")}${different}`;
  }
  const min = own(schema, "minItems");
  const max = own(schema, "maxItems");
  if (items === undefined || items === true) {
    const count = countWords(min, max, "item");
    return say`${noun}${words(count === undefined ? "" : ` of ${count}`)}${different}`;
  }
  if (max === 1) return say`${noun} of ${words(amountWords(min, max) ?? "")} item: ${place.of(items, false)}`;
  const amount = min === 1 && max === undefined ? "one or more" : amountWords(min, max);
  return say`${noun} of ${words(amount === undefined ? "" : `${amount} `)}${place.of(items, true)}${different}`;
}

function recordWords(schema: Schema, place: Place): Phrase {
  const fields = own(schema, "properties");
  const declared = isObject(fields) ? Object.keys(fields).length : 0;
  const rest = own(schema, "additionalProperties");
  const count = countWords(own(schema, "minProperties"), own(schema, "maxProperties"), "field");
  const limit = words(count === undefined ? "" : `, ${count}`);
  const noun = place.many ? "records" : "a record";
  if (declared === 0) {
    if (rest === false) return words(place.many ? "empty records" : "an empty record");
    if (!isObject(rest) || Object.keys(rest).length === 0) return say`${words(noun)} with any fields${limit}`;
    return say`named values${limit}, each ${place.of(rest, false)}`;
  }
  const open = words(rest === true || isObject(rest) ? ", and further fields" : "");
  if (place.flat) return say`${words(`${noun} with ${plural(declared, "field")}`)}${open}${limit}`;
  return say`${words(noun)} with ${list(fieldPhrases(schema, place))}${open}${limit}`;
}
