import { Ajv2020 } from "ajv/dist/2020.js";
import { authorize } from "../src/core/index/authorize.ts";
import { mergeIndex } from "../src/core/index/merge.ts";
import { digestOf } from "../src/core/json/canonical.ts";
import { createMatcher } from "../src/core/pattern/matcher.ts";
import type { Reading } from "../src/core/reading/reading.ts";
import type { Registry } from "../src/core/registry/registry.ts";
import { guardClient } from "../src/guard/guard-client.ts";
import { cardOf, grantsOf, NOW, readingOf, registryOf } from "../test/index/scene.ts";
import { offer, runV1 } from "../test/guard/servers.ts";
import { alternating, row } from "./measure.ts";
import { toolsOf } from "./tools.ts";

const CALLS = 20_000;
/** What compiling a pattern may cost. */
const MOST = 2_000_000;

const tool = (inputSchema: object) => ({ name: "note", inputSchema });

const schema = (more: object) => ({
  type: "object",
  properties: {
    text: { type: "string", maxLength: 500 },
    visibility: { enum: ["internal", "public"] },
    tags: { type: "array", items: { type: "string" }, maxItems: 20 },
    ...more,
  },
  required: ["text", "claim"],
  additionalProperties: false,
});

/** `authorize` against two calls of plain ajv that use the same matcher of patterns. */
async function decisions(what: string, claim: object): Promise<void> {
  const [card, live] = [schema({ claim }), schema({ claim, priority: { type: "integer" } })];
  const registry = registryOf({
    "cards/claims.yaml": cardOf([tool(card)]),
    "grants/bot.yaml": grantsOf([{ tool: "note", job: "intake" }]),
  });
  const merged = mergeIndex(registry, [readingOf([tool(live)])], { now: NOW });
  const given = { text: "hello", claim: "AB-123", visibility: "internal", tags: ["a", "b"] };
  const call = { agent: "bot", job: "intake", server: "claims", tool: "note", arguments: given };
  const regExp = Object.assign((pattern: string) => createMatcher(pattern, MOST) as never, {
    code: "createMatcher",
  });
  const ajv = new Ajv2020({ strict: false, code: { regExp } });
  const [byCard, byLive] = [ajv.compile(card), ajv.compile(live)];
  const times = await alternating({
    ajv: () => {
      for (let n = 0; n < CALLS; n++) if (!byCard(given) || !byLive(given)) throw new Error("refused");
    },
    authorize: () => {
      for (let n = 0; n < CALLS; n++)
        if (!authorize(merged, call, { now: NOW }).allowed) throw new Error("refused");
    },
  });
  row(`authorize ${what}, against two calls of plain ajv`, times.authorize / times.ajv, "×", 2.5);
}

/** `mergeIndex` where nothing changed, against hashing the same lists. */
async function merging(): Promise<void> {
  const tools = toolsOf(20, 0);
  const base = registryOf({ "cards/claims.yaml": cardOf([]) });
  const [first] = base.cards;
  if (first === undefined) throw new Error("there is no card");
  const names = Array.from({ length: 1000 }, (_, n) => `s${n}`);
  // Each server has lists of its own, as they are parsed from a file and from an answer.
  const cards = names.map((server) => ({
    ...first,
    value: { ...first.value, server, tools: structuredClone(tools) },
  }));
  const registry: Registry = { ...base, cards };
  const readings: Reading[] = names.map((server) => readingOf(tools, { server }));
  const times = await alternating({
    hashing: () => {
      for (const reading of readings) if (reading.outcome === "complete") digestOf(reading.tools);
    },
    merging: () => mergeIndex(registry, readings, { now: NOW }),
  });
  row(
    "mergeIndex of 1,000 servers with 20 tools, against hashing the lists",
    times.merging / times.hashing,
    "×",
    3,
  );
}

/** A guarded call over loopback, against the same call without a guard. */
async function guarding(): Promise<void> {
  const note = tool({ type: "object", properties: { text: { type: "string" } } });
  const server = await runV1(offer([note]));
  const remote = { type: "streamable-http", url: server.url } as const;
  const registry = registryOf({
    "cards/claims.yaml": cardOf([note], { remote }),
    "grants/bot.yaml": grantsOf([{ tool: "note", job: "intake" }]),
  });
  const who = { registry, server: "claims", address: remote, agent: "bot", job: "intake" };
  const { client } = guardClient(server.client, who);
  const params = { name: "note", arguments: { text: "hello" } } as never;
  const some = async (caller: typeof client) => {
    for (let n = 0; n < 20; n++) await caller.callTool(params);
  };
  await some(client);
  const times = await alternating({ plain: () => some(server.client), guarded: () => some(client) });
  await server.stop();
  row("a guarded call over loopback HTTP, against an unguarded one", times.guarded / times.plain, "×", 1.2);
}

/** What an orchestrator pays. */
export async function index(): Promise<void> {
  await decisions("with a pattern", { type: "string", pattern: "^[A-Z]{2}-[0-9]+$" });
  await decisions("without patterns", { type: "string" });
  await merging();
  await guarding();
}
