import { fileURLToPath } from "node:url";
import { Client as ClientV2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as StdioV2 } from "@modelcontextprotocol/client/stdio";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as StdioV1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterEach, describe, expect, test } from "vitest";
import type { GuardableClient } from "../../src/guard/client.ts";
import { CallRefused, guardClient } from "../../src/guard/guard-client.ts";
import { tapOf } from "../../src/guard/tap.ts";
import { cardOf, grantsOf, registryOf } from "../index/scene.ts";
import { offer, runV1, type Running } from "./servers.ts";

// What is beneath a guard: pipes, connections that end, answers that nobody waits for any longer, several guards.

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

interface Plain {
  readonly listTools: () => Promise<{ tools: { name: string }[] }>;
  readonly callTool: (call: unknown) => Promise<unknown>;
}

const NOTE = { name: "note", inputSchema: { type: "object", properties: { text: { type: "string" } } } };
const names = ({ tools }: { tools: { name: string }[] }) => tools.map(({ name }) => name);

/** A guard for one agent that has grants for these tools of the card. */
function guarded(
  client: GuardableClient,
  connection:
    | { remote: { type: "streamable-http"; url: string } }
    | { command: { command: string; args: string[] } },
  tools: readonly { name: string }[] = [NOTE],
  grants = tools,
) {
  const registry = registryOf({
    "cards/claims.yaml": cardOf(tools, { remote: undefined, ...connection }),
    "grants/bot.yaml": grantsOf(grants.map(({ name }) => ({ tool: name, job: "intake" }))),
  });
  const address = "remote" in connection ? connection.remote : connection.command;
  const made = guardClient(client, { registry, server: "claims", address, agent: "bot", job: "intake" });
  return { ...made, client: made.client as unknown as Plain };
}

async function http(offered = offer([NOTE])) {
  const running: Running = await runV1(offered);
  ends.push(running.stop);
  const remote = { type: "streamable-http", url: running.url } as const;
  return { ...running, offered, remote };
}

const tool = (name: string) => ({ name, inputSchema: { type: "object" } });
const script = (name: string) => fileURLToPath(new URL(`../servers/${name}`, import.meta.url));
const v1 = () => new ClientV1({ name: "test", version: "1" });
const v2 = () => new ClientV2({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
const PIPES = [
  { what: "v1 of v1", args: [script("sdk-v1.mjs")], client: v1, Transport: StdioV1 },
  { what: "v2 of v1", args: [script("sdk-v1.mjs")], client: v2, Transport: StdioV2 },
  { what: "v2 of v2", args: [script("sdk-v2.mjs"), "stdio", "modern"], client: v2, Transport: StdioV2 },
];

test.each(PIPES)(
  "a client over pipes is guarded, page by page: $what",
  async ({ args, client, Transport }) => {
    const command = { command: process.execPath, args };
    const made = client();
    await made.connect(new Transport(command));
    ends.push(() => made.close());
    const tools = ["one", "five", "six"].map(tool);
    const guard = guarded(made, { command }, tools, tools.slice(0, 2));
    expect(names(await guard.client.listTools())).toEqual(["five", "one"]);
    await expect(guard.client.callTool({ name: "five", arguments: { a: 1 } })).rejects.toThrow(CallRefused);
    await expect(guard.client.callTool({ name: "two" })).rejects.toThrow(CallRefused);
    // The server itself answers with an error.
    await expect(guard.client.callTool({ name: "five", arguments: {} })).rejects.toThrow("called");
  },
);

test("a client that is connected anew is read anew, and nothing counts that another connection said", async () => {
  const first = await http();
  const second = await http(offer([]));
  const { client } = guarded(first.client, { remote: first.remote });
  expect(names(await client.listTools())).toEqual(["note"]);
  const raw = first.client as unknown as ClientV1;
  await raw.close();
  await expect(client.callTool({ name: "note" })).rejects.toMatchObject({
    authorization: { reason: "unreadable" },
  });
  await raw.connect(new StreamableHTTPClientTransport(new URL(second.url)));
  await expect(client.callTool({ name: "note" })).rejects.toMatchObject({
    authorization: { reason: "gone" },
  });
  second.offered.tools = [NOTE];
  await second.offered.announce();
  await expect.poll(async () => names(await client.listTools())).toEqual(["note"]);
});

test("two guards on one client, and calls at once, each get their own answer", async () => {
  const { client: raw, offered, remote } = await http();
  const [may, mayNot] = [guarded(raw, { remote }), guarded(raw, { remote }, [NOTE], [])];
  const asked = Array.from({ length: 20 }, (_, n) => {
    const { client } = n % 2 === 0 ? may : mayNot;
    return client.callTool({ name: "note", arguments: { text: `${n}` } });
  });
  const answers = await Promise.allSettled(asked);
  expect(answers.map(({ status }) => status)).toEqual(
    answers.map((_, n) => (n % 2 === 0 ? "fulfilled" : "rejected")),
  );
  expect(offered.calls).toHaveLength(10);
  expect([...mayNot.refusals]).toEqual([["not-granted", 10]]);
  expect(may.refusals.size).toBe(0);
});

test("a list that changes while it is read is read once more before anything is decided", async () => {
  const { client: raw, offered, remote } = await http();
  const { client } = guarded(raw, { remote });
  let lists = 0;
  const { tools } = offered;
  Object.defineProperty(offered, "tools", {
    get: () => {
      lists++;
      // The first answer is overtaken by what the server says meanwhile.
      if (lists === 1)
        for (const heard of tapOf((raw as never as { transport: never }).transport).listeners) heard();
      return lists === 1 ? tools : [];
    },
  });
  await expect(client.callTool({ name: "note" })).rejects.toMatchObject({
    authorization: { reason: "gone" },
  });
  expect(lists).toBe(2);
});

describe("what is sent is what was judged", () => {
  test.each<[string, () => unknown]>([
    [
      "getters that change their mind",
      () => {
        let asked = 0;
        return {
          name: "note",
          get arguments() {
            asked++;
            return asked === 1 ? { text: "a" } : { text: "a", more: 1 };
          },
        };
      },
    ],
    [
      "something else as JSON",
      () => ({ name: "other", toJSON: () => ({ name: "note", arguments: { text: "a" } }) }),
    ],
    ["a date", () => ({ name: "note", arguments: { text: new Date(0) } })],
    ["what JSON leaves out", () => ({ name: "note", arguments: { text: "a", more: undefined } })],
  ])("of %s", async (_what, call) => {
    const { client: raw, offered, remote } = await http();
    const { client } = guarded(raw, { remote });
    await client.callTool(call());
    expect(offered.calls).toHaveLength(1);
    const [sent] = offered.calls as { name: string; arguments: object }[];
    expect(sent?.name).toBe("note");
    expect(Object.keys(sent?.arguments ?? {})).toEqual(["text"]);
  });

  test("with what stands beside the arguments", async () => {
    const { client: raw, offered, remote } = await http();
    const { client } = guarded(raw, { remote });
    await client.callTool({ name: "note", arguments: {}, _meta: { trace: "t" } });
    expect(offered.calls).toMatchObject([{ _meta: { trace: "t" } }]);
  });

  test("and what contains itself is refused", async () => {
    const { client: raw, offered, remote } = await http();
    const { client } = guarded(raw, { remote });
    const call: Record<string, unknown> = { name: "note" };
    call["arguments"] = call;
    await expect(client.callTool(call)).rejects.toThrow(CallRefused);
    expect(offered.calls).toEqual([]);
  });
});
