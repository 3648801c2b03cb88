import type { ObjectId, Repository } from "../core/propose/state.ts";
import { fileIn, serverNodes, type RepositoryNode } from "./answer.ts";
import { ask, type Answered, type Looking } from "./ask.ts";
import type { Client } from "./client.ts";
import { COMMITS, type Asked } from "./query.ts";
import { seenServer, type SeenServer } from "./seen-server.ts";

/** What GitHub shows of a repository and some servers' proposals, at one moment. */
export interface Seen {
  readonly repository: Repository;
  /** GraphQL's id of the repository. */
  readonly id: string;
  /** The tree of the default branch's head. */
  readonly baseTree: ObjectId;
  /** Our own login. A bot's has its suffix. */
  readonly viewer: string;
  /** The servers that have a branch of ours. */
  readonly branches: readonly string[];
  readonly servers: ReadonlyMap<string, SeenServer>;
}

/** More servers than this in one query, and GitHub may take too long over it. */
const SERVERS_A_QUERY = 10;
const MOST_PAGES = 20;

/**
 * Looks at the proposals of some servers: one read for up to ten of them, and for none at all. Further reads only where
 * the first could not show enough: a long branch, declines to be told from other commits, a very large card, pull requests
 * of strangers.
 * @throws what octokit throws, and an Error where there is no such repository to be seen
 */
export async function observe(asked: readonly Asked[], looking: Looking): Promise<Seen> {
  let seen: Seen | undefined;
  let { defaultBranch } = looking;
  for (let at = 0; at === 0 || at < asked.length; at += SERVERS_A_QUERY) {
    const part = await observePart(asked.slice(at, at + SERVERS_A_QUERY), { ...looking, defaultBranch });
    seen = seen === undefined ? part : joined(seen, part);
    if (part.repository.kind !== "ready") return part;
    defaultBranch = part.repository.base.branch;
  }
  if (seen === undefined) throw new Error("nothing was looked at");
  return seen;
}

function joined(before: Seen, part: Seen): Seen {
  const servers = new Map([...before.servers, ...part.servers]);
  if (before.repository.kind !== "ready" || part.repository.kind !== "ready") return { ...part, servers };
  const blobs = new Map([...before.repository.base.blobs, ...part.repository.base.blobs]);
  const repository = { ...part.repository, base: { ...part.repository.base, blobs } };
  return { ...part, repository, servers };
}

async function observePart(asked: readonly Asked[], looking: Looking): Promise<Seen> {
  const first = await ask(asked, looking, COMMITS.few);
  if (first.kind === "blocked") {
    return { repository: first, id: "", baseTree: "", viewer: "", branches: [], servers: new Map() };
  }
  const { answer, fields } = first;
  const node = answer.repository;
  const repository = repositoryOf(node, fields, looking.client);
  const baseTree = node.defaultBranchRef?.target?.tree.oid ?? "";
  const seen = {
    repository,
    id: node.id,
    baseTree,
    viewer: answer.viewer.login,
    branches: [],
    servers: new Map(),
  };
  if (repository.kind !== "ready") return seen;
  const { branch } = repository.base;
  const hasRefs = asked.some((_, n) => serverNodes(node, n).ref !== null);
  // The comparisons were made with a branch of another name.
  if (branch !== looking.defaultBranch && hasRefs)
    return observePart(asked, { ...looking, defaultBranch: branch });
  const servers = new Map<string, SeenServer>();
  for (const [n, one] of asked.entries()) {
    servers.set(one.server, await seenServer(n, one, first, looking));
  }
  return { ...seen, servers, branches: await branchesOf(node, looking) };
}

function repositoryOf(node: RepositoryNode, fields: Answered["fields"], { at }: Client): Repository {
  const asked = `${at.owner}/${at.repo}`;
  if (node.nameWithOwner.toLowerCase() !== asked.toLowerCase())
    return { kind: "moved", to: node.nameWithOwner };
  if (node.isArchived) return { kind: "archived" };
  if (node.isDisabled) return { kind: "disabled" };
  const target = node.defaultBranchRef?.target;
  if (node.defaultBranchRef === null || target === null || target === undefined) return { kind: "empty" };
  const blobs = new Map<string, ObjectId>();
  for (const [path, field] of fields) {
    const blob = fileIn(target, field);
    if (blob !== undefined) blobs.set(path, blob);
  }
  return { kind: "ready", base: { branch: node.defaultBranchRef.name, head: target.oid, blobs } };
}

/** The servers with a branch of ours. The names in the list may or may not begin with what was asked for. */
async function branchesOf(node: RepositoryNode, looking: Looking): Promise<string[]> {
  const names: string[] = [];
  let refs = node.refs;
  for (let pages = 0; pages < MOST_PAGES && refs !== null; pages++) {
    names.push(...refs.nodes.map(({ name }) => name.replace(/^toolcard\//, "")));
    const { hasNextPage, endCursor } = refs.pageInfo;
    if (!hasNextPage || endCursor === null) break;
    const next = await ask([], looking, COMMITS.few, endCursor);
    refs = next.kind === "answered" ? next.answer.repository.refs : null;
  }
  return names;
}
