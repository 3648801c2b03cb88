/** What a scan asks GraphQL for, and `updateRefs`: names and nulls as in GitHub's schema, of which this is a part. */
import { appOf, canPush, isActions, loginOf, type Actor } from "./actor.ts";
import { moveBranch } from "./branches.ts";
import { loginOfEmail } from "./commit-view.ts";
import { diffFiles } from "./diff.ts";
import { commitsBetween, isAncestor, mergeBase } from "./history.ts";
import { nodeId } from "./node-id.ts";
import type { Signature } from "./objects.ts";
import { forbidden, notFound, unprocessable } from "./refusal.ts";
import { branchTip, ZERO, type Repository } from "./repository.ts";
import type { Pull } from "./pull.ts";
import { isInTheWay, isRefName } from "./refs.ts";
import { filesAt, findPath } from "./trees.ts";
import { findAccount, type World } from "./world.ts";

export const PROPOSALS_SDL = `
  scalar BigInt
  scalar GitRefname
  extend type Query { viewer: User! }
  type Bot implements Actor { login: String! }
  extend type Repository {
    isDisabled: Boolean!
    isEmpty: Boolean!
    ref(qualifiedName: String!): Ref
    refs(first: Int, after: String, refPrefix: String!): RefConnection
    pullRequests(after: String, first: Int, headRefName: String, orderBy: IssueOrder, states: [PullRequestState!]): PullRequestConnection!
  }
  extend type Ref { compare(headRef: String!): Comparison }
  type Comparison { aheadBy: Int! behindBy: Int! }
  type RefConnection { nodes: [Ref] pageInfo: PageInfo! totalCount: Int! }
  enum IssueOrderField { COMMENTS CREATED_AT UPDATED_AT }
  enum OrderDirection { ASC DESC }
  input IssueOrder { field: IssueOrderField! direction: OrderDirection! }
  type PullRequestConnection { nodes: [PullRequest] pageInfo: PageInfo! totalCount: Int! }
  extend type Commit {
    author: GitActor
    committer: GitActor
    message: String!
    parents(first: Int): CommitConnection!
    history(first: Int): CommitHistoryConnection!
    file(path: String!): TreeEntry
    changedFilesIfAvailable: Int
    status: Status
    tree: Tree!
  }
  type Tree implements GitObject { oid: GitObjectID! }
  type GitActor { email: String name: String user: User }
  type CommitConnection { nodes: [Commit] totalCount: Int! }
  type CommitHistoryConnection { nodes: [Commit] totalCount: Int! }
  type TreeEntry { oid: GitObjectID! mode: Int! type: String! object: GitObject }
  type Blob implements GitObject { oid: GitObjectID! byteSize: Int! isTruncated: Boolean! text: String }
  type Status { context(name: String!): StatusContext }
  type StatusContext { context: String! description: String }
  extend type PullRequest {
    title: String!
    body: String!
    author: Actor
    closedAt: DateTime
    isCrossRepository: Boolean!
    locked: Boolean!
    comments(first: Int, last: Int): IssueCommentConnection!
    timelineItems(last: Int, itemTypes: [PullRequestTimelineItemsItemType!]): PullRequestTimelineItemsConnection!
  }
  type IssueCommentConnection { nodes: [IssueComment] totalCount: Int! }
  type IssueComment { databaseId: Int fullDatabaseId: BigInt body: String! author: Actor }
  enum PullRequestTimelineItemsItemType { CLOSED_EVENT }
  type PullRequestTimelineItemsConnection { nodes: [PullRequestTimelineItems] totalCount: Int! }
  union PullRequestTimelineItems = ClosedEvent
  type ClosedEvent { actor: Actor createdAt: DateTime! }
  type Mutation { updateRefs(input: UpdateRefsInput!): UpdateRefsPayload }
  input UpdateRefsInput { clientMutationId: String refUpdates: [RefUpdate!]! repositoryId: ID! }
  input RefUpdate { afterOid: GitObjectID! beforeOid: GitObjectID force: Boolean = false name: GitRefname! }
  type UpdateRefsPayload { clientMutationId: String }
`;

/** GitHub cuts the text of a blob that is larger. */
const MOST_TEXT = 512_000;

/** The login of whoever asks: an App's bot with its suffix, unlike everywhere else in GraphQL. */
export const viewerValue = (actor: Actor): object => ({ __typename: "User", login: loginOf(actor) });

/** An account as GraphQL names it: a bot without the suffix; null when it is gone. */
function actorValue(world: World, login: string | null): object | null {
  const account = login === null ? undefined : findAccount(world, login);
  if (account === undefined) return null;
  const isBot = account.login.endsWith("[bot]");
  return { __typename: isBot ? "Bot" : "User", login: account.login.replace(/\[bot\]$/, "") };
}

type PullValue = (number: number) => object | null;

type PullsWish = { after?: string; first?: number; headRefName?: string; states?: string[] };

/** What every field can ask for: that whoever asks may read this part of a repository. */
export type GraphqlContext = { need: (repository: Repository, permission: string) => void };

export function repositoryFields(world: World, repository: Repository, pullOf: PullValue): object {
  return {
    isDisabled: false,
    isEmpty: repository.refs.size === 0,
    ref: ({ qualifiedName }: { qualifiedName: string }) => refValue(world, repository, qualifiedName),
    refs: ({ refPrefix, first = 100, after }: { refPrefix: string; first?: number; after?: string }) => {
      const names = [...repository.refs.keys()].filter((ref) => ref.startsWith(refPrefix)).toSorted();
      const from = after === undefined ? 0 : Number(after);
      const nodes = names.slice(from, from + first).map((ref) => refValue(world, repository, ref, refPrefix));
      const hasNextPage = from + nodes.length < names.length;
      return {
        nodes,
        totalCount: names.length,
        pageInfo: { hasNextPage, endCursor: `${from + nodes.length}` },
      };
    },
    pullRequests: (wish: PullsWish, { need }: GraphqlContext) => {
      need(repository, "pull_requests");
      return pullsValue(repository, wish, pullOf);
    },
  };
}

function refValue(world: World, repository: Repository, ref: string, prefix = "refs/heads/"): object | null {
  const sha = repository.refs.get(ref);
  if (sha === undefined) return null;
  return {
    name: ref.slice(prefix.length),
    target: commitValue(world, repository, sha),
    compare: ({ headRef }: { headRef: string }) => {
      const head = branchTip(repository, headRef);
      const { objects } = repository;
      if (head === undefined || mergeBase(objects, sha, head) === undefined) return null;
      return {
        aheadBy: commitsBetween(objects, sha, head).length,
        behindBy: commitsBetween(objects, head, sha).length,
      };
    },
  };
}

/** Newest first, as `CREATED_AT DESC` asks. One just made may not be there yet. */
function pullsValue(
  repository: Repository,
  { after = "0", first = 100, headRefName, states }: PullsWish,
  pullOf: PullValue,
): object {
  const found = [...repository.pulls.values()].filter((pull) => {
    if (pull.hiddenFor > 0) {
      pull.hiddenFor -= 1;
      return false;
    }
    const state = pull.mergedAt === null ? pull.state.toUpperCase() : "MERGED";
    return (headRefName ?? pull.head.ref) === pull.head.ref && states?.includes(state) !== false;
  });
  const from = Number(after);
  const nodes = found
    .toReversed()
    .slice(from, from + first)
    .map(({ number }) => pullOf(number));
  const end = from + nodes.length;
  const pageInfo = { hasNextPage: end < found.length, endCursor: String(end) };
  return { nodes, totalCount: found.length, pageInfo };
}

export function commitValue(world: World, repository: Repository, sha: string): object | null {
  const { objects } = repository;
  const commit = objects.commits.get(sha);
  if (commit === undefined) return null;
  const list = (shas: readonly string[], first = 100): object => ({
    nodes: shas.slice(0, first).map((one) => commitValue(world, repository, one)),
    totalCount: shas.length,
  });
  return {
    __typename: "Commit",
    oid: sha,
    author: () => gitActor(world, commit.author),
    committer: () => gitActor(world, commit.committer),
    message: commit.message,
    parents: ({ first }: { first?: number }) => list(commit.parents, first),
    history: ({ first }: { first?: number }) =>
      list(commitsBetween(objects, undefined, sha).toReversed(), first),
    file: ({ path }: { path: string }) => fileValue(repository, commit.tree, path),
    changedFilesIfAvailable: () =>
      diffFiles(objects, filesAt(objects, commit.parents[0]), filesAt(objects, sha)).length,
    status: (_: unknown, { need }: GraphqlContext) => {
      need(repository, "statuses");
      return statusValue(repository, sha);
    },
    tree: { __typename: "Tree", oid: commit.tree },
  };
}

/** Of a bot's address GraphQL gives no user: a bot is none. */
function gitActor(world: World, { name, email }: Signature): object {
  const login = loginOfEmail(world, email);
  const account = login === null ? undefined : findAccount(world, login);
  const user = account === undefined || account.type !== "User" ? null : { login: account.login };
  return { name, email, user };
}

function fileValue({ objects }: Repository, tree: string, path: string): object | null {
  const leaf = findPath(objects, tree, path);
  if (leaf === undefined) return null;
  const bytes = objects.blobs.get(leaf.sha);
  const blob = bytes && {
    __typename: "Blob",
    oid: leaf.sha,
    byteSize: bytes.length,
    isTruncated: bytes.length > MOST_TEXT,
    text: bytes.subarray(0, MOST_TEXT).toString("utf8"),
  };
  const type = leaf.mode === "040000" ? "tree" : leaf.mode === "160000" ? "commit" : "blob";
  return { oid: leaf.sha, mode: Number.parseInt(leaf.mode, 8), type, object: blob ?? null };
}

/** Null where no status was ever written. */
function statusValue(repository: Repository, sha: string): object | null {
  const statuses = repository.statuses.filter((one) => one.sha === sha);
  if (statuses.length === 0) return null;
  return {
    context: ({ name }: { name: string }) => {
      const found = statuses.findLast(({ context }) => context === name);
      return found === undefined ? null : { context: name, description: found.description };
    },
  };
}

export function pullFields(world: World, repository: Repository, pull: Pull): object {
  const comments = pull.comments.map(({ id, body, author }) => ({
    databaseId: id,
    fullDatabaseId: String(id),
    body,
    author: actorValue(world, author),
  }));
  const closings = pull.events.filter(({ event }) => event === "closed");
  return {
    title: pull.title,
    body: pull.body ?? "",
    author: actorValue(world, pull.author),
    closedAt: pull.closedAt,
    isCrossRepository: pull.head.repositoryId !== repository.id,
    locked: pull.locked,
    comments: ({ first, last }: { first?: number; last?: number }) => ({
      nodes: last === undefined ? comments.slice(0, first) : comments.slice(-last),
      totalCount: comments.length,
    }),
    timelineItems: ({ last = 100 }: { last?: number }) => ({
      nodes: closings.slice(-last).map(({ actor, at }) => ({
        __typename: "ClosedEvent",
        actor: actorValue(world, actor),
        createdAt: at,
      })),
      totalCount: closings.length,
    }),
  };
}

/** One ref to move: from `beforeOid` where that is given, all zeros meaning that there is none. */
type RefUpdate = { name: string; beforeOid?: string; afterOid: string; force: boolean };

/** `updateRefs`: all of them or none, each from where it is said to be. */
export function updateRefs(
  world: World,
  actor: Actor,
  { input }: { input: { repositoryId: string; refUpdates: RefUpdate[]; clientMutationId?: string } },
): object {
  const repository = [...world.repositories.values()].find(
    ({ id }) => nodeId("R", id) === input.repositoryId,
  );
  if (repository === undefined) throw notFound("Could not resolve to a node");
  if (!canPush(world, actor, repository))
    throw forbidden(
      appOf(actor) === null && !isActions(actor)
        ? "Must have push access to the repository"
        : "Resource not accessible by integration",
    );
  if (repository.archived) throw forbidden("Repository was archived so is read-only.");
  for (const update of input.refUpdates) checkUpdate(repository, update);
  for (const { name, afterOid } of input.refUpdates) {
    const branch = name.slice("refs/heads/".length);
    moveBranch(world, repository, actor, branch, afterOid === ZERO ? undefined : afterOid);
  }
  return { clientMutationId: input.clientMutationId ?? null };
}

function checkUpdate(repository: Repository, { name, beforeOid, afterOid, force }: RefUpdate): void {
  const { refs, objects } = repository;
  if (!isRefName(name) || !name.startsWith("refs/heads/"))
    throw unprocessable(`${name} is not a valid ref name.`);
  const now = refs.get(name);
  if (beforeOid !== undefined && beforeOid !== (now ?? ZERO))
    throw unprocessable(`Reference cannot be updated: expected ${beforeOid} but it is ${now ?? ZERO}`);
  if (afterOid === ZERO) return;
  if (!objects.commits.has(afterOid)) throw unprocessable("Object does not exist");
  if (now === undefined && isInTheWay(repository, name)) throw unprocessable("Reference update failed");
  if (!force && now !== undefined && !isAncestor(objects, now, afterOid))
    throw unprocessable("Update is not a fast forward");
}
