import { refusedTool, type AuthorizeOptions } from "./authorize.ts";
import type { Index, IndexGrant, IndexServer, IndexTool } from "./model.ts";

/** Whose view of an index. */
export interface Viewer {
  readonly agent?: string | undefined;
  readonly job?: string | undefined;
}

/**
 * An index as far as it concerns an agent, a job or both: the servers where it has grants, and of their tools those
 * that some grant of it names. What is new or on other cards is no matter of its.
 */
export function viewOf(index: Index, { agent, job }: Viewer): Index {
  if (agent === undefined && job === undefined) return index;
  const isMine = (grant: IndexGrant) =>
    (agent === undefined || grant.agent === agent) && (job === undefined || grant.job === job);
  const servers: IndexServer[] = [];
  for (const server of index.servers) {
    const grants = server.grants.filter(isMine);
    if (grants.length === 0) continue;
    const agents = new Set(grants.map((grant) => grant.agent));
    const names = new Set(grants.map(({ tool }) => tool));
    const enrolled = server.enrolled.filter((one) => agents.has(one.agent));
    servers.push({ ...server, enrolled, grants, tools: server.tools.filter(({ name }) => names.has(name)) });
  }
  const known = new Set(servers.map(({ server }) => server));
  const warnings = index.warnings.filter((warning) => !("server" in warning) || known.has(warning.server));
  return { ...index, servers, warnings };
}

/** The tools of one server that an agent may call for a job, as its model is to see them. */
export function callableTools(
  index: Index,
  who: { readonly agent: string; readonly job: string; readonly server: string },
  options: AuthorizeOptions = {},
): NonNullable<IndexTool["shown"]>[] {
  const server = index.servers.find((one) => one.server === who.server);
  const callable = (server?.tools ?? []).filter(
    ({ name, blocked }) =>
      blocked === undefined && refusedTool(index, { ...who, tool: name }, options) === undefined,
  );
  return callable.flatMap(({ shown }) => (shown === undefined ? [] : [shown]));
}
