import { plain } from "../explain/inert.ts";
import { isFresh } from "./age.ts";
import { byArguments } from "./by-arguments.ts";
import { lookUp, type AgentLookup, type GrantLookup, type ServerLookup, type ToolLookup } from "./lookup.ts";
import type { Index, IndexReading } from "./model.ts";
import type { ReasonCode } from "./reasons.ts";

/** A call that an agent wants to make for a job. */
export interface Call {
  readonly agent: string;
  readonly job: string;
  readonly server: string;
  readonly tool: string;
  /** An object, as MCP has it; a call without any has an empty one. */
  readonly arguments?: unknown;
}

/** Whether a call may be made, with one reason, and that in words. */
export interface Authorization {
  readonly allowed: boolean;
  readonly reason: ReasonCode;
  /** A sentence or two for a log, or for a model to act on. What it quotes is printable and bounded. */
  readonly why: string;
}

/** What an authorization goes by beside the index. */
export interface AuthorizeOptions {
  /** The present: what was fresh when the index was merged may be too old by now. The index's own time where left out. */
  readonly now?: Date;
}

/** Why a call is refused. */
interface Refusal {
  readonly reason: Exclude<ReasonCode, "allowed">;
  readonly why: string;
}

/**
 * May this agent make this call? Only if every test of DESIGN §4 passes, in its order: the first that fails is the
 * reason. What can't be compiled or bounded permits nothing. It never throws, whatever the call holds.
 */
export function authorize(index: Index, call: Call, options: AuthorizeOptions = {}): Authorization {
  try {
    const found = find(lookUp(index), call);
    const refusal = byStanding(index, found, call, options.now) ?? byArguments(found.tool, call.arguments);
    if (refusal !== undefined) return { allowed: false, reason: refusal.reason, why: refusal.why };
    return found.grant?.allowed ?? UNREAD;
  } catch {
    return UNREAD;
  }
}

const UNREAD: Authorization = {
  allowed: false,
  reason: "unknown-server",
  why: "The call or the index can't be read.",
};

/** The names in a call. */
type Asked = Omit<Call, "arguments">;

/** What an index has of what a call names. */
interface Found {
  readonly server: ServerLookup | undefined;
  readonly agent: AgentLookup | undefined;
  readonly grant: GrantLookup | undefined;
  readonly tool: ToolLookup | undefined;
}

/** Each name is read once, so that all tests are of the same call; later they are only quoted. */
function find(servers: ReadonlyMap<string, ServerLookup>, { agent, job, server, tool }: Asked): Found {
  const there = servers.get(server);
  const enrolled = there?.agents.get(agent);
  return {
    server: there,
    agent: enrolled,
    grant: enrolled?.grants.get(job)?.get(tool),
    tool: there?.tools.get(tool),
  };
}

/** Why a call is refused whatever its arguments are; undefined where they decide. */
export function refusedTool(index: Index, call: Asked, { now }: AuthorizeOptions = {}): Refusal | undefined {
  return byStanding(index, find(lookUp(index), call), call, now);
}

function byStanding(
  { maxAgeMinutes }: Index,
  found: Found,
  call: Asked,
  now: Date | undefined,
): Refusal | undefined {
  const { server } = found;
  if (server === undefined || server.entry.id === undefined) {
    const why = server === undefined ? "There is no card for" : "Nobody can read the card of";
    return { reason: "unknown-server", why: `${why} ${shown(call).server}.` };
  }
  return byRegistry(server, found, call) ?? byReading(server, found.tool, maxAgeMinutes, now);
}

/** The names of a call, fit to be printed. */
function shown({ agent, job, server, tool }: Asked): Record<"agent" | "job" | "server" | "tool", string> {
  return { agent: nameOf(agent), job: nameOf(job), server: nameOf(server), tool: nameOf(tool) };
}

function nameOf(text: unknown): string {
  return typeof text === "string" ? plain(text, { form: "name", limit: 100 }) : "what is no name";
}

/** The tests of what the registry says: suspended, enrolled, granted, on the card. */
function byRegistry(server: ServerLookup, { agent, grant, tool }: Found, call: Asked): Refusal | undefined {
  const { suspended } = server.entry;
  if (suspended !== undefined)
    return {
      reason: "suspended",
      why: `${server.entry.server} is suspended: ${plain(suspended, { limit: 200 })}`,
    };
  if (agent === undefined) return notEnrolled(call);
  if (agent.enrolled.unapproved) return unapproved(`The enrolment of ${call.agent} with ${call.server}`);
  if (grant === undefined) return notGranted(call);
  if (grant.entry.unapproved)
    return unapproved(`The grant of ${shown(call).tool} to ${call.agent} for ${call.job}`);
  if (tool?.entry.onCard !== true)
    return { reason: "not-on-card", why: `${shown(call).tool} is not on the card of ${call.server}.` };
  return tool.entry.unapproved ? unapproved(`${tool.shownName} on the card of ${call.server}`) : undefined;
}

function notEnrolled(call: Asked): Refusal {
  const { agent, server } = shown(call);
  return { reason: "not-enrolled", why: `${agent} is not enrolled with the card of ${server}.` };
}

function notGranted(call: Asked): Refusal {
  const { agent, tool, job } = shown(call);
  return { reason: "not-granted", why: `${agent} has no grant for ${tool} for the job ${job}.` };
}

function unapproved(what: string): Refusal {
  return { reason: "unapproved", why: `${what} is not approved yet.` };
}

/** The tests of what was read live: complete, fresh, from the same address, and the tool is listed once. */
function byReading(
  { entry, readAt }: ServerLookup,
  tool: ToolLookup | undefined,
  maxAgeMinutes: number,
  now: Date | undefined,
): Refusal | undefined {
  const { server: name, reading } = entry;
  const refusal = refusedReading(reading, name);
  if (refusal !== undefined) return refusal;
  if (reading.state === "complete" && now !== undefined && !isFresh(readAt, now, maxAgeMinutes))
    return { reason: "too-old", why: `The list of ${name} was read more than ${maxAgeMinutes} minutes ago.` };
  switch (tool?.entry.state) {
    case "callable":
      return undefined;
    case "gone":
      return { reason: "gone", why: `${name} no longer lists ${tool.shownName}.` };
    case "malformed":
      return {
        reason: "malformed",
        why: `${name} lists ${tool.shownName} twice, or in a form that can't be used.`,
      };
    default:
      return { reason: "unreadable", why: `The list of ${name} is not known.` };
  }
}

function refusedReading(reading: IndexReading, name: string): Refusal | undefined {
  switch (reading.state) {
    case "complete":
      return undefined;
    case "too-old":
      return { reason: "too-old", why: `The last list of ${name} that is complete is too old.` };
    case "other-address":
      return {
        reason: "other-address",
        why: `What was read of ${name} is at another address than its card's.`,
      };
    case "unapproved-address":
      return unapproved(`The address of ${name}`);
    case "unreadable":
      return { reason: "unreadable", why: `The list of ${name} could not be read: ${reading.why}.` };
    default:
      return reading satisfies never;
  }
}
