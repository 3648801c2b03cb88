import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";

import { isObject, own } from "../core/json/value.ts";
import type { Watch } from "./watch.ts";

/** What was seen at the transport of one connection, beneath the SDK. */
export interface RawPages {
  /** The raw results of the `tools/list` requests, in order; whoever uses one takes it out. */
  readonly results: unknown[];
  /** Set by `notifications/tools/list_changed`. */
  listChanged: boolean;
  /** Set when the server answered `server/discover` with a result: it speaks 2026-07-28 or later. */
  discovered: boolean;
}

/** What the SDK is given in place of a raw page: the SDK would refuse a whole list for one bad tool. */
const EMPTY_PAGE = { resultType: "complete", ttlMs: 0, cacheScope: "private", tools: [] } as const;

/**
 * Taps a transport before the client connects, and keeps the raw `tools/list` results: the SDK strips fields, hides tools
 * and serves cached lists. The instance is patched, as the SDK treats a subclass differently. Every message is counted, and
 * every error, as which the transports report a message that is none.
 */
export function tapRawPages(transport: Transport, watch: Watch): RawPages {
  const seen: RawPages = { results: [], listChanged: false, discovered: false };
  const lists = new Set<unknown>();
  const probes = new Set<unknown>();
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if ("method" in message && "id" in message) {
      if (message.method === "tools/list") lists.add(message.id);
      if (message.method === "server/discover") probes.add(message.id);
    }
    return send(message, options);
  };
  const kept = (message: JSONRPCMessage): JSONRPCMessage => {
    if ("method" in message && message.method === "notifications/tools/list_changed") seen.listChanged = true;
    if (!("result" in message)) return message;
    if (probes.has(message.id) && speaksModern(message.result)) seen.discovered = true;
    if (!lists.delete(message.id)) return message;
    seen.results.push(message.result);
    return { ...message, result: EMPTY_PAGE };
  };
  intercept(transport, "onmessage", (handler) => (message, extra) => {
    if (watch.countMessage()) handler(kept(message) as typeof message, extra);
  });
  intercept(transport, "onerror", (handler) => (error) => {
    if (watch.countMessage()) handler(error);
  });
  return seen;
}

/** Puts something between a transport and whichever handler the SDK sets on it. */
function intercept<Key extends "onmessage" | "onerror">(
  transport: Transport,
  key: Key,
  between: (handler: NonNullable<Transport[Key]>) => NonNullable<Transport[Key]>,
): void {
  let handler: Transport[Key];
  Object.defineProperty(transport, key, {
    configurable: true,
    enumerable: true,
    set: (given: Transport[Key]) => {
      handler = given;
    },
    get: () => (handler == null ? undefined : between(handler)),
  });
}

function speaksModern(result: unknown): boolean {
  const versions = isObject(result) ? own(result, "supportedVersions") : undefined;
  return Array.isArray(versions) && versions.some(isModern);
}

/** Whether a protocol version is 2026-07-28 or later: without a handshake, found by `server/discover`. */
export function isModern(version: unknown): boolean {
  return typeof version === "string" && /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= "2026-07-28";
}
