import type { Change, Entry, GrantName } from "./entry.ts";

/** Which entries are asked for: all that is given must fit. Times are dates or moments as RFC 3339 writes them. */
export interface RecordQuery {
  readonly server?: string;
  readonly agent?: string;
  readonly tool?: string;
  /** Who approved, merged or adopted. */
  readonly by?: string;
  /** From this moment on. */
  readonly since?: string;
  /** Up to this moment; of a date, the whole day. */
  readonly until?: string;
}

/** The entries that fit a query, in the record's order. */
export function entriesFor(entries: readonly Entry[], query: RecordQuery): Entry[] {
  return entries.filter((entry) => isAbout(entry, query) && isBy(entry, query) && isWithin(entry, query));
}

/** When an entry's change landed: by GitHub's clock where it was merged, else as the commit says. */
export function timeOf(entry: Entry): string {
  return entry.kind === "adoption" ? entry.at : (entry.merged?.at ?? entry.committed);
}

function isWithin(entry: Entry, { since, until }: RecordQuery): boolean {
  const time = timeOf(entry);
  return (
    (since === undefined || time >= since) && (until === undefined || time.slice(0, until.length) <= until)
  );
}

function isBy(entry: Entry, { by }: RecordQuery): boolean {
  if (by === undefined) return true;
  const names =
    entry.kind === "adoption" ? [entry.by] : [entry.merged?.by, ...entry.approvers.map(({ login }) => login)];
  return names.some((name) => name?.toLowerCase() === by.toLowerCase());
}

function isAbout(entry: Entry, query: RecordQuery): boolean {
  const { server, agent, tool } = query;
  if (server === undefined && agent === undefined && tool === undefined) return true;
  if (grantsIn(entry).some((grant) => fits(grant, query))) return true;
  if (entry.kind === "adoption") return false;
  if (agent !== undefined) return tool === undefined && server === undefined && entry.agent === agent;
  return (
    (server === undefined || entry.server === server) && (tool === undefined || toolsIn(entry).has(tool))
  );
}

function fits(grant: GrantName, { server, agent, tool }: RecordQuery): boolean {
  return (
    (server === undefined || grant.server === server) &&
    (agent === undefined || grant.agent === agent) &&
    (tool === undefined || grant.tool === tool)
  );
}

/** The grants that an entry gives, takes, or finds. */
function grantsIn(entry: Entry): GrantName[] {
  if (entry.kind === "adoption") return [...entry.grants];
  const { drift, grants } = entry;
  const revoked = drift?.grants.map(({ agent, tool, job }) => ({ agent, tool, job, server: drift.server }));
  return [...(grants?.added ?? []), ...(grants?.removed ?? []), ...(revoked ?? [])];
}

function toolsIn({ drift }: Change): ReadonlySet<string> {
  if (drift === null) return new Set();
  return new Set([...drift.added, ...drift.removed, ...drift.changed.map(({ tool }) => tool)]);
}
