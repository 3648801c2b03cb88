import { readFileSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mergeIndex } from "../../src/core/index/merge.ts";
import { answer } from "../../src/serve/answer.ts";
import { listen, type Listening } from "../../src/serve/listen.ts";
import { cardOf, grantsOf, NOW, readingOf, registryOf } from "../index/scene.ts";

const tool = { name: "note", inputSchema: { type: "object", properties: { text: { type: "string" } } } };
const registry = registryOf({
  "cards/claims.yaml": cardOf([tool]),
  "grants/bot.yaml": grantsOf([{ tool: "note", job: "intake" }]),
});
const index = mergeIndex(registry, [readingOf([tool])], { now: NOW });

interface Operation {
  readonly requestBody?: { readonly content: { readonly "application/json": { readonly schema: object } } };
  readonly responses: Readonly<Record<string, { readonly $ref?: string }>>;
}
const described = JSON.parse(
  readFileSync(new URL("../../schemas/openapi.json", import.meta.url), "utf8"),
) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
const indexSchema = JSON.parse(
  readFileSync(new URL("../../schemas/index.json", import.meta.url), "utf8"),
) as object;
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema(indexSchema, "https://toolcard.test/index.json");
ajv.addSchema(described, "https://toolcard.test/openapi.json");

/** Holds an answer against its description: the status must be there, and the body as it says. */
function hold(path: string, method: string, status: number, body: unknown): void {
  const operation = described.paths[path]?.[method];
  const response = operation?.responses[String(status)];
  expect(response, `${method} ${path} ${status} is not described`).toBeDefined();
  const pointer = `#/paths/~1${path.slice(1)}/${method}/responses/${status}`;
  const at = response?.$ref ?? pointer;
  const validate = ajv.getSchema(`https://toolcard.test/openapi.json${at}/content/application~1json/schema`);
  expect(validate?.(body), JSON.stringify(validate?.errors)).toBe(true);
}

let listening: Listening;
beforeAll(async () => {
  listening = await listen({ port: 0 }, (asked) => answer(asked, index, NOW));
});
afterAll(() => listening.close());

const post = (body: string, headers: Record<string, string> = { "content-type": "application/json" }) =>
  fetch(`${listening.at}/authorize`, { method: "POST", body, headers });
const call = { agent: "bot", job: "intake", server: "claims", tool: "note" };

describe("POST /authorize", () => {
  test.each([
    [{ ...call, arguments: { text: "a" } }, true, "allowed"],
    [call, true, "allowed"],
    [{ ...call, arguments: { more: 1 } }, false, "beyond-card"],
    [{ ...call, agent: "__proto__" }, false, "not-enrolled"],
  ])("decides %j", async (body, allowed, reason) => {
    const said = await post(JSON.stringify(body));
    const decision = (await said.json()) as object;
    expect(said.status).toBe(200);
    expect(decision).toMatchObject({ allowed, reason });
    hold("/authorize", "post", 200, decision);
  });

  test.each([
    "",
    "{",
    "[]",
    "null",
    "{}",
    JSON.stringify({ ...call, agent: 5 }),
    JSON.stringify({ ...call, arguments: [] }),
    JSON.stringify({ ...call, arguments: null }),
    JSON.stringify({ ...call, argument: {} }),
    '{"agent":"bot","job":"intake","server":"claims","tool":"note","__proto__":{}}',
  ])("refuses the body %j as the description does", async (text) => {
    const said = await post(text);
    expect(said.status).toBe(400);
    hold("/authorize", "post", 400, await said.json());
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return;
    }
    const validate = ajv.getSchema("https://toolcard.test/openapi.json#/components/schemas/Call");
    expect(validate?.(body)).toBe(false);
  });

  test("refuses what a page in a browser could send", async () => {
    const body = JSON.stringify(call);
    expect((await post(body, { "content-type": "text/plain" })).status).toBe(415);
    const page = await post(body, { "content-type": "application/json", origin: "https://evil.example.com" });
    expect(page.status).toBe(403);
    hold("/authorize", "post", 403, await page.json());
    expect(await rebound()).toBe(403);
  });

  test("reads no body beyond its limit", async () => {
    const said = await post(
      JSON.stringify({ ...call, arguments: { text: "a".repeat(17 * 1024 * 1024) } }),
    ).catch(() => undefined);
    // The connection may end before the answer is read.
    expect([413, undefined]).toContain(said?.status);
    expect((await post(JSON.stringify(call))).status).toBe(200);
  });
});

/** Asks under another host's name, as a page does whose name was made to lead here. */
function rebound(): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(`${listening.at}/index`, { headers: { host: "evil.example.com" } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.once("error", reject);
    asked.end();
  });
}

describe("GET /index", () => {
  test("gives the index, or the part of one agent", async () => {
    const whole = await (await fetch(`${listening.at}/index`)).json();
    expect(whole).toEqual(index);
    hold("/index", "get", 200, whole);
    const other = (await (await fetch(`${listening.at}/index?agent=other`)).json()) as { servers: unknown[] };
    expect(other.servers).toEqual([]);
  });

  test("refuses what it does not know, so that a misspelt question is not answered with everything", async () => {
    const said = await fetch(`${listening.at}/index?agents=bot`);
    expect(said.status).toBe(400);
    hold("/index", "get", 400, await said.json());
  });
});

test("other paths and methods are refused", async () => {
  expect((await fetch(`${listening.at}/`)).status).toBe(404);
  const wrong = await fetch(`${listening.at}/index`, {
    method: "POST",
    body: "{}",
    headers: { "content-type": "application/json" },
  });
  expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET"]);
  const health: unknown = await (await fetch(`${listening.at}/health`)).json();
  expect(health).toEqual({ status: "ok", at: index.at });
  hold("/health", "get", 200, health);
});

test("a Unix socket is for its user alone, and goes when it closes", async () => {
  const folder = await mkdtemp(join(tmpdir(), "toolcard-socket-"));
  const socket = join(folder, "toolcard.sock");
  const there = await listen({ socket }, (asked) => answer(asked, index, NOW));
  expect(statSync(socket).mode & 0o777).toBe(0o600);
  const status = await new Promise((resolve, reject) => {
    const asked = request({ socketPath: socket, path: "/health" }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.once("error", reject);
    asked.end();
  });
  expect(status).toBe(200);
  await there.close();
  expect(() => statSync(socket)).toThrow();
  await rm(folder, { recursive: true });
});
