import { NotModelled } from "../json/bounds.ts";
import { isObject, own, put } from "../json/value.ts";
import { innerSchemas, LISTS, MAPS, ONES } from "./positions.ts";
import { createResolver } from "./resolve.ts";

/** How many keywords ajv may be given: its code for 5,000 takes about half a second to make. */
const MAX_KEYWORDS = 5000;

/** The keyword that counts how many references are followed. */
export const STEP = "toolcardStep";

/** A document that ajv may be given. */
export interface Prepared {
  readonly schema: object;
  /** Whether it uses `uniqueItems`. */
  readonly hasUnique: boolean;
  /** Whether it must be compiled alone. */
  readonly alone: boolean;
}

/**
 * A copy of a document that is safe for ajv. ajv never matches a property named `__proto__`: nothing is permitted there.
 * With `names`, what it says of other properties is left out. @throws NotModelled
 */
export function prepare(document: unknown, names?: ReadonlySet<string>): Prepared {
  const schema = copySchema(document, names);
  if (!isObject(schema)) throw new NotModelled("a schema is an object or a boolean");
  // ajv would look for what it names.
  delete (schema as Record<string, unknown>)["$schema"];
  const resolver = createResolver(schema);
  const seen = new Set<unknown>();
  const rest: unknown[] = [schema];
  let keywords = 0;
  let [hasUnique, alone] = [false, false];
  while (rest.length > 0) {
    const at = rest.pop();
    if (!isObject(at) || seen.has(at)) continue;
    seen.add(at);
    keywords += weight(at);
    if (keywords > MAX_KEYWORDS) throw new NotModelled("too large for ajv");
    if (Object.hasOwn(at, "$async")) throw new NotModelled("$async");
    hasUnique ||= at["uniqueItems"] === true;
    alone ||= Object.hasOwn(at, "$id");
    prepareNames(at);
    prepareClosing(at);
    for (const key of ["$ref", "$dynamicRef"]) {
      const ref = own(at, key);
      if (typeof ref !== "string") continue;
      const target = resolver.find(ref);
      rest.push(target);
      // A compiler that has seen other schemas might know one by that name.
      alone ||= target === undefined;
      put<unknown>(at, STEP, true);
    }
    for (const inner of innerSchemas(at)) rest.push(inner);
  }
  return { schema, hasUnique, alone };
}

/** Keywords, and the names that they list. */
function weight(schema: Readonly<Record<string, unknown>>): number {
  let sum = 1;
  for (const key of Object.keys(schema)) {
    const value = schema[key];
    sum += 1 + (key === "required" && Array.isArray(value) ? value.length : 0);
  }
  return sum;
}

function prepareNames(schema: Readonly<Record<string, unknown>>): void {
  const properties = own(schema, "properties");
  const patterns = own(schema, "patternProperties");
  const renamed: Record<string, unknown> = {};
  for (const [source, inner] of Object.entries(isObject(patterns) ? patterns : {})) {
    put(renamed, source === "__proto__" ? "(?:__proto__)" : source, inner);
  }
  if (isObject(properties) && Object.hasOwn(properties, "__proto__")) {
    delete (properties as Record<string, unknown>)["__proto__"];
    renamed["^__proto__$"] = false;
  }
  if (Object.keys(renamed).length > 0) put(schema as Record<string, unknown>, "patternProperties", renamed);
}

const COMPOSING = ["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "dependentSchemas"];

/** Where a schema composes nothing the two ways to close are one, and ajv can do the older one with many names. */
function prepareClosing(schema: Record<string, unknown>): void {
  if (!Object.hasOwn(schema, "unevaluatedProperties")) return;
  if (COMPOSING.some((key) => Object.hasOwn(schema, key))) return;
  if (!Object.hasOwn(schema, "additionalProperties")) {
    schema["additionalProperties"] = schema["unevaluatedProperties"];
  }
  delete schema["unevaluatedProperties"];
}

/** A copy that may be changed, without what is said of properties that are not among the names. */
function copySchema(schema: unknown, names: ReadonlySet<string> | undefined): unknown {
  if (!isObject(schema)) return schema;
  const copy = (inner: unknown) => copySchema(inner, names);
  const out: Record<string, unknown> = {};
  for (const key of Object.keys(schema)) {
    const value = schema[key];
    if (LISTS.has(key) && Array.isArray(value)) out[key] = value.map(copy);
    else if (ONES.has(key)) out[key] = copy(value);
    else if (MAPS.has(key) && isObject(value)) {
      const map: Record<string, unknown> = {};
      const leavesOut = key === "properties" ? names : undefined;
      for (const name of Object.keys(value)) {
        put(map, name, leavesOut?.has(name) === false ? true : copy(value[name]));
      }
      out[key] = map;
    } else put(out, key, DATA.has(key) ? value : structuredClone(value));
  }
  return out;
}

/** Keywords whose values are no schemas, and are never changed. */
const DATA = new Set(["enum", "const", "default", "examples", "required", "type"]);
