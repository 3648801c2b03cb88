import { authorize } from "../core/index/authorize.ts";
import type { Index } from "../core/index/model.ts";
import { viewOf } from "../core/index/view.ts";
import { requestFault } from "./request.ts";

/** A request as far as it is read: the path with its query, and the body of a POST. */
export interface Asked {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly body: string;
}

/** An answer; its body is JSON. */
export interface Answer {
  readonly status: 200 | 400 | 404 | 405 | 415;
  readonly body: unknown;
  readonly allow?: string;
}

/** Answers one request from an index. The same request on the same index at the same time has the same answer. */
export function answer({ method, target, body }: Asked, index: Index, now: Date): Answer {
  const url = URL.parse(target, "http://localhost");
  if (url === null) return wrong("the path is none");
  const { pathname, searchParams } = url;
  switch (pathname) {
    case "/authorize":
      return method === "POST" ? decided(body, index, now) : notAllowed("POST");
    case "/index": {
      if (method !== "GET") return notAllowed("GET");
      const asked = [...searchParams.keys()];
      const isOdd = asked.some((key, at) => (key !== "agent" && key !== "job") || asked.indexOf(key) !== at);
      if (isOdd) return wrong("only agent and job can be asked for, each once");
      const [agent, job] = ["agent", "job"].map((key) => searchParams.get(key) ?? undefined);
      return { status: 200, body: viewOf(index, { agent, job }) };
    }
    case "/health":
      return method === "GET" ? { status: 200, body: { status: "ok", at: index.at } } : notAllowed("GET");
    default:
      return { status: 404, body: { error: "there are POST /authorize, GET /index and GET /health" } };
  }
}

function decided(body: string, index: Index, now: Date): Answer {
  let call: unknown;
  try {
    call = JSON.parse(body);
  } catch {
    return wrong("the body is no JSON");
  }
  const fault = requestFault(call);
  return fault === undefined ? { status: 200, body: authorize(index, call as never, { now }) } : wrong(fault);
}

function wrong(error: string): Answer {
  return { status: 400, body: { error } };
}

function notAllowed(allow: string): Answer {
  return { status: 405, allow, body: { error: `this is for ${allow} alone` } };
}
