/**
 * Writes what the strict GitHub of the tests checks itself against: test/fixtures/github/operations.json
 * (requests and answers) and webhooks.json (payloads), cut from GitHub's own OpenAPI descriptions.
 *
 * The descriptions are 385 MB on disk, so they are not installed with the project. By hand:
 *
 *   npm install --prefix /tmp/openapi --ignore-scripts @octokit/openapi@23.0.2 @octokit/openapi-webhooks@12.1.0
 *   node scripts/write-github-fixture.ts /tmp/openapi
 *
 * Which operations and payloads are cut out is said by test/github/operations.ts and webhooks.ts.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OPERATIONS } from "../test/github/operations.ts";
import { modelledPayloads } from "../test/github/payload-names.ts";
import { shareRepeated, translateSchema, type Json, type JsonObject } from "./openapi-schema.ts";

type Operation = {
  operationId: string;
  parameters?: JsonObject[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Json }> };
  responses: Record<string, { content?: Record<string, { schema: Json }> }>;
};
type Description = {
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: {
    schemas: Record<string, Json>;
    parameters: Record<string, JsonObject>;
    responses: JsonObject;
  };
};

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const read = (folder: string, name: string): Description =>
  JSON.parse(
    readFileSync(join(folder, "node_modules/@octokit", name, "generated/api.github.com.json"), "utf8"),
  ) as Description;

/** Collects every component that `value` reaches, translated, into `into`. */
function collect(value: Json, schemas: Record<string, Json>, into: Map<string, Json>): void {
  const waiting = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (Array.isArray(next)) waiting.push(...next);
    if (!isObject(next)) continue;
    const ref = next["$ref"];
    if (typeof ref === "string") {
      const name = ref.slice("#/components/schemas/".length);
      if (into.has(name)) continue;
      const translated = translateSchema(schemas[name] ?? {});
      into.set(name, translated);
      waiting.push(translated);
    } else waiting.push(...Object.values(next));
  }
}

/** The schema of the first JSON form of a body; GitHub lists media types like `…github.object` before it. */
function jsonSchema(content: Record<string, { schema: Json }> | undefined): Json | undefined {
  return (content?.["application/json"] ?? Object.values(content ?? {})[0])?.schema;
}

function cutOperation(
  description: Description,
  path: string,
  method: string,
  operation: Operation,
): JsonObject {
  const { parameters } = description.components;
  const query: JsonObject = {};
  for (const given of operation.parameters ?? []) {
    const ref = given["$ref"];
    const parameter = typeof ref === "string" ? (parameters[ref.split("/").at(-1) ?? ""] ?? {}) : given;
    if (parameter["in"] !== "query") continue;
    const { name } = parameter;
    if (typeof name === "string") query[name] = translateSchema(parameter["schema"] ?? {});
  }
  const answers: JsonObject = {};
  for (const [status, answer] of Object.entries(operation.responses)) {
    if (!status.startsWith("2")) continue;
    const schema = jsonSchema(answer.content);
    answers[status] = schema === undefined ? null : translateSchema(schema);
  }
  const body = jsonSchema(operation.requestBody?.content);
  return {
    method: method.toUpperCase(),
    path,
    query,
    ...(body === undefined ? {} : { body: translateSchema(body) }),
    ...(operation.requestBody?.required === true ? { bodyRequired: true } : {}),
    answers,
  };
}

function sorted(map: Map<string, Json>): JsonObject {
  return Object.fromEntries([...map].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function writeOperations(folder: string, target: string): void {
  const description = read(folder, "openapi");
  const found = new Map<string, Json>();
  for (const [path, methods] of Object.entries(description.paths))
    for (const [method, operation] of Object.entries(methods))
      if (Object.hasOwn(OPERATIONS, operation.operationId))
        found.set(operation.operationId, cutOperation(description, path, method, operation));
  for (const id of Object.keys(OPERATIONS))
    if (!found.has(id)) throw new Error(`no operation is called ${id}`);
  const operations = sorted(found);
  const components = new Map<string, Json>();
  collect(operations, description.components.schemas, components);
  save(target, { source: "@octokit/openapi 23.0.2", operations, components: sorted(components) });
}

function writeWebhooks(folder: string, target: string): void {
  const description = read(folder, "openapi-webhooks");
  const found = new Map<string, Json>();
  for (const name of modelledPayloads) {
    const schema = jsonSchema(description.webhooks[name]?.post.requestBody?.content);
    if (schema === undefined) throw new Error(`no webhook is called ${name}`);
    found.set(name, translateSchema(schema));
  }
  const components = new Map<string, Json>();
  collect(sorted(found), description.components.schemas, components);
  const payloads = shareRepeated(sorted(found), components);
  save(target, { source: "@octokit/openapi-webhooks 12.1.0", payloads, components: sorted(components) });
}

function save(target: string, value: Json): void {
  const text = `${JSON.stringify(value)}\n`;
  writeFileSync(target, text);
  console.log(`${target}: ${text.length} bytes`);
}

const folder = process.argv[2];
if (folder === undefined) {
  console.error("usage: node scripts/write-github-fixture.ts <folder with the two packages>");
  process.exit(1);
}
const fixtures = join(import.meta.dirname, "../test/fixtures/github");
writeOperations(folder, join(fixtures, "operations.json"));
writeWebhooks(folder, join(fixtures, "webhooks.json"));
