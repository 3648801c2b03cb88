// Guards a client of the MCP SDK's first line (`@modelcontextprotocol/sdk`): an agent sees what it may call, and no
// more than that goes through. Run: node guard-v1.ts REGISTRY_FOLDER SERVER_URL
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CallRefused, guardClient, readRegistry } from "toolcard";

const [folder = "registry", url = "http://127.0.0.1:8080/mcp"] = process.argv.slice(2);
const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
  path.endsWith(".yaml"),
);
const registry = readRegistry(new Map(paths.map((path) => [path, readFileSync(join(folder, path))])));

const client = new Client({ name: "orchestrator", version: "1" });
await client.connect(new StreamableHTTPClientTransport(new URL(url)));

const { client: guarded, refusals } = guardClient(client, {
  registry,
  server: "claims-tools",
  address: { type: "streamable-http", url },
  agent: "intake-bot",
  job: "claims-intake",
});
const { tools } = await guarded.listTools();
console.log(`may call: ${tools.map(({ name }) => name).join(", ")}`);
try {
  await guarded.callTool({ name: "create_note", arguments: { visibility: "public" } });
} catch (error) {
  if (!(error instanceof CallRefused)) throw error;
  console.log(error.message);
}
console.log(`refused: ${[...refusals.values()].reduce((sum, count) => sum + count, 0)}`);
await client.close();
