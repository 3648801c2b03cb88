import { chmod } from "node:fs/promises";
import { isUtf8 } from "node:buffer";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { asciiJson } from "../core/json/ascii.ts";
import type { Answer, Asked } from "./answer.ts";
import { freeSocket } from "./socket.ts";

/** Where to listen: a port of loopback, or a Unix socket. */
export type Place = { readonly port: number } | { readonly socket: string };

/** A server that answers. */
export interface Listening {
  /** The URL, or the path of the socket. */
  readonly at: string;
  readonly close: () => Promise<void>;
}

const MAX_BODY = 16 * 1024 * 1024;
const REQUEST_MS = 10_000;

/**
 * Listens for requests of this machine. A page in a browser can't get an answer: what names another host than loopback, or
 * an origin, is refused, and a body must say that it is JSON.
 */
export async function listen(place: Place, answer: (asked: Asked) => Answer): Promise<Listening> {
  const server = createServer(
    { requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS, connectionsCheckingInterval: 1000 },
    (request, response) => void handle(request, response, "port" in place, answer),
  );
  if ("port" in place) {
    await opened(server, () => server.listen(place.port, "127.0.0.1"));
    return { at: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => closed(server) };
  }
  await freeSocket(place.socket);
  // Whoever may open the socket may ask: only this user, from the first moment on.
  const before = process.umask(0o177);
  try {
    await opened(server, () => server.listen(place.socket));
  } finally {
    process.umask(before);
  }
  await chmod(place.socket, 0o600);
  // Closing takes the socket away too, before another process can have put one there.
  return { at: place.socket, close: () => closed(server) };
}

function opened(server: Server, start: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE"
          ? new Error("something listens there already: name another place")
          : error,
      ),
    );
    server.once("listening", () => resolve());
    start();
  });
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  isHttp: boolean,
  answer: (asked: Asked) => Answer,
): Promise<void> {
  const fault = isHttp ? strangeFault(request) : undefined;
  if (fault !== undefined) return send(response, { status: 403, body: { error: fault } });
  const bytes = await bodyOf(request).catch(() => undefined);
  if (bytes === undefined)
    return send(response, { status: 413, body: { error: "the body is larger than 16 MiB" } });
  const isJson = /^application\/json\s*(?:;|$)/i.test(request.headers["content-type"] ?? "");
  if (request.method === "POST" && !isJson)
    return send(response, { status: 415, body: { error: "send application/json" } });
  // What is no UTF-8 would be judged as another text than the one that is sent to the tool.
  if (!isUtf8(bytes)) return send(response, { status: 400, body: { error: "the body is no UTF-8" } });
  const body = bytes.toString("utf8");
  send(response, answer({ method: request.method ?? "", target: request.url ?? "/", body }));
}

/** Why a request may come from a page in a browser. */
function strangeFault({ headers, headersDistinct }: IncomingMessage): string | undefined {
  if ((headersDistinct["host"]?.length ?? 0) > 1) return "the host is named twice";
  if (headers.origin !== undefined) return "requests of web pages are not answered";
  const host = (headers.host ?? "").replace(/:\d+$/, "");
  return ["127.0.0.1", "localhost", "[::1]"].includes(host) ? undefined : "the host is not this machine";
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MAX_BODY) throw new Error("too large");
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function send(
  response: ServerResponse,
  { status, body, allow }: { readonly status: number; readonly body: unknown; readonly allow?: string },
): void {
  response.writeHead(status, {
    "content-type": "application/json",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...(allow !== undefined && { allow }),
    ...(status === 413 && { connection: "close" }),
  });
  response.end(`${asciiJson(body)}\n`);
}
