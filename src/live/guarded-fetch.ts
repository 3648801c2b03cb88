import type { Watch } from "./watch.ts";

/** A body that explains an error is read no further than this. */
const ERROR_BODY_BYTES = 64 * 1024;

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * `fetch` for one reading. It counts and caps every body (the SDK has no limit of its own), follows no redirect but a
 * same-origin 307 or 308 that differs by a trailing slash, remembers the last status that was no success, and gives each
 * answer `requestMs`. Bytes that are no UTF-8 fail the reading: `fetch` would put one character for all of them, and two
 * names that differ would read alike. Nothing it does outlives the watch.
 * @param streamMethod the method whose answer may go on for the whole reading: `GET` for the SSE transport
 */
export function guardedFetch(watch: Watch, streamMethod?: "GET"): Fetch {
  return async (url, init = {}) => {
    const method = init.method ?? "GET";
    // A stream of notifications and the end of a session are extras: what goes wrong there fails no reading.
    const decides = method === "POST" || method === streamMethod;
    const timer = setTimeout(() => {
      if (decides) watch.fail("timeout", `no answer within ${watch.limits.requestMs} ms`);
    }, watch.limits.requestMs).unref();
    const done = () => clearTimeout(timer);
    try {
      const signal = init.signal == null ? watch.signal : AbortSignal.any([init.signal, watch.signal]);
      const response = await followed(new URL(url), { ...init, signal, redirect: "manual" });
      if (decides) watch.status = response.ok ? undefined : response.status;
      if (isRedirect(response)) throw refused(response, decides ? watch : undefined);
      if (isEventStream(response) || response.body === null) done();
      const most = method === "GET" ? watch.limits.scanBytes : watch.limits.responseBytes;
      return capped(response, watch, { most, isText: decides && response.ok, done });
    } catch (error) {
      done();
      throw error;
    }
  };
}

async function followed(url: URL, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  const target = slashOnly(url, response);
  if (target === undefined) return response;
  await response.body?.cancel();
  return fetch(target, init);
}

function isRedirect(response: Response): boolean {
  return response.status >= 300 && response.status < 400;
}

/** Where a redirect leads that differs from the URL by a trailing slash alone. */
function slashOnly(url: URL, response: Response): URL | undefined {
  if (response.status !== 307 && response.status !== 308) return undefined;
  const location = response.headers.get("location");
  if (location === null || !URL.canParse(location, url.href)) return undefined;
  const target = new URL(location, url);
  return target.hash === "" && withoutSlash(target) === withoutSlash(url) ? target : undefined;
}

function withoutSlash({ origin, username, password, pathname, search }: URL): string {
  return JSON.stringify([origin, username, password, pathname.replace(/\/$/, ""), search]);
}

function refused(response: Response, watch: Watch | undefined): Error {
  const location = response.headers.get("location") ?? "nowhere";
  // A query may hold what is nobody's business.
  const detail = `HTTP ${response.status} to ${location.replace(/[?#].*/s, "")}`;
  watch?.fail("redirected", detail);
  return new Error(detail);
}

function isEventStream(response: Response): boolean {
  return /^\s*text\/event-stream\b/i.test(response.headers.get("content-type") ?? "");
}

/** The response with a body that ends, or fails the reading, at the limits. */
function capped(
  response: Response,
  watch: Watch,
  { most, isText, done }: { readonly most: number; readonly isText: boolean; readonly done: () => void },
): Response {
  if (response.body === null) return response;
  let bytes = 0;
  const goesOnAsUtf8 = utf8Check();
  const cap = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (!response.ok && bytes > ERROR_BODY_BYTES) {
        done();
        controller.terminate();
        return;
      }
      if (bytes > most) watch.fail("too-large", `more than ${most} bytes in one answer`);
      if (isText && !goesOnAsUtf8(chunk)) watch.fail("not-mcp", "bytes that are no UTF-8");
      if (watch.count(chunk)) controller.enqueue(chunk);
      else controller.error(new Error("refused"));
    },
    flush: done,
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(cap), { status, statusText, headers });
}

/** Tells of the chunks of a stream, one after the other, whether they are UTF-8 so far. */
function utf8Check(): (chunk: Uint8Array) => boolean {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  return (chunk) => {
    try {
      decoder.decode(chunk, { stream: true });
      return true;
    } catch {
      return false;
    }
  };
}
