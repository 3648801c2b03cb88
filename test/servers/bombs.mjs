// A legacy MCP server over HTTP whose lists are built to cost memory or time: /<bomb>. Prints its port.
import http from "node:http";
import { gzipSync } from "node:zlib";

const MIB = 1 << 20;
const list = (items, cursor) =>
  `{"jsonrpc":"2.0","id":ID,"result":{"tools":[${items}]${cursor === undefined ? "" : `,"nextCursor":${JSON.stringify(cursor)}`}}}`;
const tool = (schema) => `{"name":"a","inputSchema":${schema}}`;
const fill = (text, bytes) => text.repeat(Math.floor(bytes / text.length));
const keys = (bytes) => {
  const parts = [];
  for (let at = 0, size = 0; size < bytes; at++) {
    const part = `"${at.toString(36)}":0`;
    parts.push(part);
    size += part.length + 1;
  }
  return `{${parts.join(",")}}`;
};

/** What each bomb answers to `tools/list` with a cursor. */
const bombs = {
  "deep-arrays": () => list(tool(`{"x":${"[".repeat(3.9 * MIB)}${"]".repeat(3.9 * MIB)}}`)),
  "deep-arrays-within": () => list(tool(`{"x":${"[".repeat(900_000)}${"]".repeat(900_000)}}`)),
  "deep-objects": () => list(tool(`${'{"a":'.repeat(1.3 * MIB)}1${"}".repeat(1.3 * MIB)}`)),
  "deep-objects-within": () => list(tool(`${'{"a":'.repeat(900_000)}1${"}".repeat(900_000)}`)),
  "wide-objects": () => list(tool(`{"x":[${fill("{},", 7.9 * MIB)}{}]}`)),
  "wide-arrays": () => list(tool(`{"x":[${fill("[],", 7.9 * MIB)}[]]}`)),
  "many-keys": () => list(tool(keys(7.9 * MIB))),
  "many-keys-within": () => list(tool(keys(6 * MIB))),
  numbers: () => list(tool(`{"x":[${fill("1.5,", 7.9 * MIB)}1]}`)),
  "long-text": () => list(tool(`{"description":"${"語".repeat(2.6 * MIB)}"}`)),
  "long-escapes": () => list(tool(`{"description":"${fill("\\u8a9e", 7.9 * MIB)}"}`)),
  "many-names": () => list(fill('{"name":"x","inputSchema":{}},', 7.9 * MIB) + tool("{}")),
  "four-full-pages": (cursor = "0") =>
    list(
      tool(`{"description":"${"語".repeat(2.6 * MIB)}"}`),
      Number(cursor) < 3 ? String(Number(cursor) + 1) : undefined,
    ),
  "pages-of-objects": (cursor = "0") =>
    list(tool(`{"x":[${fill("{},", 0.7 * MIB)}{}]}`), String(Number(cursor) + 1)),
};

const server = http.createServer((request, response) => {
  const bomb = request.url.slice(1);
  let body = "";
  request.on("data", (chunk) => (body += chunk));
  request.on("end", () => {
    if (request.method !== "POST") return response.writeHead(405).end();
    const message = JSON.parse(body);
    if (message.id === undefined) return response.writeHead(202).end();
    const id = JSON.stringify(message.id);
    if (message.method === "server/discover") {
      const error = { code: -32601, message: "Method not found" };
      return response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ jsonrpc: "2.0", id: message.id, error }));
    }
    if (message.method === "initialize") {
      const result = {
        protocolVersion: message.params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: "bombs", version: "1" },
      };
      return response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ jsonrpc: "2.0", id: message.id, result }));
    }
    if (bomb === "endless-body" || bomb === "endless-error") {
      response.writeHead(bomb === "endless-body" ? 200 : 500, { "content-type": "application/json" });
      const chunk = `"${"x".repeat(MIB)}",`;
      const more = () => {
        while (!response.destroyed) if (!response.write(chunk)) return response.once("drain", more);
      };
      return more();
    }
    if (bomb === "gzip") {
      const zeros = gzipSync(Buffer.alloc(256 * MIB, 0x20), { level: 9 });
      return response
        .writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" })
        .end(zeros);
    }
    if (bomb.startsWith("sse-")) {
      const answer = bombs[bomb.slice(4)](message.params?.cursor).replace("ID", id);
      return response
        .writeHead(200, { "content-type": "text/event-stream" })
        .end(`event: message\ndata: ${answer}\n\n`);
    }
    return response
      .writeHead(200, { "content-type": "application/json" })
      .end(bombs[bomb](message.params?.cursor).replace("ID", id));
  });
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
