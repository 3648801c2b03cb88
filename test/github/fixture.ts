/** GitHub's own descriptions of requests, answers and payloads, compiled one by one when first needed. */
import { readFileSync } from "node:fs";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import type { Json, JsonObject } from "../../src/core/json/value.ts";
import { closeBody, widen } from "./corrections.ts";

/** One operation as described: its path is a template, its query a map of schemas. */
export type Described = {
  method: string;
  path: string;
  query: Record<string, JsonObject>;
  body?: JsonObject;
  bodyRequired?: true;
  answers: Record<string, JsonObject | null>;
};

type OperationsFile = { operations: Record<string, Described>; components: Record<string, JsonObject> };
type WebhooksFile = { payloads: Record<string, JsonObject>; components: Record<string, JsonObject> };

function readFixture(name: string): Json {
  const file = new URL(`../fixtures/github/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as Json;
}

/** Calls `make` once, at first use. */
function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** `allErrors` makes validators several times as large, so only requests, whose errors we sort, have it. */
function createAjv(components: Record<string, JsonObject>, allErrors = false): Ajv {
  const ajv = new Ajv({ strict: false, allErrors, inlineRefs: false, validateSchema: false, meta: false });
  addFormats.default(ajv);
  ajv.addFormat("repo.nwo", true);
  // GitHub's own addresses of bots, like 41898282+github-actions[bot]@…, are none by the grammar.
  ajv.addFormat("email", true);
  ajv.addFormat("uri-template", true);
  ajv.addSchema({ $id: "github", components: { schemas: components } });
  return ajv;
}

const operationsFile = lazy(() => {
  const file = readFixture("operations") as OperationsFile;
  return { ...file, components: widen(file.components) };
});
const webhooksFile = lazy(() => readFixture("webhooks") as WebhooksFile);
const requestsAjv = lazy(() => createAjv(operationsFile().components, true));
const answersAjv = lazy(() => createAjv(operationsFile().components));
const webhooksAjv = lazy(() => createAjv(webhooksFile().components));
const compiled = new Map<string, ValidateFunction>();

function validator(key: string, ajv: () => Ajv, schema: () => Json): ValidateFunction {
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const made = ajv().compile(pointIntoComponents(schema()) as JsonObject);
  compiled.set(key, made);
  return made;
}

/** References of the fixture are relative to its own root; here they lead into the schema named `github`. */
function pointIntoComponents(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"github#/')) as Json;
}

/** What GitHub describes of an operation. */
export function describedOperation(id: string): Described {
  const described = operationsFile().operations[id];
  if (described === undefined)
    throw new Error(`${id} is not in the fixture: run scripts/write-github-fixture.ts`);
  return described;
}

/** What is wrong with a request's body; limits of length are left to the operation, which has GitHub's words. */
export function checkBody(id: string, body: Json): string[] {
  const { body: schema, bodyRequired } = describedOperation(id);
  if (schema === undefined) return body === null ? [] : ["this operation takes no body"];
  if (body === null && bodyRequired !== true) return [];
  const validate = validator(`${id} body`, requestsAjv, () => closeBody(schema));
  if (validate(body)) return [];
  return explain(validate.errors, (error) => error.keyword !== "maxLength" && error.keyword !== "maxItems");
}

/** What is wrong with the names and values of a query. */
export function checkQuery(id: string, query: Readonly<Record<string, string>>): string[] {
  const { query: schemas } = describedOperation(id);
  const wrong: string[] = [];
  for (const [name, value] of Object.entries(query)) {
    const schema = schemas[name];
    if (schema === undefined) {
      wrong.push(`unknown query name ${name}`);
      continue;
    }
    const validate = validator(`${id} query ${name}`, requestsAjv, () => schema);
    const typed = schema["type"] === "integer" && /^\d+$/.test(value) ? Number(value) : value;
    if (!validate(typed)) wrong.push(`query ${name}: ${explain(validate.errors).join("; ")}`);
  }
  return wrong;
}

/** What is wrong with our own answer. */
export function checkAnswer(id: string, status: number, body: Json): string | undefined {
  const schema = describedOperation(id).answers[status];
  if (schema === undefined) return `${id}: GitHub never answers ${status}`;
  if (schema === null) return undefined;
  const validate = validator(`${id} ${status}`, answersAjv, () => schema);
  return validate(body) ? undefined : `${id} ${status}: ${explain(validate.errors).join("; ")}`;
}

/** What is wrong with a webhook's payload. */
export function checkPayload(event: string, payload: JsonObject): string | undefined {
  const { action } = payload;
  const name = [event, ...(typeof action === "string" ? [action] : [])].join("-").replaceAll("_", "-");
  const schema = webhooksFile().payloads[name];
  if (schema === undefined) return `webhook ${name} is not in the fixture`;
  const validate = validator(`webhook ${name}`, webhooksAjv, () => schema);
  return validate(payload) ? undefined : `webhook ${name}: ${explain(validate.errors).join("; ")}`;
}

function explain(
  errors: ErrorObject[] | null | undefined,
  keep: (error: ErrorObject) => boolean = () => true,
): string[] {
  return (errors ?? []).filter(keep).map(({ instancePath, message, params }) => {
    const detail = "additionalProperty" in params ? ` (${String(params["additionalProperty"])})` : "";
    return `${instancePath === "" ? "/" : instancePath} ${message ?? "is wrong"}${detail}`;
  });
}
