import { plain } from "../explain/inert.ts";
import { isObject } from "../json/value.ts";
import { isBounded } from "../schema/validator.ts";
import { isFresh } from "./age.ts";
import { fieldRefused, fieldWords } from "./field-refused.ts";
import { lookUp, type ServerLookup, type ToolLookup } from "./lookup.ts";
import { LIMITS, type Index, type IndexReading } from "./model.ts";
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
    // Each is read once, so that what is judged is what was asked.
    const { agent, job, server, tool, arguments: given } = call;
    const asked = { agent, job, server, tool };
    const found = lookUp(index).get(server);
    const listed = found?.tools.get(tool);
    const refusal = byStanding(index, found, listed, asked, options) ?? byArguments(listed, given);
    if (refusal !== undefined) return { allowed: false, reason: refusal.reason, why: refusal.why };
    // These names are in the index: only a tool's may need escaping, and it was escaped once.
    return { allowed: true, reason: "allowed", why: `${agent} may call ${listed?.shownName} for ${job}.` };
  } catch {
    return { allowed: false, reason: "unknown-server", why: "The call or the index can't be read." };
  }
}

/** The names in a call. */
type Asked = Omit<Call, "arguments">;

/** Why a call is refused whatever its arguments are; undefined where they decide. */
export function refusedTool(index: Index, call: Asked, options: AuthorizeOptions = {}): Refusal | undefined {
  const server = lookUp(index).get(call.server);
  return byStanding(index, server, server?.tools.get(call.tool), call, options);
}

function byStanding(
  index: Index,
  server: ServerLookup | undefined,
  tool: ToolLookup | undefined,
  call: Asked,
  { now }: AuthorizeOptions,
): Refusal | undefined {
  if (server === undefined || server.entry.id === undefined) {
    const why = server === undefined ? "There is no card for" : "Nobody can read the card of";
    return { reason: "unknown-server", why: `${why} ${shown(call).server}.` };
  }
  return byRegistry(server, tool, call) ?? byReading(server, tool, index.maxAgeMinutes, now);
}

/** The names of a call, fit to be printed. */
function shown({ agent, job, server, tool }: Asked): Record<"agent" | "job" | "server" | "tool", string> {
  return { agent: nameOf(agent), job: nameOf(job), server: nameOf(server), tool: nameOf(tool) };
}

function nameOf(text: unknown): string {
  return typeof text === "string" ? plain(text, { form: "name", limit: 100 }) : "what is no name";
}

/** The tests of what the registry says: suspended, enrolled, granted, on the card. */
function byRegistry(server: ServerLookup, tool: ToolLookup | undefined, call: Asked): Refusal | undefined {
  const { suspended } = server.entry;
  if (suspended !== undefined)
    return {
      reason: "suspended",
      why: `${server.entry.server} is suspended: ${plain(suspended, { limit: 200 })}`,
    };
  const agent = server.agents.get(call.agent);
  if (agent === undefined) return notEnrolled(call);
  if (agent.enrolled.unapproved) return unapproved(`The enrolment of ${call.agent} with ${call.server}`);
  const grant = agent.grants.get(call.job)?.get(call.tool);
  if (grant === undefined) return notGranted(call);
  if (grant.unapproved)
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

const BEYOND = { card: "beyond-card", approved: "beyond-approved", live: "beyond-live" } as const;
const WHOSE = { card: "the card", approved: "the last approved card", live: "the server now" } as const;
/** The last two tests: the arguments are permitted by the card, and by the live schema. */
function byArguments(tool: ToolLookup | undefined, given: unknown = {}): Refusal | undefined {
  if (tool === undefined || tool.judges.length === 0)
    return { reason: "beyond-card", why: "Nothing is known of its arguments." };
  if (!isObject(given)) return { reason: "beyond-card", why: `${tool.shownName}: arguments are an object.` };
  if (!isBounded(given))
    return {
      reason: "beyond-card",
      why: `${tool.shownName}: the arguments are too large, too deep, or no JSON.`,
    };
  for (const { limit, permits } of tool.judges) {
    if (permits(given)) continue;
    const of = LIMITS.find((one) => limit.of.includes(one)) ?? "card";
    const field = fieldWords(fieldRefused(limit.schema, given), WHOSE[of]);
    return { reason: BEYOND[of], why: `${tool.shownName}: ${field}` };
  }
  return undefined;
}
