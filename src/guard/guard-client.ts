import type { Authorization } from "../core/index/authorize.ts";
import type { Index } from "../core/index/model.ts";
import { callableTools } from "../core/index/view.ts";
import { isObject } from "../core/json/value.ts";
import type { GuardableClient } from "./client.ts";
import { Guard, type GuardOptions } from "./guard.ts";

/** A call that was refused before it reached the server. Its message is for a model to act on. */
export class CallRefused extends Error {
  readonly authorization: Authorization;

  constructor(authorization: Authorization) {
    super(`toolcard refused this call (${authorization.reason}): ${authorization.why}`);
    this.name = "CallRefused";
    this.authorization = authorization;
  }
}

/** A client behind a guard, and what is known of the guard itself. */
export interface Guarded<Client> {
  /** To be used in place of the client. */
  readonly client: Client;
  /** How many calls were refused, by reason. */
  readonly refusals: ReadonlyMap<Authorization["reason"], number>;
  /** The index of this one server, as it is now. */
  readonly index: () => Promise<Index>;
}

/** Ways to the server that would go past the guard. */
const UNGUARDED: ReadonlySet<string | symbol> = new Set(["requestStream", "callToolStream", "experimental"]);

/**
 * Guards a connected MCP client of either generation of the SDK for one agent and one job. `listTools` gives the tools
 * that the agent may call, with their effective schemas, all on one page; `callTool` rejects with `CallRefused` unless
 * `authorize` allows the call; `request` is guarded for the same two methods. The list is read again when the server says
 * that it changed, and when it is too old. Several guards may share a client. What holds the client itself is not guarded.
 */
export function guardClient<Client extends GuardableClient>(
  client: Client,
  options: GuardOptions,
): Guarded<Client> {
  const guard = new Guard(client, options);
  const guarded = new Proxy(client, {
    get(target, key) {
      if (key === "listTools") return () => list(guard, options);
      if (key === "callTool")
        return async (params: unknown, ...rest: never[]) =>
          target.callTool(await checked(guard, params), ...rest);
      if (key === "request")
        return (request: unknown, ...rest: never[]) => guardedRequest(target, guard, options, request, rest);
      if (UNGUARDED.has(key)) throw new Error(`toolcard does not guard ${String(key)}: use callTool`);
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
  return { client: guarded, refusals: guard.refusals, index: () => guard.index() };
}

async function list(
  guard: Guard,
  { agent, job, server }: GuardOptions,
): Promise<{ tools: readonly unknown[] }> {
  const index = await guard.index();
  return { tools: callableTools(index, { agent, job, server }, { now: guard.now() }) };
}

/** The parameters of a call that is allowed, exactly as they were judged: what is sent is a copy in JSON. */
async function checked(guard: Guard, params: unknown): Promise<never> {
  const copy = inJson(params);
  const name = isObject(copy) && typeof copy["name"] === "string" ? copy["name"] : "";
  const answer = await guard.decide(name, isObject(copy) ? copy["arguments"] : null);
  if (!answer.allowed) throw new CallRefused(answer);
  return copy as never;
}

function inJson(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value)) as unknown;
  } catch {
    return null;
  }
}

async function guardedRequest(
  client: GuardableClient,
  guard: Guard,
  options: GuardOptions,
  request: unknown,
  rest: never[],
): Promise<unknown> {
  const copy = inJson(request);
  const method = isObject(copy) ? copy["method"] : undefined;
  if (method === "tools/list") return list(guard, options);
  if (method !== "tools/call") return client.request(copy as never, ...rest);
  const params = await checked(guard, isObject(copy) ? copy["params"] : null);
  return client.request({ ...(copy as object), params } as never, ...rest);
}
