import { createServer, type AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { readTools } from "../../src/live/read-tools.ts";
import { legacyMcp, listen, plain } from "../servers/listen.ts";
import { command, withoutTokens } from "../servers/start.ts";

// Other work may be going on on the machine.
vi.setConfig({ testTimeout: 60_000 });

const before = { ...process.env };
beforeAll(withoutTokens);
afterAll(() => {
  process.env = before;
});

const remote = (url: string) => ({
  server: "odd",
  connection: { remote: { type: "streamable-http", url, headers: [] } } as const,
});

/** The bytes of a list of one tool, whose name has these bytes in it. */
const named = (id: unknown, name: string) =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"tools":[{"name":"a${name}","inputSchema":{}}]}}`;
const utf8 = Buffer.from("é語🙂").toString("latin1");
const NO_UTF8 = ["\xff", "\xe9", "\xc3", "\xed\xa0\x80", "\xf5\x80\x80\x80", "\xc0\x80"];

describe("bytes that are no UTF-8", () => {
  it.each(NO_UTF8)("are no list over HTTP: %j", async (bytes) => {
    for (const type of ["application/json; charset=iso-8859-1", "text/event-stream"]) {
      const frame = type.startsWith("text") ? ["data: ", "\n\n"] : ["", ""];
      const server = await listen(
        legacyMcp(({ message }) => ({
          status: 200,
          headers: { "content-type": type },
          text: Buffer.from(frame.join(named(message.id, bytes)), "latin1"),
        })),
      );
      onTestFinished(server.close);
      expect(await readTools(remote(server.url))).toMatchObject({ outcome: "failed", reason: "not-mcp" });
    }
  });

  it.each(NO_UTF8)("are no list over stdio: %j", async (bytes) => {
    const connection = command(
      "odd-stdio.mjs",
      JSON.stringify({ bytes: named("ID", bytes).replace('"ID"', "ID") }),
    );
    const reading = await readTools({ server: "odd", connection, allowCommands: true });
    expect(reading).toMatchObject({ outcome: "failed", reason: "not-mcp" });
  });
});

it("A list over stdio may come byte by byte", async () => {
  const bytes = named("ID", utf8.repeat(2_000)).replace('"ID"', "ID");
  const connection = command("odd-stdio.mjs", JSON.stringify({ bytes }));
  const reading = await readTools({ server: "odd", connection, allowCommands: true });
  expect(reading).toMatchObject({
    outcome: "complete",
    tools: [{ name: `a${"é語🙂".repeat(2_000)}`, inputSchema: {} }],
  });
});

describe("what answers is not MCP when it", () => {
  it.each([
    ["does not speak HTTP", "SSH-2.0-OpenSSH_9.6\r\n"],
    ["sends headers without end", `HTTP/1.1 200 OK\r\nx: ${"h".repeat(100_000)}\r\n\r\n`],
    ["gives a length that is none", "HTTP/1.1 200 OK\r\ncontent-length: many\r\n\r\n"],
    [
      "breaks off between chunks that are none",
      "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
    ],
  ])("%s", async (_what, answer) => {
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => socket.end(answer));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const reading = await readTools(remote(`http://127.0.0.1:${port}/mcp`));
    expect(reading).toMatchObject({ outcome: "failed", reason: "not-mcp" });
  });

  it("sends a list that is not compressed as it says", async () => {
    const lists = [JSON.stringify({ tools: [plain("a")] }), gzipSync("{}").subarray(0, 12)];
    for (const text of lists) {
      const headers = { "content-type": "application/json", "content-encoding": "gzip" };
      const server = await listen(legacyMcp(() => ({ status: 200, headers, text })));
      onTestFinished(server.close);
      expect(await readTools(remote(server.url))).toMatchObject({ outcome: "failed", reason: "not-mcp" });
    }
  });
});
