import { isObject, own } from "../core/json/value.ts";
import type { FailedReason } from "../core/reading/reading.ts";
import { ReadFailure, type Failure, type Watch } from "./watch.ts";

/** How far a reading had come when it failed. */
export type Phase = "connect" | "list";

/** JSON-RPC: the server has no such method. */
export const METHOD_NOT_FOUND = -32_601;

// What a server answers a hand-shake with that it has no version for: -32022 in 2026-07-28, -32602 before, and what
// servers say that know neither method nor parameters.
const NO_COMMON_VERSION: ReadonlySet<number> = new Set([-32_022, -32_602, METHOD_NOT_FOUND, -32_600]);

/**
 * The reason of a failure, by codes and statuses; what an error says in words is the server's, and only ever detail.
 * @param error what the SDK or the transport threw
 */
export function failureOf(error: unknown, phase: Phase, watch: Watch): Failure {
  if (watch.failure !== undefined) return watch.failure;
  if (error instanceof ReadFailure) return error.failure;
  const chain = causesOf(error);
  const detail = chain.map(messageOf).find((message) => message !== "") ?? "";
  for (const cause of chain) {
    const reason = reasonOf(cause, phase);
    if (reason !== undefined) return { reason, detail };
  }
  if (watch.status !== undefined) return { reason: statusReason(watch.status, phase), detail };
  // `fetch` throws a TypeError when there was no answer at all.
  if (chain.some((cause) => cause instanceof TypeError)) return { reason: "unreachable", detail };
  return { reason: phase === "connect" ? "negotiation" : "not-mcp", detail };
}

/** The code of a JSON-RPC error that the server answered with. */
export function rpcCodeOf(error: unknown): number | undefined {
  for (const cause of causesOf(error)) {
    const code = rpcCode(cause);
    if (code !== undefined) return code;
  }
  return undefined;
}

/** The HTTP status that the SDK gave up on. */
export function statusOf(error: unknown): number | undefined {
  const data = isObject(error) ? error["data"] : undefined;
  const status = isObject(data) ? own(data, "status") : undefined;
  return typeof status === "number" ? status : undefined;
}

function reasonOf(cause: unknown, phase: Phase): FailedReason | undefined {
  const rpc = rpcCode(cause);
  if (rpc !== undefined)
    return phase === "connect" && NO_COMMON_VERSION.has(rpc) ? "negotiation" : "server-error";
  const status = statusOf(cause);
  if (status !== undefined) return statusReason(status, phase);
  const { code, name } = isObject(cause) ? cause : {};
  if (name === "UnauthorizedError" || name === "InsufficientScopeError") return "auth-required";
  // No JSON; no HTTP; a body that is not compressed as it says.
  if (name === "SyntaxError" || name === "HTTPParserError") return "not-mcp";
  if (typeof code === "string" && /^(?:HPE_|Z_|ERR_BROTLI_|ERR__ERROR_FORMAT_)/.test(code)) return "not-mcp";
  if (isShapeError(cause)) return phase === "connect" ? "negotiation" : "not-mcp";
  return typeof code === "string" ? CODE_REASONS.get(code) : undefined;
}

// The SDK's own codes, those of the system, of Node, and of its HTTP client.
const CODE_REASONS: ReadonlyMap<string, FailedReason> = new Map([
  ["REQUEST_TIMEOUT", "timeout"],
  ["CLIENT_HTTP_UNEXPECTED_CONTENT", "not-mcp"],
  ["INVALID_RESULT", "not-mcp"],
  ["UND_ERR_HEADERS_OVERFLOW", "not-mcp"],
  ["CONNECTION_CLOSED", "unreachable"],
  ["ECONNREFUSED", "unreachable"],
  ["ECONNRESET", "unreachable"],
  ["EHOSTUNREACH", "unreachable"],
  ["ENETUNREACH", "unreachable"],
  ["ENOTFOUND", "unreachable"],
  ["EAI_AGAIN", "unreachable"],
  ["EPIPE", "unreachable"],
  ["ENOENT", "unreachable"],
  ["EACCES", "unreachable"],
  ["ENOTDIR", "unreachable"],
  ["ENOEXEC", "unreachable"],
  ["E2BIG", "unreachable"],
  ["ERR_INVALID_ARG_VALUE", "unreachable"],
  ["UND_ERR_SOCKET", "unreachable"],
  ["ETIMEDOUT", "timeout"],
  ["UND_ERR_CONNECT_TIMEOUT", "timeout"],
  ["UND_ERR_HEADERS_TIMEOUT", "timeout"],
  ["UND_ERR_BODY_TIMEOUT", "timeout"],
]);

function statusReason(status: number, phase: Phase): FailedReason {
  if (status >= 500) return "server-error";
  if (status >= 300 && status < 400) return "redirected";
  switch (status) {
    case 401:
    case 403:
      return "auth-required";
    case 404:
    case 405:
    case 410:
      return "not-found";
    case 408:
      return "timeout";
    case 429:
      return "rate-limited";
    default:
      return phase === "connect" ? "negotiation" : "not-mcp";
  }
}

function rpcCode(cause: unknown): number | undefined {
  if (!isObject(cause)) return undefined;
  const { code } = cause;
  // HTTP statuses are positive; JSON-RPC reserves the numbers from -32768 to -32000, and servers keep to negative ones.
  if (typeof code === "number" && (code < 0 || cause["name"] === "ProtocolError")) return code;
  const { data } = cause;
  // A 400 may say in its body what is wrong; any other status says enough.
  if (!isObject(data) || data["status"] !== 400 || typeof data["text"] !== "string") return undefined;
  return rpcCodeInBody(data["text"]);
}

/** The code of a JSON-RPC error in the body of an HTTP error. */
function rpcCodeInBody(text: string): number | undefined {
  try {
    const body: unknown = JSON.parse(text);
    const error = isObject(body) ? own(body, "error") : undefined;
    const code = isObject(error) ? own(error, "code") : undefined;
    return typeof code === "number" ? code : undefined;
  } catch {
    return undefined;
  }
}

function causesOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let next: unknown = error; next !== undefined && chain.length < 6;) {
    chain.push(next);
    next = isObject(next) ? next["cause"] : undefined;
  }
  return chain;
}

/** What the SDK throws for JSON that is no JSON-RPC message. */
function isShapeError(cause: unknown): boolean {
  return isObject(cause) && (cause["name"] === "ZodError" || cause["name"] === "$ZodError");
}

function messageOf(cause: unknown): string {
  if (isShapeError(cause)) return "an answer that is not JSON-RPC 2.0";
  return cause instanceof Error ? cause.message : typeof cause === "string" ? cause : "";
}
