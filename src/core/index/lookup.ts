import { plain } from "../explain/inert.ts";
import type { Enrolled, Index, IndexGrant, IndexServer, IndexTool } from "./model.ts";

/** A server of an index, with what is asked for by name found at once. */
export interface ServerLookup {
  readonly entry: IndexServer;
  readonly enrolled: ReadonlyMap<string, Enrolled>;
  /** By agent, job and tool, each by itself: put together into one text, two of them could read as one. */
  readonly grants: ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<string, IndexGrant>>>;
  readonly tools: ReadonlyMap<string, ToolLookup>;
}

/** A tool of an index, and its name fit to be printed. */
export interface ToolLookup {
  readonly entry: IndexTool;
  readonly shownName: string;
}

const known = new WeakMap<Index, ReadonlyMap<string, ServerLookup>>();

/** The servers of an index by name. An index is not changed after it was made: a new one is merged instead. */
export function lookUp(index: Index): ReadonlyMap<string, ServerLookup> {
  const found = known.get(index) ?? new Map(index.servers.map((entry) => [entry.server, lookupOf(entry)]));
  known.set(index, found);
  return found;
}

function lookupOf(entry: IndexServer): ServerLookup {
  return {
    entry,
    enrolled: new Map(entry.enrolled.map((one) => [one.agent, one])),
    grants: grantsOf(entry),
    tools: new Map(
      entry.tools.map((tool) => [
        tool.name,
        { entry: tool, shownName: plain(tool.name, { form: "name", limit: 100 }) },
      ]),
    ),
  };
}

function grantsOf({ grants }: IndexServer): Map<string, Map<string, Map<string, IndexGrant>>> {
  const byAgent = new Map<string, Map<string, Map<string, IndexGrant>>>();
  for (const grant of grants) {
    const byJob = byAgent.get(grant.agent) ?? new Map<string, Map<string, IndexGrant>>();
    byAgent.set(grant.agent, byJob);
    byJob.set(grant.job, (byJob.get(grant.job) ?? new Map<string, IndexGrant>()).set(grant.tool, grant));
  }
  return byAgent;
}
