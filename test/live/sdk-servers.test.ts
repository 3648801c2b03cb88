import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import { readTools } from "../../src/live/read-tools.ts";
import { CLIENT_INFO } from "../../src/live/session.ts";
import { command, fileOf, freePort, start, withoutTokens } from "../servers/start.ts";

// Other work may be going on on the machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const NEW = "2026-07-28";
const OLD = "2025-11-25";

/** Which version is used, by what the server speaks and what the card wants. */
const VERSIONS = [
  { server: "v1", wants: undefined, uses: OLD },
  { server: "v1", wants: "2025-06-18", uses: "2025-06-18" },
  { server: "v1", wants: NEW, uses: OLD },
  { server: "dual", wants: undefined, uses: NEW },
  { server: "dual", wants: "2025-06-18", uses: "2025-06-18" },
  { server: "dual", wants: NEW, uses: NEW },
  { server: "dual", wants: "2099-01-01", uses: NEW },
  { server: "modern", wants: undefined, uses: NEW },
  { server: "modern", wants: "2025-06-18", uses: NEW },
  { server: "modern", wants: NEW, uses: NEW },
] as const;

const LIMITS = { requestMs: 20_000, totalMs: 40_000 };
const started: (() => void)[] = [];
const ports = new Map<string, number>();

beforeAll(async () => {
  withoutTokens();
  const servers = [
    ["v1", ["sdk-v1.mjs", "http"]],
    ["dual", ["sdk-v2.mjs", "http", "dual"]],
    ["modern", ["sdk-v2.mjs", "http", "modern"]],
  ] as const;
  await Promise.all(
    servers.map(async ([name, [file, ...args]]) => {
      const { port, stop } = await start([fileOf(file), ...args], /^(\d+)$/m);
      ports.set(name, port);
      started.push(stop);
    }),
  );
});
afterAll(() => {
  for (const stop of started) stop();
});

describe.concurrent("a server on an SDK", () => {
  it.each(VERSIONS)("that is $server is read whole over HTTP in $uses when $wants is wanted", async (row) => {
    const url = `http://127.0.0.1:${ports.get(row.server)}/mcp`;
    await judge({ remote: { type: "streamable-http", url, headers: [] } }, row.wants, row.uses);
  });

  it.each(VERSIONS)(
    "that is $server is read whole over stdio in $uses when $wants is wanted",
    async (row) => {
      const connection =
        row.server === "v1" ? command("sdk-v1.mjs") : command("sdk-v2.mjs", "stdio", row.server);
      await judge(connection, row.wants, row.uses);
    },
  );
});

async function judge(
  connection: Parameters<typeof readTools>[0]["connection"],
  wants: string | undefined,
  uses: string,
): Promise<void> {
  const readAs = { capabilities: [], ...(wants !== undefined && { protocolVersion: wants }) };
  const reading = await readTools({ server: "sdk", connection, readAs, allowCommands: true, limits: LIMITS });
  expect(reading).toMatchObject({
    outcome: "complete",
    readAs: { protocolVersion: uses, capabilities: [] },
    notes: [],
    confirmed: false,
    tools: ["one", "two", "three", "four", "five"].map((name) => ({
      name,
      description: `does ${name}`,
      inputSchema: { type: "object", "x-note": 1 },
    })),
  });
}

const reference = (name: string, ...args: string[]) =>
  command(`../../node_modules/@modelcontextprotocol/server-${name}/dist/index.js`, ...args);

describe.concurrent("a reference server", () => {
  it.each([
    { name: "everything", args: [], capabilities: [], tools: 13 },
    // Some of its tools are only for clients that can be asked back.
    { name: "everything", args: [], capabilities: ["elicitation", "roots", "sampling"], tools: 16 },
    { name: "everything", args: [], capabilities: ["elicitation.url", "roots", "sampling"], tools: 17 },
    { name: "memory", args: [], capabilities: [], tools: 9 },
    { name: "filesystem", args: [tmpdir()], capabilities: [], tools: 14 },
  ])(
    "$name lists $tools tools to a client with $capabilities",
    async ({ name, args, capabilities, tools }) => {
      const connection = reference(name, ...args);
      const readAs = { capabilities };
      const reading = await readTools({
        server: name,
        connection,
        readAs,
        allowCommands: true,
        limits: LIMITS,
      });
      expect(reading).toMatchObject({ outcome: "complete", readAs: { protocolVersion: OLD, capabilities } });
      expect(reading.outcome === "complete" && reading.tools.length).toBe(tools);
    },
  );

  it.each([
    { type: "streamable-http", mode: "streamableHttp", path: "/mcp", says: /listening on port (\d+)/i },
    { type: "sse", mode: "sse", path: "/sse", says: /on port (\d+)/i },
  ] as const)("everything is read over $type", async ({ type, mode, path, says }) => {
    const port = await freePort();
    const file = fileOf("../../node_modules/@modelcontextprotocol/server-everything/dist/index.js");
    const { stop } = await start([file, mode], says, { PORT: String(port) });
    const address = { type, url: `http://127.0.0.1:${port}${path}` };
    const connection = { remote: { ...address, headers: [] } };
    const reading = await readTools({ server: "everything", connection, limits: LIMITS });
    stop();
    expect(reading).toMatchObject({ outcome: "complete", address });
    expect(reading.outcome === "complete" && reading.tools.length).toBe(13);
  });
});

it("sees toolcard by its version", () => {
  const { version } = JSON.parse(readFileSync(fileOf("../../package.json"), "utf8")) as { version: string };
  expect(CLIENT_INFO).toEqual({ name: "toolcard", version });
});
