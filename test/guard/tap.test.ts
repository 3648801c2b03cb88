import { expect, test } from "vitest";
import type { GuardableClient } from "../../src/guard/client.ts";
import { guardClient } from "../../src/guard/guard-client.ts";
import { tapOf } from "../../src/guard/tap.ts";
import { cardOf, registryOf } from "../index/scene.ts";

test("the answer to a request is not taken for that of one that was given up", async () => {
  const transport = {
    send: (_message: never) => Promise.resolve(),
    onmessage: (_message: never) => {},
  };
  const tap = tapOf(transport);
  tap.nextPage(undefined).stop();
  const page = tap.nextPage(undefined);
  await transport.send({ jsonrpc: "2.0", id: 7, method: "tools/list" } as never);
  transport.onmessage({ jsonrpc: "2.0", id: 7, result: { tools: [] } } as never);
  expect(await page.heard).toEqual({ tools: [] });
});

test("a list whose answer does not come through the transport is a failed reading, and no waiting without end", async () => {
  const client = {
    transport: { send: () => Promise.resolve() },
    request: () => Promise.resolve({ tools: [] }),
    listTools: () => Promise.resolve({}),
    callTool: () => Promise.resolve({}),
  } as unknown as GuardableClient;
  const address = { type: "streamable-http", url: "https://claims.example.com/mcp" } as const;
  const registry = registryOf({ "cards/claims.yaml": cardOf([]) });
  const guard = guardClient(client, { registry, server: "claims", address, agent: "bot", job: "intake" });
  expect((await guard.index()).servers[0]?.reading).toMatchObject({
    state: "unreadable",
    why: "server-error",
  });
});
