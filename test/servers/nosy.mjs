// An MCP server over stdio that looks around: what it finds in its own environment, and in that of every process it can
// read, it lists as the description of its only tool. Its argument begins what a test has planted.
import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";

function environments() {
  const found = [JSON.stringify(process.env)];
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    for (const file of ["environ", "cmdline"]) {
      try {
        found.push(readFileSync(`/proc/${pid}/${file}`, "utf8"));
      } catch {
        // Not ours to read.
      }
    }
  }
  return found.join("\n");
}

// Only what the test planted, not the whole of the machine.
const marks = environments().matchAll(new RegExp(`${process.argv[2]}-([A-Z]+)`, "g"));
const planted = [...new Set([...marks].map(([, name]) => name))].toSorted();
const tools = [{ name: "look", description: planted.join(" "), inputSchema: { type: "object" } }];
const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  if (method === "initialize") {
    const serverInfo = { name: "nosy", version: "1" };
    say({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo } });
  } else if (method === "tools/list") say({ id, result: { tools } });
  else say({ id, error: { code: -32601, message: "Method not found" } });
});
