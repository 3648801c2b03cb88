import { plain } from "../explain/inert.ts";
import { isObject } from "../json/value.ts";
import { isFresh } from "./age.ts";
import { fieldRefused, fieldWords } from "./field-refused.ts";
import { lookUp, type ServerLookup } from "./lookup.ts";
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
  const server = lookUp(index).get(call.server);
  const refusal = refusedTool(index, call, options) ?? byArguments(server, call);
  if (refusal !== undefined) return { allowed: false, ...refusal };
  // These names are in the index: only a tool's may need escaping, and it was escaped once.
  const tool = server?.tools.get(call.tool)?.shownName ?? "";
  return { allowed: true, reason: "allowed", why: `${call.agent} may call ${tool} for ${call.job}.` };
}

/** Why a call is refused whatever its arguments are; undefined where they decide. */
export function refusedTool(index: Index, call: Call, { now }: AuthorizeOptions = {}): Refusal | undefined {
  const server = lookUp(index).get(call.server);
  if (server === undefined || server.entry.id === undefined) {
    const why = server === undefined ? "There is no card for" : "Nobody can read the card of";
    return { reason: "unknown-server", why: `${why} ${shown(call).server}.` };
  }
  return byRegistry(server, call) ?? byReading(server, call, index.maxAgeMinutes, now);
}

/** The names of a call, fit to be printed. */
function shown({ agent, job, server, tool }: Call): Record<"agent" | "job" | "server" | "tool", string> {
  return { agent: nameOf(agent), job: nameOf(job), server: nameOf(server), tool: nameOf(tool) };
}

function nameOf(text: unknown): string {
  return plain(String(text), { form: "name", limit: 100 });
}

/** The tests of what the registry says: suspended, enrolled, granted, on the card. */
function byRegistry(server: ServerLookup, call: Call): Refusal | undefined {
  const { suspended } = server.entry;
  if (suspended !== undefined)
    return {
      reason: "suspended",
      why: `${server.entry.server} is suspended: ${plain(suspended, { limit: 200 })}`,
    };
  const enrolled = server.enrolled.get(call.agent);
  if (enrolled === undefined) return notEnrolled(call);
  if (enrolled.unapproved) return unapproved(`The enrolment of ${call.agent} with ${call.server}`);
  const grant = server.grants.get(call.agent)?.get(call.job)?.get(call.tool);
  if (grant === undefined) return notGranted(call);
  const tool = server.tools.get(call.tool);
  if (grant.unapproved)
    return unapproved(`The grant of ${shown(call).tool} to ${call.agent} for ${call.job}`);
  if (tool?.entry.onCard !== true)
    return { reason: "not-on-card", why: `${shown(call).tool} is not on the card of ${call.server}.` };
  return tool.entry.unapproved ? unapproved(`${tool.shownName} on the card of ${call.server}`) : undefined;
}

function notEnrolled(call: Call): Refusal {
  const { agent, server } = shown(call);
  return { reason: "not-enrolled", why: `${agent} is not enrolled with the card of ${server}.` };
}

function notGranted(call: Call): Refusal {
  const { agent, tool, job } = shown(call);
  return { reason: "not-granted", why: `${agent} has no grant for ${tool} for the job ${job}.` };
}

function unapproved(what: string): Refusal {
  return { reason: "unapproved", why: `${what} is not approved yet.` };
}

/** The tests of what was read live: complete, fresh, from the same address, and the tool is listed once. */
function byReading(
  { entry, readAt, tools }: ServerLookup,
  call: Call,
  maxAgeMinutes: number,
  now: Date | undefined,
): Refusal | undefined {
  const { server: name, reading } = entry;
  const refusal = refusedReading(reading, name);
  if (refusal !== undefined) return refusal;
  if (reading.state === "complete" && now !== undefined && !isFresh(readAt, now, maxAgeMinutes))
    return { reason: "too-old", why: `The list of ${name} was read more than ${maxAgeMinutes} minutes ago.` };
  const tool = tools.get(call.tool);
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
function byArguments(server: ServerLookup | undefined, call: Call): Refusal | undefined {
  const tool = server?.tools.get(call.tool);
  const given = call.arguments === undefined ? {} : call.arguments;
  if (!isObject(given)) return { reason: "beyond-card", why: `${tool?.shownName}: arguments are an object.` };
  const judges = tool?.judges ?? [];
  const refusing = judges.find((judge) => !judge.permits(given));
  if (refusing !== undefined) {
    const of = LIMITS.find((one) => refusing.limit.of.includes(one)) ?? "card";
    const field = fieldWords(fieldRefused(refusing.limit.schema, given), WHOSE[of]);
    return { reason: BEYOND[of], why: `${tool?.shownName}: ${field}` };
  }
  return judges.length > 0 ? undefined : { reason: "beyond-card", why: "Nothing is known of its arguments." };
}
