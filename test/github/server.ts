/** The HTTP side: reads a request, lets faults and schedules have their say, answers with GitHub's headers. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Json } from "../../src/core/json/value.ts";
import type { Actor } from "./actor.ts";
import type { Answer } from "./answer.ts";
import type { LoggedCall } from "./call-log.ts";
import { isJsonObject, textOr, type Media } from "./call.ts";
import { appOfJwt } from "./directory.ts";
import { faultAnswer, isAfter, type Fault, type Faults } from "./faults.ts";
import { OPERATIONS } from "./operations.ts";
import { Moved, perform } from "./perform.ts";
import { rateHeaders, spend } from "./rate-limit.ts";
import { Refusal } from "./refusal.ts";
import { findRoute, type Route } from "./routes.ts";
import { fullNameOf, repositoryById, type World } from "./world.ts";

/** Lets a test hold every call at the door. */
export type Gate = { enter: (call: LoggedCall) => Promise<void>; leave: (call: LoggedCall) => void };

/** What the server needs besides the world. */
export type Door = { world: World; faults: Faults; gate: { current: Gate | undefined } };

export function createHttpServer(door: Door): Server {
  return createServer((request, response) => {
    handle(door, request, response).catch((error: unknown) => {
      door.world.failures.push(`the strict GitHub itself failed: ${String(error)}`);
      response.destroy();
    });
  });
}

async function handle(
  { world, faults, gate }: Door,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const raw = await readBody(request);
  const { call, route, media } = openCall(world, request, raw);
  await gate.current?.enter(call);
  call.n = world.calls.all.length + 1;
  world.calls.all.push(call);
  try {
    world.clock.advance(1);
    const fault = faults.next(call);
    call.fault = fault?.kind;
    const answer =
      fault !== undefined && !isAfter(fault) ? undefined : await answerCall(world, call, route, media);
    respond(world, response, call, answer, fault);
  } finally {
    gate.current?.leave(call);
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

type Opened = { call: LoggedCall; route: Route | undefined; media: Media };

function openCall(world: World, request: IncomingMessage, raw: string): Opened {
  const url = new URL(request.url ?? "/", world.url);
  const path = namedPath(world, url.pathname);
  const method = request.method ?? "GET";
  const route = findRoute(method, path);
  const graphql = path === "/graphql";
  const id = route?.id ?? (graphql ? "graphql" : "unknown");
  const body = parseBody(raw);
  const mutates = graphql && isJsonObject(body) && /^\s*mutation\b/.test(textOr(body, "query", ""));
  const call: LoggedCall = {
    n: 0,
    token: /^(?:bearer|token)\s+(.+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "",
    method,
    path,
    operation: id,
    effect: OPERATIONS[id]?.effect ?? (mutates ? "write" : "read"),
    query: Object.fromEntries(url.searchParams),
    body,
    status: 0,
    fault: undefined,
  };
  return { call, route, media: mediaOf(request.headers.accept ?? "") };
}

function mediaOf(accept: string): Media {
  if (/\bv3\.repository\b/.test(accept)) return "repository";
  return accept.includes("raw") ? "raw" : "json";
}

/** Addresses by number, as in the links between pages and in redirects. */
function namedPath(world: World, path: string): string {
  const id = /^\/repositories\/(\d+)(?=\/|$)/.exec(path);
  const repository = id === null ? undefined : repositoryById(world, Number(id[1]));
  return repository === undefined
    ? path
    : path.replace(/^\/repositories\/\d+/, `/repos/${fullNameOf(repository)}`);
}

/** The JSON of a body, null for none. Undefined can't be: what is not JSON is kept as its text. */
function parseBody(raw: string): Json {
  if (raw === "") return null;
  try {
    return JSON.parse(raw) as Json;
  } catch {
    return raw;
  }
}

async function answerCall(
  world: World,
  call: LoggedCall,
  route: Route | undefined,
  media: Media,
): Promise<Answer> {
  try {
    const actor = actorOf(world, call.token);
    if (!spend(world.rates, call.token))
      throw new Refusal(403, "API rate limit exceeded for installation ID 1.");
    if (call.operation === "graphql") {
      const { answerGraphql } = await import("./graphql.ts");
      return await answerGraphql(world, actor, call.body);
    }
    if (route === undefined) {
      world.failures.push(`not modelled: ${call.method} ${call.path}`);
      throw new Refusal(404, "Not Found");
    }
    const { token, query, body, path } = call;
    return perform({ world, actor, token, id: route.id, params: route.params, query, body, media, path });
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, body: error.body, headers: error.headers };
    if (error instanceof Moved) return redirect(world, call, error);
    throw error;
  }
}

function redirect(world: World, call: LoggedCall, { repository }: Moved): Answer {
  const rest = call.path.split("/").slice(4).join("/");
  const search = new URLSearchParams({ ...call.query }).toString();
  const location = `${world.url}/repositories/${repository.id}${rest === "" ? "" : `/${rest}`}${search === "" ? "" : `?${search}`}`;
  const [status, message] = call.method === "GET" ? [301, "Moved Permanently"] : [307, "Temporary Redirect"];
  return { status, body: { message, url: location }, headers: { location } };
}

/** Who a token belongs to. A wrong one is 401 even where none would do. */
function actorOf(world: World, token: string): Actor {
  if (token === "") return { kind: "anonymous" };
  const actor = world.tokens.get(token);
  if (actor !== undefined) return actor;
  const app = appOfJwt(world, token);
  if (app !== undefined) return { kind: "app", app };
  throw new Refusal(401, "Bad credentials");
}

function respond(
  world: World,
  response: ServerResponse,
  call: LoggedCall,
  done: Answer | undefined,
  fault: Fault | undefined,
): void {
  const said = fault === undefined ? undefined : faultAnswer(fault, world.rates.reset);
  const answer: Answer | undefined =
    said === undefined
      ? done
      : { status: said.status, body: { message: said.message }, headers: said.headers };
  if (answer === undefined || fault?.kind === "drop-after" || fault?.kind === "hang-after") {
    if (fault?.kind.startsWith("drop") === true) response.destroy();
    return;
  }
  const bytes = answer.bytes ?? Buffer.from(answer.body === undefined ? "" : JSON.stringify(answer.body));
  call.status = answer.status;
  response.sendDate = false;
  response.writeHead(answer.status, {
    date: new Date(world.clock.milliseconds()).toUTCString(),
    "content-type":
      answer.bytes === undefined
        ? "application/json; charset=utf-8"
        : "application/vnd.github.raw+json; charset=utf-8",
    "content-length": bytes.length,
    "x-github-request-id": String(call.n).padStart(8, "0"),
    "x-github-media-type": "github.v3; format=json",
    ...rateHeaders(world.rates, call.token),
    ...answer.headers,
  });
  if (fault?.kind !== "half") {
    response.end(bytes);
    return;
  }
  call.status = 0;
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
}
