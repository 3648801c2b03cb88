import { plain } from "../explain/inert.ts";
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
  readonly enrolled: ReadonlyMap<string, Enrolled>;
  /** By agent, job and tool, each by itself: put together into one text, two of them could read as one. */
  readonly grants: ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<string, IndexGrant>>>;
  readonly tools: ReadonlyMap<string, ToolLookup>;
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
  readonly permits: (value: unknown) => boolean;
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
    enrolled: new Map(freeze(entry.enrolled).map((one) => [one.agent, one])),
    grants: grantsOf(entry),
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
      let compiled: Judge["permits"] | undefined;
      return { limit, permits: (value) => (compiled ??= permitter(limit.schema))(value) };
    });
}

function grantsOf({ grants }: IndexServer): Map<string, Map<string, Map<string, IndexGrant>>> {
  const byAgent = new Map<string, Map<string, Map<string, IndexGrant>>>();
  for (const grant of freeze(grants)) {
    const byJob = byAgent.get(grant.agent) ?? new Map<string, Map<string, IndexGrant>>();
    byAgent.set(grant.agent, byJob);
    byJob.set(grant.job, (byJob.get(grant.job) ?? new Map<string, IndexGrant>()).set(grant.tool, grant));
  }
  return byAgent;
}
