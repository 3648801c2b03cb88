import type { ObjectId, Repository } from "../core/propose/state.ts";
import { fileIn, serverNodes, type RepositoryNode } from "./answer.ts";
import { ask, type Answered, type Looking } from "./ask.ts";
import type { Client } from "./client.ts";
import { isTooMuch } from "./failure.ts";
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
const MOST_TRIES = 3;

/**
 * Looks at the proposals of some servers: one read for up to ten of them, and for none at all. Further reads only where
 * the first could not show enough: a long branch, declines to be told from other commits, a very large card, pull requests
 * of strangers; or where it took GitHub too long.
 * @throws what octokit throws, and an Error where there is no such repository to be seen
 */
export async function observe(asked: readonly Asked[], looking: Looking): Promise<Seen> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const seen = await observeSome(asked, looking);
    if (seen !== undefined) return seen;
  }
  throw new Error("the default branch moved whenever it was looked at; the next run looks again");
}

/** All of them at one commit of the default branch; undefined when that moved in between. */
async function observeSome(asked: readonly Asked[], looking: Looking): Promise<Seen | undefined> {
  const isLarge = asked.length > SERVERS_A_QUERY;
  if (!isLarge) {
    try {
      return await observePart(asked, looking);
    } catch (error) {
      if (asked.length < 2 || !isTooMuch(error)) throw error;
    }
  }
  const middle = isLarge ? SERVERS_A_QUERY : Math.ceil(asked.length / 2);
  const first = await observeSome(asked.slice(0, middle), looking);
  if (first?.repository.kind !== "ready") return first;
  const defaultBranch = first.repository.base.branch;
  const rest = await observeSome(asked.slice(middle), { ...looking, defaultBranch });
  return rest && joined(first, first.repository, rest);
}

function joined(first: Seen, { base }: ReadyRepository, rest: Seen): Seen | undefined {
  if (rest.repository.kind !== "ready") return rest;
  if (rest.repository.base.head !== base.head) return undefined;
  const blobs = new Map([...base.blobs, ...rest.repository.base.blobs]);
  const repository = { ...rest.repository, base: { ...rest.repository.base, blobs } };
  return { ...rest, repository, servers: new Map([...first.servers, ...rest.servers]) };
}

type ReadyRepository = Extract<Repository, { kind: "ready" }>;

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
