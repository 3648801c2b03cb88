import { afterEach, describe, expect, test } from "vitest";
import { CallRefused, guardClient } from "../../src/guard/guard-client.ts";
import type { GuardOptions } from "../../src/guard/guard.ts";
import { cardOf, grantsOf, registryOf } from "../index/scene.ts";
import { offer, runV1, runV2, type Offer, type Running } from "./servers.ts";

const NOTE = {
  name: "create_note",
  description: "Add a note.",
  inputSchema: {
    type: "object",
    properties: { text: { type: "string", maxLength: 500 } },
    required: ["text"],
  },
};
const WIDER = {
  ...NOTE,
  inputSchema: {
    ...NOTE.inputSchema,
    properties: { ...NOTE.inputSchema.properties, visibility: { enum: ["public"] } },
  },
};
const OTHER = { name: "delete_claim", inputSchema: { type: "object" } };

const running: Running[] = [];

afterEach(async () => {
  for (const one of running.splice(0)) await one.stop();
});

interface Call {
  readonly name: string;
  readonly arguments?: unknown;
}

/** A guard's client, as a test uses it: the types of the two generations differ. */
interface Plain {
  readonly listTools: () => Promise<{ tools: { name: string; inputSchema: { properties: object } }[] }>;
  readonly callTool: (call: Call) => Promise<unknown>;
  readonly request: (request: unknown, ...rest: unknown[]) => Promise<unknown>;
}

async function guarded(
  run: (offered: Offer) => Promise<Running>,
  offered: Offer,
  more: Partial<GuardOptions> = {},
) {
  const server = await run(offered);
  running.push(server);
  const remote = { type: "streamable-http", url: server.url };
  const registry = registryOf({
    "cards/claims.yaml": cardOf([NOTE, OTHER], { remote }),
    "grants/bot.yaml": grantsOf([{ tool: "create_note", job: "intake" }]),
  });
  const address = { type: "streamable-http", url: server.url } as const;
  const options = { registry, server: "claims", address, agent: "bot", job: "intake", ...more };
  const guard = guardClient(server.client, options);
  return { ...guard, client: guard.client as unknown as Plain, raw: server.client };
}

const names = ({ tools }: { tools: { name: string }[] }) => tools.map(({ name }) => name);

describe.each([
  { generation: "v1", run: runV1 },
  { generation: "v2", run: runV2 },
])("a client of the SDK's $generation line behind a guard", ({ run }) => {
  test("shows the agent only what it may call, with the schema that both permit", async () => {
    const { client } = await guarded(
      run,
      offer([WIDER, OTHER, { name: "new_tool", inputSchema: { type: "object" } }]),
    );
    const list = await client.listTools();
    expect(names(list)).toEqual(["create_note"]);
    expect(Object.keys(list.tools[0]?.inputSchema.properties ?? {})).toEqual(["text"]);
  });

  test("lets a permitted call through unchanged", async () => {
    const offered = offer([NOTE]);
    const { client, refusals } = await guarded(run, offered);
    const answer = await client.callTool({ name: "create_note", arguments: { text: "hello" } });
    expect(answer).toMatchObject({ content: [{ type: "text", text: "done" }] });
    expect(offered.calls).toMatchObject([{ name: "create_note", arguments: { text: "hello" } }]);
    expect(refusals.size).toBe(0);
  });

  test.each([
    [
      "a field that only the server knows",
      { name: "create_note", arguments: { text: "a", visibility: "public" } },
      "beyond-card",
    ],
    ["a tool without a grant", { name: "delete_claim", arguments: {} }, "not-granted"],
    ["no name", { name: 5 as never }, "not-granted"],
    ["arguments that are none", { name: "create_note", arguments: null }, "beyond-card"],
  ] as const)("refuses %s before it reaches the server, and counts it", async (_what, call, reason) => {
    const offered = offer([WIDER, OTHER]);
    const { client, refusals } = await guarded(run, offered);
    await expect(client.callTool(call)).rejects.toThrow(CallRefused);
    await expect(client.callTool(call)).rejects.toMatchObject({ authorization: { reason } });
    expect(offered.calls).toEqual([]);
    expect([...refusals]).toEqual([[reason, 2]]);
  });

  test("judges what is sent, and not what its sender makes of it meanwhile", async () => {
    const offered = offer([WIDER]);
    const { client } = await guarded(run, offered);
    const given: Record<string, unknown> = { text: "a" };
    const sent = client.callTool({ name: "create_note", arguments: given });
    given["visibility"] = "public";
    await sent;
    expect(offered.calls).toMatchObject([{ arguments: { text: "a" } }]);
    expect(JSON.stringify(offered.calls)).not.toContain("visibility");
  });

  test("guards the same call where it is made as a plain request", async () => {
    const offered = offer([WIDER]);
    const { client } = await guarded(run, offered);
    const params = { name: "create_note", arguments: { text: "a", visibility: "public" } };
    await expect(client.request({ method: "tools/call", params })).rejects.toThrow(CallRefused);
    expect(names((await client.request({ method: "tools/list" })) as never)).toEqual(["create_note"]);
    expect(offered.calls).toEqual([]);
  });

  test("keeps the other tools where the server lists one that no SDK takes", async () => {
    const { client } = await guarded(run, offer([NOTE, { name: "broken", inputSchema: 5 }, null]));
    expect(names(await client.listTools())).toEqual(["create_note"]);
  });

  test("refuses a tool that is gone, and one that is listed twice", async () => {
    const call = { name: "create_note", arguments: { text: "a" } };
    const gone = await guarded(run, offer([OTHER]));
    await expect(gone.client.callTool(call)).rejects.toMatchObject({ authorization: { reason: "gone" } });
    const twice = await guarded(run, offer([NOTE, NOTE]));
    await expect(twice.client.callTool(call)).rejects.toMatchObject({
      authorization: { reason: "malformed" },
    });
  });

  test("refuses everything at another address than the card's", async () => {
    const address = { type: "streamable-http", url: "http://127.0.0.1:1/mcp" } as const;
    const { client } = await guarded(run, offer([NOTE]), { address });
    expect(names(await client.listTools())).toEqual([]);
    const call = { name: "create_note", arguments: { text: "a" } };
    await expect(client.callTool(call)).rejects.toMatchObject({ authorization: { reason: "other-address" } });
  });

  test("reads again when the list is too old, and serves the last one until then", async () => {
    let now = new Date("2026-11-30T10:00:00Z");
    const offered = offer([NOTE]);
    const { client } = await guarded(run, offered, { now: () => now });
    expect(names(await client.listTools())).toEqual(["create_note"]);
    offered.isDown = true;
    now = new Date("2026-11-30T11:00:00Z");
    expect(names(await client.listTools())).toEqual(["create_note"]);
    now = new Date("2026-11-30T11:00:01Z");
    expect(names(await client.listTools())).toEqual([]);
    offered.isDown = false;
    now = new Date("2026-11-30T11:00:03Z");
    expect(names(await client.listTools())).toEqual(["create_note"]);
  });
});

test("a list that changes is read again", async () => {
  const offered = offer([NOTE]);
  const { client } = await guarded(runV1, offered);
  expect(names(await client.listTools())).toEqual(["create_note"]);
  offered.tools = [];
  await offered.announce();
  await expect.poll(async () => names(await client.listTools())).toEqual([]);
});
