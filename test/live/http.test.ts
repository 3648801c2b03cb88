import { afterAll, describe, expect, it, vi } from "vitest";

import type { Reading } from "../../src/core/reading/reading.ts";
import { readTools, type ReadRequest } from "../../src/live/read-tools.ts";
import { legacyMcp, listen, plain, type Answer, type Asked } from "../servers/listen.ts";
import { freePort } from "../servers/start.ts";

// Other work may be going on on the machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const LIMITS = { requestMs: 10_000, totalMs: 20_000 };
const closing: (() => void)[] = [];
afterAll(() => {
  for (const close of closing) close();
});

async function serve(answer: (asked: Asked) => Answer) {
  const server = await listen(answer);
  closing.push(server.close);
  const read = (more: Partial<ReadRequest> = {}): Promise<Reading> =>
    readTools({
      server: "test",
      connection: { remote: { type: "streamable-http", url: `${server.url}/mcp`, headers: [] } },
      limits: LIMITS,
      ...more,
    });
  return { ...server, read };
}

const oneTool = legacyMcp(() => ({ result: { tools: [plain("a")] } }));
const events = (...messages: unknown[]): Answer => ({
  status: 200,
  headers: { "content-type": "text/event-stream" },
  text: messages.map((message) => `event: message\ndata: ${JSON.stringify(message)}\n\n`).join(""),
});

describe.concurrent("a server that answers with a status", () => {
  const STATUSES = [
    { status: 401, first: "auth-required", later: "auth-required" },
    { status: 403, first: "auth-required", later: "auth-required" },
    { status: 404, first: "not-found", later: "not-found" },
    { status: 405, first: "not-found", later: "not-found" },
    { status: 410, first: "not-found", later: "not-found" },
    { status: 408, first: "timeout", later: "timeout" },
    { status: 429, first: "rate-limited", later: "rate-limited" },
    { status: 400, first: "negotiation", later: "not-mcp" },
    { status: 418, first: "negotiation", later: "not-mcp" },
    { status: 500, first: "server-error", later: "server-error" },
    { status: 503, first: "server-error", later: "server-error" },
    { status: 300, first: "redirected", later: "redirected" },
  ] as const;

  it.each(STATUSES)("$status is $first from the start", async ({ status, first: reason }) => {
    const { read } = await serve(() => ({ status, text: "no" }));
    expect(await read()).toMatchObject({ outcome: "failed", reason });
  });

  it.each(STATUSES)("$status is $later when the list is asked for", async ({ status, later: reason }) => {
    const { read } = await serve(legacyMcp(() => ({ status, text: "no" })));
    expect(await read()).toMatchObject({ outcome: "failed", reason });
  });

  it.each(STATUSES)("$status is $first over the old transport", async ({ status, first: reason }) => {
    const { url, read } = await serve(() => ({ status, text: "no" }));
    const connection = { remote: { type: "sse", url, headers: [] } } as const;
    expect(await read({ connection })).toMatchObject({ outcome: "failed", reason });
  });
});

describe.concurrent("a redirect", () => {
  const REDIRECTS = [
    { status: 307, to: "/mcp/", followed: true },
    { status: 308, to: "/mcp/", followed: true },
    { status: 301, to: "/mcp/", followed: false },
    { status: 302, to: "/mcp/", followed: false },
    { status: 307, to: "/mcp/?a=1", followed: false },
    { status: 307, to: "/mcp/#a", followed: false },
    { status: 307, to: "/other/", followed: false },
    { status: 307, to: "/MCP/", followed: false },
    { status: 308, to: "https://example.invalid/mcp/", followed: false },
    { status: 307, to: "//example.invalid/mcp/", followed: false },
    { status: 307, to: "http://user@HOST/mcp/", followed: false },
    { status: 307, to: "", followed: false },
  ];

  it.each(REDIRECTS)("with $status to '$to' is followed: $followed", async ({ status, to, followed }) => {
    const { read, asked, port } = await serve((request) => {
      if (request.path !== "/mcp") return oneTool(request);
      return { status, headers: to === "" ? {} : { location: to.replace("HOST", `127.0.0.1:${port}`) } };
    });
    const reading = await read({ headers: { Authorization: "Bearer secret" } });
    if (followed) {
      expect(reading).toMatchObject({ outcome: "complete", tools: [plain("a")] });
      expect(asked.every(({ headers }) => headers.authorization === "Bearer secret")).toBe(true);
    } else {
      expect(reading).toMatchObject({ outcome: "failed", reason: "redirected" });
      expect(asked.map(({ path }) => path)).toEqual(["/mcp"]);
    }
  });

  it("to another origin sends nothing there", async () => {
    const other = await serve(oneTool);
    const { read } = await serve(() => ({
      status: 307,
      headers: { location: `${other.url}/mcp?token=secret` },
    }));
    const reading = await read({ headers: { Authorization: "Bearer secret" } });
    expect(reading).toMatchObject({ reason: "redirected", detail: `HTTP 307 to ${other.url}/mcp` });
    expect(other.asked).toEqual([]);
  });

  it("that goes round ends", async () => {
    const { read, asked } = await serve(({ path }) => ({
      status: 307,
      headers: { location: path === "/mcp" ? "/mcp/" : "/mcp" },
    }));
    expect(await read()).toMatchObject({ reason: "redirected" });
    expect(asked.length).toBe(2);
  });
});

describe.concurrent("a server over HTTP", () => {
  it("gets each header of the credential with each request", async () => {
    const { read, asked } = await serve(oneTool);
    await read({ headers: { Authorization: "Bearer secret", "X-Team": "claims" } });
    expect(asked.length).toBeGreaterThan(3);
    for (const { headers } of asked) {
      expect(headers).toMatchObject({ authorization: "Bearer secret", "x-team": "claims" });
    }
  });

  it("is never asked to call a tool", async () => {
    const { read, asked } = await serve(oneTool);
    await read({ readAs: { capabilities: ["sampling", "roots", "elicitation"] } });
    const methods = new Set(asked.map(({ message }) => message.method).filter((method) => method !== ""));
    expect([...methods]).toEqual([
      "server/discover",
      "initialize",
      "notifications/initialized",
      "tools/list",
    ]);
  });

  it("is refused what it asks of the capabilities that are declared", async () => {
    const request = {
      jsonrpc: "2.0",
      id: "ask",
      method: "sampling/createMessage",
      params: { messages: [], maxTokens: 1 },
    };
    const { read, asked } = await serve(
      legacyMcp(({ message: { id } }, time) =>
        time === 1
          ? events(request, { jsonrpc: "2.0", id, result: { tools: [plain("a")], nextCursor: "2" } })
          : { result: { tools: [] } },
      ),
    );
    const reading = await read({ readAs: { capabilities: ["sampling", "io.example/ui"] } });
    expect(reading).toMatchObject({
      outcome: "complete",
      readAs: { capabilities: ["io.example/ui", "sampling"] },
    });
    const hello = asked.find(({ message }) => message.method === "initialize");
    expect(hello?.message.params?.["capabilities"]).toEqual({
      sampling: {},
      extensions: { "io.example/ui": {} },
    });
    const refusal = asked.map(({ message }) => message as { id?: unknown; error?: unknown });
    expect(refusal.find(({ id }) => id === "ask")).toMatchObject({ error: { code: -32_601 } });
  });

  it.each([
    ["is walked once more", "early", ["list-changed"]],
    ["is noted only when it did indeed", "late", []],
  ])("that says during the walk that its list changed %s", async (_what, name, notes) => {
    const changed = { jsonrpc: "2.0", method: "notifications/tools/list_changed" };
    const { read, asked } = await serve(
      legacyMcp(({ message: { id } }, time) =>
        time === 1
          ? events(changed, { jsonrpc: "2.0", id, result: { tools: [plain(name)] } })
          : { result: { tools: [plain("late")] } },
      ),
    );
    expect(await read()).toMatchObject({ outcome: "complete", tools: [plain("late")], notes });
    expect(asked.filter(({ message }) => message.method === "tools/list").length).toBe(2);
  });

  it("that has no tools feature at all is not-advertised", async () => {
    const { read } = await serve(
      legacyMcp(
        ({ message: { id } }) => ({ json: { jsonrpc: "2.0", id, error: { code: -32_601, message: "no" } } }),
        {},
      ),
    );
    expect(await read()).toMatchObject({
      outcome: "not-advertised",
      readAs: { protocolVersion: "2025-11-25" },
    });
  });

  it.each([500, 501])(
    "that knows no server/discover, and says so by %i, is read as an old one",
    async (status) => {
      const { read } = await serve((request) =>
        request.message.method === "server/discover" ? { status, text: "no such method" } : oneTool(request),
      );
      expect(await read()).toMatchObject({ outcome: "complete", readAs: { protocolVersion: "2025-11-25" } });
    },
  );

  it("that makes an error of one bad tool has failed, and nothing is gone", async () => {
    const { read } = await serve(
      legacyMcp(({ message: { id } }) => ({
        json: { jsonrpc: "2.0", id, error: { code: -32_603, message: "boom" } },
      })),
    );
    expect(await read()).toMatchObject({ outcome: "failed", reason: "server-error", detail: "boom" });
  });

  it.each([
    [1, "complete"],
    [2, "failed"],
  ])("that forgets its session %i times is %s", async (times, outcome) => {
    let sessions = 0;
    let forgets = times;
    const mcp = legacyMcp(() => ({ result: { tools: [plain("a")] } }));
    const { read } = await serve((request) => {
      if (request.message.method === "initialize") {
        sessions += 1;
        const answer = mcp(request);
        return answer !== undefined && "json" in answer
          ? { ...answer, headers: { "mcp-session-id": `s${sessions}` } }
          : answer;
      }
      if (request.message.method !== "tools/list" || forgets === 0) return mcp(request);
      forgets -= 1;
      return { status: 404, text: "Session not found" };
    });
    const reading = await read();
    expect(reading.outcome).toBe(outcome);
    expect(sessions).toBe(2);
    if (reading.outcome === "failed") expect(reading.reason).toBe("not-found");
  });

  it("keeps its own words out of a reading but for one short line", async () => {
    const text = `\u001B[31mred\u202E\n::error::x ${"long ".repeat(200)} Bearer secret-token and secret-token`;
    const { read } = await serve(() => ({ status: 500, text }));
    const reading = await read({ headers: { Authorization: "Bearer secret-token" } });
    const detail = reading.outcome === "failed" ? reading.detail : "";
    expect(detail).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(detail.length).toBeLessThanOrEqual(300);
    const echo = await serve(({ headers }) => ({ status: 400, text: `you sent ${headers.authorization}` }));
    const echoed = await echo.read({ headers: { Authorization: "Bearer secret-token" } });
    expect(JSON.stringify(echoed)).not.toContain("secret-token");
  });

  it("that nobody runs is unreachable", async () => {
    const { read } = await serve(oneTool);
    const port = await freePort();
    const connection = {
      remote: { type: "streamable-http", url: `http://127.0.0.1:${port}/mcp`, headers: [] },
    } as const;
    expect(await read({ connection })).toMatchObject({ outcome: "failed", reason: "unreachable" });
  });

  it.each(["ftp://example.invalid/", "not a URL", "file:///etc/passwd"])(
    "at %s is not tried",
    async (url) => {
      const reading = await readTools({
        server: "x",
        connection: { remote: { type: "streamable-http", url, headers: [] } },
      });
      expect(reading).toMatchObject({ outcome: "failed", reason: "unsupported" });
    },
  );

  it("is a page of a login, and not MCP", async () => {
    const page = { status: 200, headers: { "content-type": "text/html" }, text: "<html>log in</html>" };
    const { read } = await serve(() => page);
    expect(await read()).toMatchObject({ outcome: "failed", reason: "not-mcp" });
  });
});

describe.concurrent("a reading", () => {
  it.each([
    ["hangs from the start", () => undefined],
    [
      "hangs when it is greeted",
      ({ message }: Asked) => (message.method === "initialize" ? undefined : oneTool(only(message))),
    ],
    [
      "hangs when it is told that all is well",
      ({ message }: Asked) =>
        message.method === "notifications/initialized" ? undefined : oneTool(only(message)),
    ],
  ] as const)("of a server that %s ends by its deadline", async (_what, answer) => {
    const { read } = await serve(answer);
    const limits = { requestMs: 60_000, totalMs: 400 };
    expect(await read({ limits })).toMatchObject({ outcome: "failed", reason: "timeout" });
    expect(await read({ limits: { requestMs: 400, totalMs: 60_000 } })).toMatchObject({ reason: "timeout" });
  });

  it.each(["", ": tick\n\n"])("over the old transport that gets no endpoint ends", async (text) => {
    const headers = { "content-type": "text/event-stream" };
    const { url, read } = await serve(() => ({ status: 200, headers, text, open: true }));
    const connection = { remote: { type: "sse", url, headers: [] } } as const;
    const limits = { requestMs: 60_000, totalMs: 400 };
    expect(await read({ connection, limits })).toMatchObject({ outcome: "failed", reason: "timeout" });
  });

  it("can be stopped", async () => {
    const { read } = await serve(() => undefined);
    const stop = new AbortController();
    const reading = read({ signal: stop.signal });
    setTimeout(() => stop.abort(), 50);
    expect(await reading).toMatchObject({ reason: "timeout", detail: "stopped by the caller" });
    expect(await read({ signal: AbortSignal.abort() })).toMatchObject({ reason: "timeout" });
  });

  it("says where and when, and under what, whatever became of it", async () => {
    const { url, read } = await serve(oneTool);
    const facts = {
      server: "test",
      address: { type: "streamable-http", url: `${url}/` },
      time: "2026-11-30T09:00:00.000Z",
    };
    const request = {
      connection: { remote: { type: "streamable-http", url: url.replace("http", "HTTP"), headers: [] } },
      readAs: { credential: "claims", capabilities: ["roots", "roots"] },
      now: () => new Date("2026-11-30T09:00:00Z"),
    } as const;
    const readAs = { credential: "claims", capabilities: ["roots"] };
    expect(await read(request)).toEqual({
      ...facts,
      readAs: { ...readAs, protocolVersion: "2025-11-25" },
      outcome: "complete",
      tools: [plain("a")],
      notes: [],
      confirmed: false,
    });
    expect(await read({ ...request, limits: { totalMs: 0 } })).toEqual({
      ...facts,
      readAs,
      outcome: "failed",
      reason: "timeout",
      detail: "no complete list within 0 ms",
    });
  });
});

function only(message: Asked["message"]): Asked {
  return { verb: "POST", path: "/mcp", headers: {}, message };
}
