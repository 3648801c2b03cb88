/**
 * The claims server of the sample, as it is after its last deploy: `lookup_policy` has given way to
 * `lookup_policy_history`, and `create_note` takes a `visibility`. Its tools answer nothing: toolcard calls none.
 *
 *     node demo/servers/claims-tools.ts PORT
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import {
  localhostHostValidation,
  localhostOriginValidation,
  toNodeHandler,
  type NodeIncomingMessageLike,
} from "@modelcontextprotocol/node";
import { createMcpHandler, Server, type ListToolsResult } from "@modelcontextprotocol/server";

const tools = JSON.parse(
  readFileSync(new URL("claims-tools.json", import.meta.url), "utf8"),
) as ListToolsResult["tools"];

const handle = toNodeHandler(
  createMcpHandler(() => {
    const server = new Server({ name: "claims-tools", version: "2.0.0" }, { capabilities: { tools: {} } });
    server.setRequestHandler("tools/list", () => ({ tools }));
    return server;
  }),
);
const isForUs = [localhostHostValidation(), localhostOriginValidation()];

const port = Number(process.argv[2] ?? 7301);
createServer((request, response) => {
  if (!isForUs.every((check) => check(request, response))) return;
  if (request.url !== "/mcp") response.writeHead(404).end();
  // The adapter's type does not know that Node leaves `method` open for requests that a client makes.
  else void handle(request as NodeIncomingMessageLike, response);
}).listen(port, "127.0.0.1", () => console.log(`claims-tools listens on 127.0.0.1:${port}`));
