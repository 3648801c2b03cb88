import type { IncomingMessage, ServerResponse } from "node:http";
import type { Log } from "./log.ts";

/** What a web server calls for a request; `next` is for whatever is not ours. */
export type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: () => void,
) => Promise<void>;

/** What a handler hands deliveries on to. */
export interface Receiving {
  /** The path that GitHub delivers to. */
  readonly path: string;
  readonly verify: (body: string, signature: string) => Promise<boolean>;
  /** Answers a delivery whose signature is right; its text is in `request.body`. */
  readonly receive: (request: IncomingMessage, response: ServerResponse) => unknown;
  readonly log: Log;
}

/** GitHub sends 25 MB at most. */
const MOST_BYTES = 25 * 1024 * 1024;

/**
 * Handles requests: deliveries of webhooks, of which nothing is read, and nothing logged, before the signature is found
 * right; `/health`; nothing else.
 */
export function createHandler({ path, verify, receive, log }: Receiving): Handler {
  return async (request, response, next) => {
    const { pathname } = URL.parse(request.url ?? "/", "http://localhost") ?? { pathname: "" };
    if (pathname === "/health") return answer(response, 200, { status: "ok" });
    if (pathname !== path) return next === undefined ? answer(response, 404, { error: "not found" }) : next();
    if (request.method !== "POST") return answer(response, 405, { error: "only POST" });
    const body = await bodyOf(request);
    if (typeof body === "number") return answer(response, body, { error: "the body can't be read" });
    const signature = header(request, "x-hub-signature-256");
    if (!/^sha256=[0-9a-f]{64}$/.test(signature) || !(await verify(body, signature))) {
      log("warn", "a delivery whose signature is missing or wrong was refused", idOf(request));
      return answer(response, 401, { error: "the signature is missing or wrong" });
    }
    await receive(Object.assign(request, { body }), response);
  };
}

function answer(response: ServerResponse, status: number, said: object): void {
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify(said));
}

function header(request: IncomingMessage, name: string): string {
  const value = request.headers[name];
  return typeof value === "string" ? value : "";
}

/** The delivery's own id, if it looks like one: nobody vouches for it yet. */
function idOf(request: IncomingMessage): { readonly delivery?: string } {
  const id = header(request, "x-github-delivery");
  return /^[\w-]{1,64}$/.test(id) ? { delivery: id } : {};
}

/** The body's text, or the status that says why there is none. Some hosts have read it already. */
async function bodyOf(request: IncomingMessage): Promise<string | number> {
  if ("rawBody" in request && request.rawBody instanceof Uint8Array) return textOf(request.rawBody);
  if ("body" in request && request.body instanceof Uint8Array) return textOf(request.body);
  if ("body" in request && typeof request.body === "string") return request.body;
  if (request.readableEnded) return 400;
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of request as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > MOST_BYTES) return 413;
      parts.push(part);
    }
  } catch {
    return 400;
  }
  return textOf(Buffer.concat(parts));
}

/** As UTF-8; a body that is none can't have been signed by GitHub. */
function textOf(bytes: Uint8Array): string | number {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return 400;
  }
}
