/** Turns a schema of GitHub's OpenAPI 3.0 and 3.1 descriptions into a plain JSON Schema that ajv compiles. */

/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
/** A JSON object. */
export type JsonObject = { [key: string]: Json };

/** Keywords that check nothing, or (discriminator) point at names the fixture does not keep. */
const DROPPED = new Set([
  "description",
  "title",
  "example",
  "examples",
  "discriminator",
  "deprecated",
  "externalDocs",
]);
const NAMED = new Set(["properties", "patternProperties"]);

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The schema without its prose, with `nullable` said in JSON Schema's own way. */
export function translateSchema(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map((item) => translateSchema(item));
  if (!isObject(schema)) return schema;
  const out: JsonObject = {};
  for (const [key, value] of Object.entries(schema)) {
    if (DROPPED.has(key) || key.startsWith("x-") || key === "nullable") continue;
    if (NAMED.has(key) && isObject(value)) out[key] = translateMap(value);
    else if (key === "enum" || key === "const" || key === "default") out[key] = value;
    else out[key] = translateSchema(value);
  }
  return schema["nullable"] === true ? nullable(out) : out;
}

/** A map of schemas: a property may be *named* title or description. */
function translateMap(map: JsonObject): JsonObject {
  const out: JsonObject = {};
  for (const [name, value] of Object.entries(map)) out[name] = translateSchema(value);
  return out;
}

function nullable(schema: JsonObject): JsonObject {
  const { type } = schema;
  if (type === undefined) return { anyOf: [schema, { type: "null" }] };
  const types = Array.isArray(type) ? type : [type];
  const values = schema["enum"];
  return {
    ...schema,
    type: [...types, "null"],
    ...(Array.isArray(values) && !values.includes(null) ? { enum: [...values, null] } : {}),
  };
}

/**
 * Gives schemas that are written out in several places one name and refers to it: GitHub's webhooks repeat whole
 * pull requests and repositories in each payload. Adds to `components`, gives the schema with the references.
 */
export function shareRepeated(schema: JsonObject, components: Map<string, Json>): JsonObject {
  const counts = new Map<string, number>();
  const count = (value: Json): void => {
    if (typeof value !== "object" || value === null) return;
    if (isLarge(value)) counts.set(JSON.stringify(value), (counts.get(JSON.stringify(value)) ?? 0) + 1);
    for (const child of Object.values(value)) count(child);
  };
  count(schema);
  for (const component of components.values()) count(component);
  const names = new Map<string, string>();
  const share = (value: Json, root = false): Json => {
    if (typeof value !== "object" || value === null) return value;
    const text = root || !isLarge(value) ? "" : JSON.stringify(value);
    if ((counts.get(text) ?? 0) < 2) return shareInside(value);
    const name = names.get(text) ?? `shared-${names.size + 1}`;
    if (!names.has(text)) {
      names.set(text, name);
      components.set(name, shareInside(value));
    }
    return { $ref: `#/components/schemas/${name}` };
  };
  const shareInside = (value: Json): Json => {
    if (Array.isArray(value)) return value.map((item) => share(item));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, child]): [string, Json] => [key, share(child)]),
    );
  };
  const before = Array.from(components);
  for (const [name, component] of before) components.set(name, share(component, true));
  return shareInside(schema) as JsonObject;
}

/** Worth a name: an object schema of some size. A map of properties is none. */
const isLarge = (value: Json): boolean =>
  isObject(value) && value["properties"] !== undefined && JSON.stringify(value).length > 600;
