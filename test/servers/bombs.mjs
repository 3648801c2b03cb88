// A server of 2025-11-25 over HTTP whose answers to tools/list are built to cost memory: /<bomb>. It prints its port.
import http from "node:http";
import { gzipSync } from "node:zlib";

const MIB = 1 << 20;
const fill = (text, bytes) => text.repeat(Math.floor(bytes / text.length));
const nest = (open, close, times) => `${open.repeat(times)}1${close.repeat(times)}`;
const withSchema = (schema) => [`{"name":"a","inputSchema":${schema}}`];
const described = (text) => withSchema(`{"description":"${text}"}`);

function keys(bytes) {
  const parts = [];
  for (let at = 0, size = 0; size < bytes; at++) {
    const part = `"${at.toString(36)}":0`;
    parts.push(part);
    size += part.length + 1;
  }
  return `{${parts.join(",")}}`;
}

/** What a bomb lists for a cursor: the items as JSON text, and the next cursor. */
const BOMBS = {
  "deep arrays": () => withSchema(`{"x":${nest("[", "]", 3.9 * MIB)}}`),
  "deep arrays within the limit": () => withSchema(`{"x":${nest("[", "]", 390_000)}}`),
  "wide objects": () => withSchema(`{"x":[${fill("{},", 7.9 * MIB)}1]}`),
  "many keys": () => withSchema(keys(3 * MIB)),
  "long escapes": () => described(fill("\\u8a9e", 7.9 * MIB)),
  "four full pages": (cursor = "1") => [
    ...described("語".repeat(2.6 * MIB)),
    Number(cursor) < 4 ? Number(cursor) + 1 : undefined,
  ],
  "pages without end": (cursor = "1") => [
    ...withSchema(`{"x":[${fill("{},", 0.7 * MIB)}1]}`),
    Number(cursor) + 1,
  ],
};

function listed(bomb, { id, params }) {
  const [items, next] = BOMBS[bomb](params?.cursor);
  const cursor = next === undefined ? "" : `,"nextCursor":"${next}"`;
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"tools":[${items}]${cursor}}}`;
}

function endless(response) {
  const chunk = `"${"x".repeat(MIB)}",`;
  const more = () => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once("drain", more);
  };
  more();
}

function answer(bomb, message, response) {
  const json = { "content-type": "application/json" };
  const said = (body) =>
    response.writeHead(200, json).end(JSON.stringify({ jsonrpc: "2.0", id: message.id, ...body }));
  if (message.id === undefined) response.writeHead(202).end();
  else if (message.method === "initialize") {
    const { protocolVersion } = message.params;
    said({
      result: { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "bombs", version: "1" } },
    });
  } else if (message.method !== "tools/list") said({ error: { code: -32601, message: "Method not found" } });
  else if (bomb === "endless body") endless(response.writeHead(200, json));
  else if (bomb === "endless error") endless(response.writeHead(500, json));
  else if (bomb === "gzip") {
    const blanks = gzipSync(Buffer.alloc(24 * MIB, " "));
    response.writeHead(200, { ...json, "content-encoding": "gzip" }).end(blanks);
  } else if (bomb.startsWith("events with ")) {
    const data = listed(bomb.slice("events with ".length), message);
    response.writeHead(200, { "content-type": "text/event-stream" }).end(`event: message\ndata: ${data}\n\n`);
  } else response.writeHead(200, json).end(listed(bomb, message));
}

const server = http.createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => {
    body += chunk;
  });
  request.on("end", () => {
    if (request.method === "POST") answer(decodeURI(request.url.slice(1)), JSON.parse(body), response);
    else response.writeHead(405).end();
  });
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
