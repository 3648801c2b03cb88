import { isObject, own } from "../json/value.ts";
import { join, list, say, value, words, type Phrase } from "./phrase.ts";
import { targetOf } from "./references.ts";
import { fieldPhrases, typeOf, wordsOfType, type Place, type Schema } from "./type-words.ts";

/** How much deeper words go: a person reads two levels, not ten. */
const DEPTH = 3;
const VALUES = 12;
const BRANCHES = 4;
const REFERENCES = 8;
const PARTS = ["properties", "additionalProperties", "items", "prefixItems", "anyOf", "oneOf", "allOf"];
const ALONE = ["type", "properties", "items", "prefixItems", "additionalProperties"];

// Keywords that restrict values in ways for which there are no short words; that there is more is said all the same.
const UNSAID = [
  ["not", "if", "contains", "propertyNames", "patternProperties", "dependentRequired", "dependentSchemas"],
  ["dependencies", "unevaluatedItems", "unevaluatedProperties", "$dynamicRef", "$recursiveRef"],
].flat();

/** What a schema permits, in words: "text, up to 500 characters", "a list of at most 20 dates". */
export function schemaWords(schema: unknown, root: unknown = schema): Phrase {
  return describe(schema, root, DEPTH, false);
}

/** What a schema permits, where many values are spoken of: "dates", "texts of up to 500 characters". */
export function manyWords(schema: unknown): Phrase {
  return describe(schema, schema, DEPTH, true);
}

/** What a `type` keyword permits, in words: "text or a number". */
export function typeWords(type: unknown): Phrase {
  return describe({ type }, undefined, 1, false);
}

/** The fields of an object's schema, each with what it permits: "`city` (text, required)"; none for other schemas. */
export function fieldsWords(schema: unknown, most: number, needs: boolean): Phrase[] {
  const object = resolved(schema, schema);
  return isObject(object) ? fieldPhrases(object, placeAt(schema, DEPTH - 1, false), most, needs) : [];
}

/** A closed list of values: "one of `a`, `b`". */
export function valuesWords(values: readonly unknown[], many = false): Phrase {
  if (values.length === 0) return words("nothing");
  const shown = values.slice(0, VALUES).map(value);
  if (values.length > VALUES) shown.push(words(`${values.length - VALUES} more`));
  if (values.length === 1) return many ? join(shown, "") : say`always ${join(shown, "")}`;
  return say`${words(many ? "values out of" : "one of")} ${join(shown, ", ")}`;
}

function placeAt(root: unknown, depth: number, many: boolean): Place {
  return {
    many,
    flat: depth <= 1,
    of: (inner, innerMany) => describe(inner, root, depth - 1, innerMany),
  };
}

function describe(schema: unknown, root: unknown, depth: number, many: boolean): Phrase {
  if (schema === false) return words("nothing");
  if (!isObject(schema)) return words(many ? "any values" : "anything");
  const target = resolved(schema, root);
  if (target === undefined)
    return words(many ? "values defined elsewhere" : "a value that is defined elsewhere");
  if (!isObject(target)) return words(target === true ? "anything" : "nothing");
  if (depth <= 0 && hasParts(target)) return words(partsOf(target)[many ? 1 : 0]);
  const said = describeObject(target, placeAt(root, depth, many));
  return UNSAID.some((keyword) => own(target, keyword) !== undefined) ? andMore(said) : said;
}

/** True for a schema that can't be described without describing another one. */
function hasParts(schema: Schema): boolean {
  return PARTS.some((keyword) => own(schema, keyword) !== undefined);
}

/** What a schema is called whose parts there is no room for. */
function partsOf(schema: Schema): readonly [one: string, many: string] {
  const type = own(schema, "type") ?? typeOf(schema);
  if (type === "object") return ["a record", "records"];
  return type === "array"
    ? ["a list", "lists"]
    : ["a value with rules of its own", "values with rules of their own"];
}

/** The schema that a local reference stands for; undefined where it can't be followed here. */
export function resolved(schema: unknown, root: unknown): unknown {
  let at = schema;
  for (let step = 0; step < REFERENCES; step++) {
    const reference = isObject(at) ? own(at, "$ref") : undefined;
    if (reference === undefined) return at;
    at = typeof reference === "string" ? targetOf(reference, root) : undefined;
    if (!isObject(at) && typeof at !== "boolean") return undefined;
  }
  return undefined;
}

function describeObject(schema: Schema, place: Place): Phrase {
  const constant = own(schema, "const");
  if (constant !== undefined) return valuesWords([constant], place.many);
  const values = own(schema, "enum");
  if (Array.isArray(values)) return valuesWords(values, place.many);
  return composed(schema, place) ?? typed(schema, place);
}

function typed(schema: Schema, place: Place): Phrase {
  const type = own(schema, "type");
  const types = new Set((Array.isArray(type) ? type : [type]).filter((one) => typeof one === "string"));
  if (types.size > 0 && own(schema, "nullable") === true) types.add("null");
  if (types.size === 0) return wordsOfType(typeOf(schema), schema, place);
  const empty = types.size > 1 && types.delete("null");
  return either([...types], empty, (one) => wordsOfType(one, schema, place));
}

function composed(schema: Schema, place: Place): Phrase | undefined {
  const branches = own(schema, "anyOf") ?? own(schema, "oneOf");
  const all = own(schema, "allOf");
  if (!Array.isArray(branches) && !Array.isArray(all)) return undefined;
  const alone = ALONE.every((keyword) => own(schema, keyword) === undefined);
  if (!alone) return andMore(typed(schema, place));
  if (Array.isArray(all)) {
    const said = place.of(all[0], place.many);
    return all.length > 1 || Array.isArray(branches) ? andMore(said) : said;
  }
  if (!Array.isArray(branches)) return undefined;
  const solid = branches.filter((branch) => !(isObject(branch) && own(branch, "type") === "null"));
  return either(valuesTogether(solid), solid.length < branches.length, (branch) =>
    place.of(branch, place.many),
  );
}

const BESIDE_VALUES = new Set(["const", "enum", "type", "title", "description"]);

/** Forms of which those that are a value each are one list of values: "one of `1`, `-1`", not one form after the other. */
function valuesTogether(branches: readonly unknown[]): unknown[] {
  const lists = branches.map(valuesOf);
  const all = lists.flatMap((values) => values ?? []);
  const first = lists.findIndex((values) => values !== undefined);
  return branches.flatMap((branch, at) => {
    if (lists[at] === undefined) return [branch];
    return at === first ? [{ enum: all }] : [];
  });
}

/** The values of a form that says nothing else. */
function valuesOf(branch: unknown): readonly unknown[] | undefined {
  if (!isObject(branch) || !Object.keys(branch).every((key) => BESIDE_VALUES.has(key))) return undefined;
  const values = own(branch, "enum");
  if (own(branch, "const") !== undefined) return [own(branch, "const")];
  return Array.isArray(values) ? values : undefined;
}

/** "X or Y"; "either X; or Y" where the parts are long; "X, or empty". */
function either<T>(forms: readonly T[], empty: boolean, said: (form: T) => Phrase): Phrase {
  if (forms.length === 0) return words(empty ? "empty" : "nothing");
  const shown = forms.slice(0, BRANCHES).map(said);
  if (forms.length > BRANCHES) shown.push(words(`${forms.length - BRANCHES} more forms`));
  const short = shown.length < 2 || shown.every((phrase) => phrase.length === 1);
  const joined = short ? list(shown, "or") : say`either ${join(shown, "; or ")}`;
  return empty ? say`${joined}, or empty` : joined;
}

function andMore(said: Phrase): Phrase {
  return say`${said}, with further rules`;
}
