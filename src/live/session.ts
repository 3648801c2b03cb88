import { setTimeout as sleep } from "node:timers/promises";

import type { Client, ClientCapabilities, Transport } from "@modelcontextprotocol/client";

import { isObject, own, put } from "../core/json/value.ts";
import type { ReadAs } from "../core/reading/reading.ts";
import type { Remote } from "../core/registry/card.ts";
import { failureOf } from "./failure.ts";
import { guardedFetch } from "./guarded-fetch.ts";
import type { Program } from "./program.ts";
import { isModern, tapRawPages, type RawPages } from "./raw-pages.ts";
import { StdioTransport } from "./stdio-transport.ts";
import { ReadFailure, type Failure, type Watch } from "./watch.ts";

/** The SDK. It is loaded when the first server is read: that takes longer than all the rest of toolcard. */
export type Sdk = typeof import("@modelcontextprotocol/client");

/** What a reading talks to: a URL with the headers to send, or a program. */
export type Target =
  | { readonly remote: Remote; readonly headers: Readonly<Record<string, string>> }
  | { readonly program: Program };

/** An open connection to a server. */
export interface Session {
  readonly client: Client;
  readonly pages: RawPages;
  readonly protocolVersion: string;
  /** Whether the server declares that it has tools. */
  readonly advertised: boolean;
  /** Whether the server holds a session, which it may forget. */
  readonly stateful: boolean;
  /** How the server's program ended, if it did so by itself. */
  readonly exit: () => string | undefined;
  readonly close: () => Promise<void>;
}

type Mode = "auto" | "legacy";

/** toolcard as servers see it. */
export const CLIENT_INFO = { name: "toolcard", version: "0.1.0" } as const;

/** How long a server over stdio may be silent on `server/discover` until it counts as one that doesn't know it. */
const PROBE_MS = 5_000;

/** How long a server may take to end a session that nobody needs any more. */
const TERMINATE_MS = 500;

/**
 * Connects under `readAs`. A version before 2026-07-28 is offered by `initialize` at once, without a probe; otherwise the
 * SDK probes for 2026-07-28 and falls back. Where the server has not the wanted version, another one is used: the reading
 * says which, and the drift reports it.
 * @throws ReadFailure
 */
export async function openSession(sdk: Sdk, target: Target, readAs: ReadAs, watch: Watch): Promise<Session> {
  const wanted = readAs.protocolVersion;
  const mode = wanted !== undefined && sdk.SUPPORTED_PROTOCOL_VERSIONS.includes(wanted) ? "legacy" : "auto";
  const first = await attempt(sdk, target, readAs, watch, mode);
  const again = watch.failure === undefined ? nextMode(first, mode) : undefined;
  if (again === undefined) return opened(first);
  if ("session" in first) await first.session.close();
  return opened(await attempt(sdk, target, readAs, watch, again));
}

type Attempt =
  | { readonly session: Session }
  | { readonly failure: Failure; readonly pages: RawPages; readonly status: number | undefined };

function opened(attempted: Attempt): Session {
  if ("session" in attempted) return attempted.session;
  throw new ReadFailure(attempted.failure);
}

/** How to connect once more, where the first attempt shows that it would give another result. */
function nextMode(first: Attempt, mode: Mode): Mode | undefined {
  const reason = "failure" in first ? first.failure.reason : undefined;
  if (mode === "legacy") return reason === "negotiation" ? "auto" : undefined;
  // A package that was installed first answers the probe when it already counts as an old server; now it is warm.
  const pages = "session" in first ? first.session.pages : first.pages;
  if (pages.discovered && !("session" in first && isModern(first.session.protocolVersion))) return "auto";
  // Some old servers end on any request before `initialize`, or answer it as an error of their own.
  const { status } = "session" in first ? {} : first;
  return reason === "exited" || status === 500 || status === 501 ? "legacy" : undefined;
}

async function attempt(sdk: Sdk, target: Target, readAs: ReadAs, watch: Watch, mode: Mode): Promise<Attempt> {
  const transport = transportTo(sdk, target, watch);
  const exit = () => (transport instanceof StdioTransport ? transport.exit : undefined);
  const pages = tapRawPages(transport, watch);
  const { requestMs } = watch.limits;
  const probe = { timeoutMs: "program" in target ? Math.min(PROBE_MS, requestMs) : requestMs };
  const client = new sdk.Client(CLIENT_INFO, {
    capabilities: capabilitiesOf(readAs.capabilities),
    supportedProtocolVersions: versionsFor(sdk, readAs),
    versionNegotiation: mode === "auto" ? { mode, probe } : { mode },
  });
  try {
    await watch.race(client.connect(transport, { timeout: requestMs }));
  } catch (error) {
    await watch.race(transport.close()).catch(() => {});
    const ended = exit();
    const failure =
      ended === undefined || watch.failure !== undefined
        ? failureOf(error, "connect", watch)
        : ({ reason: "exited", detail: ended } as const);
    return { failure, pages, status: watch.status };
  }
  return {
    session: {
      client,
      pages,
      protocolVersion: client.getNegotiatedProtocolVersion() ?? "",
      advertised: client.getServerCapabilities()?.tools !== undefined,
      stateful: transport.sessionId !== undefined,
      exit,
      close: () => close(client, transport),
    },
  };
}

function transportTo(sdk: Sdk, target: Target, watch: Watch): Transport {
  if ("program" in target) return new StdioTransport(target.program, watch, sdk.parseJSONRPCMessage);
  const url = new URL(target.remote.url);
  const requestInit = { headers: { ...target.headers } };
  if (target.remote.type === "sse") {
    return new sdk.SSEClientTransport(url, { requestInit, fetch: guardedFetch(watch, "GET") });
  }
  const options = { requestInit, fetch: guardedFetch(watch), onInsufficientScope: "throw" } as const;
  return new sdk.StreamableHTTPClientTransport(url, options);
}

/** The versions to offer: the wanted one first, if it is one that `initialize` can offer. */
function versionsFor(sdk: Sdk, readAs: ReadAs): string[] {
  const known = sdk.SUPPORTED_PROTOCOL_VERSIONS;
  const wanted = known.filter((version) => version === readAs.protocolVersion);
  return [...wanted, ...known.filter((version) => version !== readAs.protocolVersion)];
}

/**
 * The capabilities that a card's `readAs` names: `sampling`, a part of one as `elicitation.url`, or an extension, whose
 * name has a slash. They are declared only: each request that a server makes of them gets the SDK's refusal.
 */
function capabilitiesOf(names: readonly string[]): ClientCapabilities {
  const declared: Record<string, unknown> = {};
  for (const name of names) {
    let at = declared;
    for (const step of name.includes("/") ? ["extensions", name] : name.split(".")) {
      const deeper: Record<string, unknown> = {};
      const there = own(at, step);
      if (!isObject(there)) put(at, step, deeper);
      at = isObject(there) ? there : deeper;
    }
  }
  return declared;
}

async function close(client: Client, transport: Transport): Promise<void> {
  if ("terminateSession" in transport && typeof transport.terminateSession === "function") {
    const terminated: unknown = transport.terminateSession();
    await Promise.race([terminated, sleep(TERMINATE_MS, undefined, { ref: false })]).catch(() => {});
  }
  await client.close().catch(() => {});
}
