// A server on the SDK's v1 line, which speaks up to 2025-11-25: node sdk-v1.mjs [http]. Over HTTP it prints its port.
import { randomUUID } from "node:crypto";
import http from "node:http";

import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

import { pageOf } from "./three-pages.mjs";

function create() {
  const server = new Server({ name: "v1", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => pageOf(params?.cursor));
  server.setRequestHandler(CallToolRequestSchema, () => {
    throw new Error("called");
  });
  return server;
}

if (process.argv[2] === "http") {
  const sessions = new Map();
  const server = http.createServer(async (request, response) => {
    const id = request.headers["mcp-session-id"];
    let transport = sessions.get(id);
    if (transport === undefined) {
      transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (created) => sessions.set(created, transport),
      });
      await create().connect(transport);
    }
    await transport.handleRequest(request, response);
  });
  server.listen(0, "127.0.0.1", () => console.log(server.address().port));
} else {
  await create().connect(new StdioServerTransport());
}
