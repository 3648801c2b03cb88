// A server on the SDK's v2 line: node sdk-v2.mjs stdio|http dual|modern. Over HTTP it prints its port.
import http from "node:http";

import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

import { pageOf } from "./three-pages.mjs";

const [, , transport, eras] = process.argv;
const options = eras === "modern" ? { legacy: "reject" } : {};

function create() {
  const server = new Server({ name: "v2", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", ({ params }) => pageOf(params?.cursor));
  server.setRequestHandler("tools/call", () => {
    throw new Error("called");
  });
  return server;
}

if (transport === "http") {
  const handler = toNodeHandler(createMcpHandler(create, options));
  const server = http.createServer((request, response) => handler(request, response));
  server.listen(0, "127.0.0.1", () => console.log(server.address().port));
} else {
  serveStdio(create, options);
}
