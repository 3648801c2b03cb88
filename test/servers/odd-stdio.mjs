// A raw MCP server over stdio with habits: node odd-stdio.mjs '{"habit": …}'. See the switches below.
import { spawn } from "node:child_process";
import { appendFileSync, existsSync, writeSync } from "node:fs";

const habits = JSON.parse(process.argv[2] ?? "{}");
const { log, stubborn, exitsOnProbe, silentOnProbe, sleepsFirst, malformedProbe, hangs, exitsOnList, noise } =
  habits;

if (log !== undefined) {
  // Where it slept once it is warm, as a package is that was installed the first time.
  if (sleepsFirst !== undefined && !existsSync(log)) {
    appendFileSync(log, "");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, sleepsFirst);
  }
  appendFileSync(
    log,
    `${JSON.stringify({ pid: process.pid, env: process.env, args: process.argv.slice(3) })}\n`,
  );
}
if (stubborn) {
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => {});
  setInterval(() => {}, 1_000);
  if (!habits.child) {
    // What a launcher as npx does: the server proper is a process of its own.
    const child = spawn(process.execPath, [process.argv[1], JSON.stringify({ stubborn, log, child: true })], {
      stdio: "ignore",
    });
    child.unref();
  }
}

const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
const modern = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
let buffer = "";
process.stdin.on("data", (chunk) => {
  buffer += chunk;
  for (let at = buffer.indexOf("\n"); at !== -1; at = buffer.indexOf("\n")) {
    const line = buffer.slice(0, at);
    buffer = buffer.slice(at + 1);
    answer(JSON.parse(line));
  }
});
if (!stubborn) process.stdin.on("end", () => process.exit(0));

function answer({ id, method, params }) {
  if (log !== undefined) appendFileSync(log, `${JSON.stringify({ method })}\n`);
  if (method === "server/discover") discover(id);
  if (method === "tools/list") list(id);
  if (method === "initialize") {
    const serverInfo = { name: "odd", version: "1" };
    const { protocolVersion } = params;
    say({ jsonrpc: "2.0", id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo } });
  }
}

function discover(id) {
  if (exitsOnProbe) process.exit(1);
  if (silentOnProbe) return;
  const result = { ...modern, supportedVersions: ["2026-07-28"], capabilities: { tools: {} } };
  if (malformedProbe) say({ id, error: "what?" });
  else if (sleepsFirst !== undefined) say({ jsonrpc: "2.0", id, result });
  else say({ jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } });
}

function list(id) {
  if (hangs) return;
  if (noise !== undefined) {
    const more = () => {
      while (process.stdout.write(`${noise}\n`.repeat(1_000)));
      process.stdout.once("drain", more);
    };
    more();
    return;
  }
  if (exitsOnList) {
    process.stderr.write(`the key is ${process.env.API_KEY}\n`);
    process.exit(7);
  }
  if (habits.bytes !== undefined) {
    // One by one, as unbuffered output comes.
    const line = Buffer.from(`${habits.bytes.replace("ID", JSON.stringify(id))}\n`, "latin1");
    for (let at = 0; at < line.length;) {
      try {
        at += writeSync(1, line, at, 1);
      } catch (error) {
        if (error.code !== "EAGAIN") throw error;
      }
    }
    return;
  }
  const items = [{ name: "a", inputSchema: { type: "object" } }];
  say({ jsonrpc: "2.0", id, result: { ...modern, tools: items } });
}
