/** Where a server is: the part of a connection that identity rests on (DESIGN §2). */
export type Address =
  | { readonly type: "streamable-http" | "sse"; readonly url: string }
  | { readonly registryType: string; readonly registryBaseUrl?: string; readonly identifier: string }
  | { readonly command: string; readonly args: readonly string[] };

/** Under what a tool list was read: each of these may change the list legitimately (MCP 2026-07-28, server/tools). */
export interface ReadAs {
  readonly protocolVersion?: string;
  readonly credential?: string;
  readonly capabilities: readonly string[];
}

/** Why a server could not be read. Each has one sentence for people; see docs. */
export const FAILED_REASONS = [
  "unreachable", // no connection: refused, no such host, TLS, the command does not exist
  "timeout",
  "auth-required", // 401, 403
  "rate-limited", // 429
  "server-error", // 5xx, or a JSON-RPC error in answer to tools/list
  "not-found", // 404, 405, 410
  "redirected", // to elsewhere; not followed
  "not-mcp", // HTML, no JSON, no JSON-RPC, a result without a list of tools
  "negotiation", // no protocol version in common, or the hand-shake is not what the protocol says
  "too-large", // more bytes, pages or tools than the limits
  "bad-cursor", // a cursor that is no text, or one cursor with two different pages
  "incomplete", // the server says that the list is not the whole of it
  "exited", // the command ended
  "unstable", // two readings of one run disagree
  "not-allowed", // a command or package that nobody allowed to run
  "unsupported", // a kind of package, or a name of one, that toolcard starts nothing for
  "missing-credential",
  "wrong-address", // a credential that is bound to another address
] as const;

/** Why a server could not be read. */
export type FailedReason = (typeof FAILED_REASONS)[number];

/** What is worth knowing about a reading that is complete all the same. */
export const READING_NOTES = [
  "cursor-repeated", // the last page came again under the same cursor
  "tools-not-advertised", // the server lists tools without declaring that it has any
  "not-conformant", // the result lacks what its protocol version requires
  "list-changed", // the server said during the walk that its list changed; it was walked again
  "second-reading-clean", // the first reading lacked tools, the second equals the card
] as const;

/** A note on a complete reading. */
export type ReadingNote = (typeof READING_NOTES)[number];

interface ReadingBase {
  readonly server: string;
  readonly address: Address;
  /** Under what it was read indeed; a card's `readAs` says under what it should be. */
  readonly readAs: ReadAs;
  /** When it was read: RFC 3339, UTC. */
  readonly time: string;
}

/** The whole list as the server gave it: raw items in the server's order, fit to be saved (see `carried`). */
export interface CompleteReading extends ReadingBase {
  readonly outcome: "complete";
  readonly tools: readonly unknown[];
  readonly notes: readonly ReadingNote[];
  /** True when a second reading, in a new connection, gave the same list. */
  readonly confirmed: boolean;
}

/** No list: nothing is known of the tools, least of all that they are gone. */
export interface FailedReading extends ReadingBase {
  readonly outcome: "failed";
  readonly reason: FailedReason;
  /** What the transport or the server said: at most 300 characters, no control characters. Never trust it. */
  readonly detail: string;
}

/** The server says that it has no tools feature at all (JSON-RPC -32601). */
interface NotAdvertised extends ReadingBase {
  readonly outcome: "not-advertised";
}

/** One attempt to list a server's tools live. */
export type Reading = CompleteReading | FailedReading | NotAdvertised;
