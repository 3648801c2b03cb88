import { addsOnlyDeclines } from "../core/propose/declines.ts";
import type { Branch, ObjectId, Repository } from "../core/propose/state.ts";
import { parseCard } from "../core/registry/card.ts";
import {
  fileIn,
  serverNodes,
  type ProposalAnswer,
  type RefNode,
  type RepositoryNode,
  type ServerNodes,
} from "./answer.ts";
import { branchOf, type OwnCommit, type SeenBranch } from "./branch-of.ts";
import type { Client } from "./client.ts";
import { failureOf } from "./failure.ts";
import { COMMITS, proposalQuery, type Asked } from "./query.ts";

/** What GitHub shows of one server's proposal. */
interface SeenServer {
  readonly nodes: ServerNodes;
  readonly branch?: Branch;
  /** The text of the card at the head of the branch. */
  readonly headCard?: string;
  /** Our own commit on the branch. */
  readonly own?: OwnCommit;
  /** Whether anything was ever published for the head under toolcard's name. */
  readonly hasStatus: boolean;
}

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
 * the first could not show enough: a long branch, declines to be told from other commits, a very large card.
 * @param defaultBranch what the default branch is thought to be called
 * @throws what octokit throws, and an Error where there is no such repository to be seen
 */
export async function observe(asked: readonly Asked[], client: Client, defaultBranch: string): Promise<Seen> {
  let seen: Seen | undefined;
  let name = defaultBranch;
  for (let at = 0; at === 0 || at < asked.length; at += SERVERS_A_QUERY) {
    const part = await observePart(asked.slice(at, at + SERVERS_A_QUERY), client, name);
    seen = seen === undefined ? part : joined(seen, part);
    if (part.repository.kind !== "ready") return part;
    name = part.repository.base.branch;
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

async function observePart(asked: readonly Asked[], client: Client, defaultBranch: string): Promise<Seen> {
  const first = await ask(asked, client, defaultBranch, COMMITS.few);
  if (first.kind === "blocked") {
    return { repository: first, id: "", baseTree: "", viewer: "", branches: [], servers: new Map() };
  }
  const { answer, fields } = first;
  const node = answer.repository;
  const repository = repositoryOf(node, fields, client);
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
  if (branch !== defaultBranch && hasRefs) return observePart(asked, client, branch);
  const servers = new Map<string, SeenServer>();
  for (const [n, one] of asked.entries()) {
    servers.set(one.server, await seenServer(n, one, first, client));
  }
  return { ...seen, servers, branches: await branchesOf(node, client, defaultBranch) };
}

type Asking =
  | {
      readonly kind: "answered";
      readonly answer: ProposalAnswer & { readonly repository: RepositoryNode };
      readonly fields: ReadonlyMap<string, string>;
      readonly commits: number;
    }
  | { readonly kind: "blocked" };

type Answered = Extract<Asking, { kind: "answered" }>;

async function ask(
  asked: readonly Asked[],
  { octokit, at }: Client,
  defaultBranch: string,
  commits: number,
  after?: string,
): Promise<Asking> {
  const { text, variables, fields } = proposalQuery(asked, at, defaultBranch, { commits, after });
  try {
    const answer = await octokit.graphql<ProposalAnswer>(text, variables);
    const { repository } = answer;
    if (repository !== null) return { kind: "answered", answer: { ...answer, repository }, fields, commits };
  } catch (error) {
    if (failureOf(error).kind === "blocked") return { kind: "blocked" };
    throw error;
  }
  throw new Error(`there is no repository ${at.owner}/${at.repo}, or the token can't see it`);
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
async function branchesOf(node: RepositoryNode, client: Client, defaultBranch: string): Promise<string[]> {
  const names: string[] = [];
  let refs = node.refs;
  for (let pages = 0; pages < MOST_PAGES && refs !== null; pages++) {
    names.push(...refs.nodes.map(({ name }) => name.replace(/^toolcard\//, "")));
    const { hasNextPage, endCursor } = refs.pageInfo;
    if (!hasNextPage || endCursor === null) break;
    const next = await ask([], client, defaultBranch, COMMITS.few, endCursor);
    refs = next.kind === "answered" ? next.answer.repository.refs : null;
  }
  return names;
}

type SeenRef = RefNode & { readonly target: NonNullable<RefNode["target"]> };

function hasTarget(ref: RefNode | null): ref is SeenRef {
  return ref !== null && ref.target !== null;
}

async function seenServer(n: number, asked: Asked, answered: Answered, client: Client): Promise<SeenServer> {
  const { answer, fields } = answered;
  const nodes = serverNodes(answer.repository, n);
  if (!hasTarget(nodes.ref)) return { nodes, hasStatus: false };
  const found = branchOf(nodes.ref, asked, fields, answer.viewer.login);
  const defaultBranch = answer.repository.defaultBranchRef?.name ?? "";
  if (found.cut === true && answered.commits < COMMITS.many) {
    const more = await ask([asked], client, defaultBranch, COMMITS.many);
    if (more.kind === "answered") return seenServer(0, asked, more, client);
  }
  const { card, status } = nodes.ref.target;
  const headCard = card === null ? undefined : await textOf(card, client);
  return {
    nodes,
    branch: await withDeclines(found, headCard, asked.card, client),
    ...(headCard !== undefined && { headCard }),
    ...(found.own && { own: found.own }),
    hasStatus: status?.context !== null && status?.context !== undefined,
  };
}

async function textOf(
  { oid, object }: NonNullable<NonNullable<RefNode["target"]>["card"]>,
  client: Client,
): Promise<string | undefined> {
  if (object === null || object.text === undefined || object.text === null) return undefined;
  return object.isTruncated === true ? blobText(oid, client) : object.text;
}

/** The text of a file, by its blob. */
export async function blobText(sha: ObjectId, { octokit, at }: Client): Promise<string> {
  const { data } = await octokit.request("GET /repos/{owner}/{repo}/git/blobs/{file_sha}", {
    ...at,
    file_sha: sha,
  });
  return Buffer.from(data.content, "base64").toString("utf8");
}

/** Commits of others that change the card alone: if all they do is to decline tools, they are adopted. */
async function withDeclines(
  { branch, maybeDeclines }: SeenBranch,
  headCard: string | undefined,
  path: string,
  client: Client,
): Promise<Branch> {
  if (maybeDeclines === undefined || headCard === undefined) return branch;
  const before = parseCard(await blobText(maybeDeclines.from, client), path);
  const after = parseCard(headCard, path);
  if (!before.ok || !after.ok || !addsOnlyDeclines(before.value, after.value)) return branch;
  return { ...branch, commits: branch.commits.map((kind) => (kind === "foreign" ? "declines" : kind)) };
}
