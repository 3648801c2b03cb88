import { spawnSync } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mergeIndex } from "../../src/core/index/merge.ts";
import { answer } from "../../src/serve/answer.ts";
import { listen, type Listening } from "../../src/serve/listen.ts";
import { cardOf, grantsOf, NOW, readingOf, registryOf } from "../index/scene.ts";

// What no client sends that means well, and what a process that ended badly leaves behind.

const tool = { name: "note", inputSchema: { type: "object", properties: { text: { type: "string" } } } };
const registry = registryOf({
  "cards/claims.yaml": cardOf([tool]),
  "grants/bot.yaml": grantsOf([{ tool: "note", job: "intake" }]),
});
const index = mergeIndex(registry, [readingOf([tool])], { now: NOW });
const call = { agent: "bot", job: "intake", server: "claims", tool: "note" };

let listening: Listening;
beforeAll(async () => {
  listening = await listen({ port: 0 }, (asked) => answer(asked, index, NOW));
});
afterAll(() => listening.close());

const post = (body: string | Buffer<ArrayBuffer>) =>
  fetch(`${listening.at}/authorize`, {
    method: "POST",
    body,
    headers: { "content-type": "application/json" },
  });

const here = (socket: string) => listen({ socket }, (asked) => answer(asked, index, NOW));

describe("the path of a Unix socket", () => {
  let folder: string;
  let socket: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "toolcard-socket-"));
    socket = join(folder, "s.sock");
  });
  afterAll(() => rm(folder, { recursive: true }));

  test("that a process left behind is taken over", async () => {
    const left = `require("node:net").createServer().listen(process.argv[1], () => process.kill(process.pid, "SIGKILL"))`;
    spawnSync(process.execPath, ["-e", left, socket]);
    expect(statSync(socket).isSocket()).toBe(true);
    const there = await here(socket);
    await there.close();
    expect(() => statSync(socket)).toThrow();
  });

  test("where another one answers is left to it", async () => {
    const first = await here(socket);
    await expect(here(socket)).rejects.toThrow("listens");
    expect(statSync(socket).isSocket()).toBe(true);
    await first.close();
  });

  test("of something else is left alone", async () => {
    const file = join(folder, "file");
    writeFileSync(file, "mine");
    await expect(here(file)).rejects.toThrow("no socket");
    expect(readFileSync(file, "utf8")).toBe("mine");
  });
});

test("a port that is taken is named as such", async () => {
  const port = Number(new URL(listening.at).port);
  await expect(listen({ port }, (asked) => answer(asked, index, NOW))).rejects.toThrow("another place");
});

test.each([
  ["no UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ["brackets without end", Buffer.from(`{"arguments":${"[".repeat(1_000_000)}`)],
])("a body of %s is refused", async (_what, body) => {
  expect((await post(body)).status).toBe(400);
});

test("arguments that nest without end are answered with no", async () => {
  const nested = `${"[".repeat(500_000)}${"]".repeat(500_000)}`;
  const said = await post(`${JSON.stringify(call).slice(0, -1)},"arguments":{"text":${nested}}}`);
  expect(await said.json()).toMatchObject({ allowed: false, reason: "beyond-card" });
});

test.each(["/index?agent=bot&agent=other", "/index?agent=bot&__proto__=x", "/index?Agent=bot"])(
  "a question that can be read in two ways is refused: %s",
  async (path) => {
    expect((await fetch(`${listening.at}${path}`)).status).toBe(400);
  },
);

/** What comes back for bytes that no client would send. */
function raw(text: string): Promise<string> {
  return new Promise((resolve) => {
    const { port } = new URL(listening.at);
    const socket = createConnection(Number(port), "127.0.0.1", () => socket.write(text));
    let said = "";
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => (said += chunk));
    socket.once("end", () => resolve(said));
    // A server that closes at once may do so before everything was taken.
    socket.once("error", () => resolve(said));
  });
}

const LENGTH = JSON.stringify(call).length;
test.each([
  [
    "two lengths",
    `POST /authorize HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${LENGTH}\r\nContent-Length: 1\r\n\r\n`,
    400,
  ],
  [
    "a length and chunks",
    "POST /authorize HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    400,
  ],
  ["headers without end", `GET /index HTTP/1.1\r\nHost: localhost\r\nX: ${"a".repeat(20_000)}\r\n\r\n`, 431],
  ["no host", "GET /index HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
  [
    "two hosts",
    "GET /index HTTP/1.1\r\nHost: localhost\r\nHost: evil.example.com\r\nConnection: close\r\n\r\n",
    403,
  ],
  [
    "a host that only begins as this machine",
    "GET /index HTTP/1.1\r\nHost: localhost.evil.example.com\r\nConnection: close\r\n\r\n",
    403,
  ],
  [
    "a host with a user",
    "GET /index HTTP/1.1\r\nHost: localhost@evil.example.com\r\nConnection: close\r\n\r\n",
    403,
  ],
  [
    "this machine by another address",
    "GET /health HTTP/1.1\r\nHost: [::1]:8420\r\nConnection: close\r\n\r\n",
    200,
  ],
  ["no more than the head", "HEAD /index HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 405],
])("a request with %s", async (_what, text, status) => {
  expect((await raw(text)).startsWith(`HTTP/1.1 ${status} `)).toBe(true);
});
