import { plain } from "../explain/inert.ts";
import type { Validator } from "../schema/validator.ts";
import { permitter } from "../scope/permits.ts";
import { millisecondsOf } from "./age.ts";
import {
  LIMITS,
  type Enrolled,
  type Index,
  type IndexGrant,
  type IndexServer,
  type IndexTool,
  type Limit,
} from "./model.ts";

/** A server of an index, with what is asked for by name found at once. */
export interface ServerLookup {
  readonly entry: IndexServer;
  /** When its list was read, in milliseconds since 1970. */
  readonly readAt: number | undefined;
  /** The agents that are enrolled. */
  readonly agents: ReadonlyMap<string, AgentLookup>;
  readonly tools: ReadonlyMap<string, ToolLookup>;
}

/** An agent that is enrolled. */
export interface AgentLookup {
  readonly enrolled: Enrolled;
  /** By job and tool, each by itself: put together into one text, two of them could read as one. */
  readonly grants: ReadonlyMap<string, ReadonlyMap<string, GrantLookup>>;
}

/** A grant, and what is said of a call that it permits: that is always the same. */
export interface GrantLookup {
  readonly entry: IndexGrant;
  readonly allowed: { readonly allowed: true; readonly reason: "allowed"; readonly why: string };
}

/** A tool of an index, with what its calls are judged by, and its name fit to be printed. */
export interface ToolLookup {
  readonly entry: IndexTool;
  readonly shownName: string;
  readonly judges: readonly Judge[];
}

/** One of a tool's limits, compiled when it is asked first. */
interface Judge {
  readonly limit: Limit;
  /** Of a value that is bounded. */
  readonly permits: (value: object) => boolean;
}

const known = new WeakMap<Index, ReadonlyMap<string, ServerLookup>>();

/**
 * The servers of an index by name. An index is not changed after it was made: a new one is merged instead. Whoever tries
 * after it was asked is told so by the language, as a grant that is taken out of it would go on counting.
 */
export function lookUp(index: Index): ReadonlyMap<string, ServerLookup> {
  const found = known.get(index);
  if (found !== undefined) return found;
  const made = new Map(freeze(index.servers).map((entry) => [entry.server, lookupOf(entry)]));
  known.set(Object.freeze(index), made);
  return made;
}

/** The list and its members; not the schemas in them, which are the registry's and the readings'. */
function freeze<T>(list: readonly T[]): readonly T[] {
  for (const one of list) Object.freeze(one);
  return Object.freeze(list);
}

function lookupOf(entry: IndexServer): ServerLookup {
  Object.freeze(entry.reading);
  return {
    entry,
    readAt: entry.reading.state === "complete" ? millisecondsOf(entry.reading.at) : undefined,
    agents: agentsOf(entry),
    tools: new Map(
      freeze(entry.tools).map((tool) => [
        tool.name,
        { entry: tool, shownName: plain(tool.name, { form: "name", limit: 100 }), judges: judgesOf(tool) },
      ]),
    ),
  };
}

function rank({ of }: Limit): number {
  return Math.min(...of.map((one) => LIMITS.indexOf(one)));
}

/** The card's own schema first, then the approved one, then the live one. */
function judgesOf({ limits = [] }: IndexTool): Judge[] {
  return freeze(limits)
    .toSorted((left, right) => rank(left) - rank(right))
    .map((limit) => {
      let compiled: Validator | undefined;
      return { limit, permits: (value) => (compiled ??= permitter(limit.schema))(value, true) };
    });
}

function agentsOf({ enrolled, grants }: IndexServer): Map<string, AgentLookup> {
  const byAgent = Map.groupBy(freeze(grants), ({ agent }) => agent);
  return new Map(
    freeze(enrolled).map((one) => [
      one.agent,
      { enrolled: one, grants: byJob(byAgent.get(one.agent) ?? []) },
    ]),
  );
}

function byJob(grants: readonly IndexGrant[]): Map<string, Map<string, GrantLookup>> {
  const jobs = new Map<string, Map<string, GrantLookup>>();
  for (const entry of grants) {
    const { agent, job, tool } = entry;
    const tools = jobs.get(job) ?? new Map<string, GrantLookup>();
    // An agent and a job are named as the registry names them: only a tool's name may need escaping.
    const why = `${agent} may call ${plain(tool, { form: "name", limit: 100 })} for ${job}.`;
    const allowed = Object.freeze({ allowed: true, reason: "allowed", why } as const);
    jobs.set(job, tools.set(tool, { entry, allowed }));
  }
  return jobs;
}
