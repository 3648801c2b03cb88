/** Where GitHub's description is not GitHub: bodies it leaves open, and answers that are wider than it says. */
import type { Json, JsonObject } from "../../src/core/json/value.ts";
import { isJsonObject } from "./call.ts";

/** The schema with every object closed that lists its keys and does not open itself. */
export function closeBody(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(closeBody);
  if (!isJsonObject(schema)) return schema;
  const closed: Record<string, Json> = {};
  for (const [key, value] of Object.entries(schema)) closed[key] = closeBody(value);
  if (isJsonObject(schema["properties"]) && schema["additionalProperties"] === undefined) {
    closed["additionalProperties"] = false;
  }
  return closed;
}

const orNull = (schema: Json | undefined): JsonObject => ({ anyOf: [schema ?? {}, { type: "null" }] });

/**
 * Answers that GitHub gives although its description denies them: nobody instead of a deleted account in events and
 * reviews, no repository and no owner at the head of a pull request whose fork is gone, labels without description.
 */
export function widen(components: Record<string, JsonObject>): Record<string, JsonObject> {
  const wide: Record<string, JsonObject> = {};
  for (const [name, schema] of Object.entries(components)) {
    if (name.endsWith("-issue-event") || name.startsWith("timeline-"))
      wide[name] = allowNull(schema, ["actor", "user"]);
    else if (name === "pull-request" || name === "pull-request-simple") wide[name] = widenPull(schema);
    else wide[name] = schema;
  }
  return wide;
}

function widenPull(schema: JsonObject): JsonObject {
  const properties = asObject(schema["properties"]);
  const labels = asObject(properties["labels"]);
  return {
    ...schema,
    properties: {
      ...properties,
      head: allowNull(asObject(properties["head"]), ["repo", "user"]),
      labels: { ...labels, items: allowNull(asObject(labels["items"]), ["description"]) },
    },
  };
}

function allowNull(schema: JsonObject, names: readonly string[]): JsonObject {
  const properties = asObject(schema["properties"]);
  const wider = names
    .filter((name) => properties[name] !== undefined)
    .map((name): [string, Json] => [name, orNull(properties[name])]);
  return { ...schema, properties: { ...properties, ...Object.fromEntries(wider) } };
}

const asObject = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});
