import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import { readTools } from "../../src/live/read-tools.ts";
import { legacyMcp, listen, plain } from "../servers/listen.ts";
import { command, fileOf, start, withoutTokens } from "../servers/start.ts";

// Other work may be going on on the machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** What becomes of each bomb under the default limits. */
const BOMBS = [
  ["deep arrays", "too-large"],
  ["deep arrays within the limit", "complete"],
  ["events with deep arrays within the limit", "complete"],
  ["wide objects", "too-large"],
  ["many keys", "complete"],
  ["long escapes", "complete"],
  ["four full pages", "complete"],
  ["pages without end", "too-large"],
  ["endless body", "too-large"],
  ["endless error", "server-error"],
  ["gzip", "too-large"],
] as const;

let bombs = { port: 0, stop: () => {} };
beforeAll(async () => {
  bombs = await start([fileOf("bombs.mjs")], /^(\d+)$/m);
});
afterAll(() => bombs.stop());

describe("a list that is built to cost memory", () => {
  it.each(BOMBS)("of %s is %s, in less than 512 MiB", async (bomb, outcome) => {
    const url = `http://127.0.0.1:${bombs.port}/${encodeURI(bomb)}`;
    const request = JSON.stringify({
      server: "bombs",
      connection: { remote: { type: "streamable-http", url, headers: [] } },
    });
    const args = [fileOf("read-once.mjs"), fileOf("../../src/live/read-tools.ts"), request];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const cost = JSON.parse(stdout) as { outcome: string; reason?: string; mib: number };
    expect(cost.reason ?? cost.outcome).toBe(outcome);
    expect(cost.mib).toBeLessThan(512);
  });
});

/** What a server may say besides, over and over. */
const NOISE = [
  { jsonrpc: "2.0", id: "p", method: "ping" },
  { jsonrpc: "2.0", id: "p", method: "sampling/createMessage", params: { messages: [], maxTokens: 1 } },
  { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: 1 } },
  { jsonrpc: "2.0", id: 99, result: {} },
  { a: 1 },
];

describe("a server that goes on and on", () => {
  it.each(["", "starting …", ...NOISE.map((message) => JSON.stringify(message))])(
    "over stdio with '%s' ends",
    async (noise) => {
      withoutTokens();
      const connection = command("odd-stdio.mjs", JSON.stringify({ noise }));
      const reading = await readTools({ server: "noisy", connection, allowCommands: true });
      expect(reading).toMatchObject({ outcome: "failed", reason: "too-large" });
    },
  );

  it.each(NOISE)("over HTTP with %j ends", async (message) => {
    const text = `data: ${JSON.stringify(message)}\n\n`.repeat(5_000);
    const headers = { "content-type": "text/event-stream" };
    const server = await listen(legacyMcp(() => ({ status: 200, headers, text })));
    const connection = { remote: { type: "streamable-http", url: server.url, headers: [] } } as const;
    const reading = await readTools({ server: "noisy", connection });
    expect(reading).toMatchObject({ outcome: "failed", reason: "too-large" });
    server.close();
  });
});

describe("a limit", () => {
  const five = { tools: ["a", "b", "c", "d", "e"].map(plain) };
  const bytes = JSON.stringify(five).length;

  it.each([
    ["tools", { tools: 5 }, { tools: 4 }],
    ["pages", { pages: 2 }, { pages: 1 }],
    ["bytes of an answer", { responseBytes: bytes + 100 }, { responseBytes: bytes }],
    ["bytes in all", { scanBytes: bytes + 1_000 }, { scanBytes: bytes }],
    ["values", { values: 100 }, { values: 20 }],
  ])("of %s is kept to", async (_what, enough, tooFew) => {
    const server = await listen(
      legacyMcp((_asked, time) => ({
        result: time % 2 === 1 ? { ...five, nextCursor: "2" } : { tools: [] },
      })),
    );
    const connection = { remote: { type: "streamable-http", url: server.url, headers: [] } } as const;
    expect(await readTools({ server: "x", connection, limits: enough })).toMatchObject({
      outcome: "complete",
    });
    const refused = await readTools({ server: "x", connection, limits: tooFew });
    expect(refused).toMatchObject({ outcome: "failed", reason: "too-large" });
    server.close();
  });
});
