/** What a scan asks GraphQL for, and `updateRefs`: names and nulls as in GitHub's schema, of which this is a part. */
import type { Json } from "../../src/core/json/value.ts";
import { appOf, canPush, isActions, loginOf, type Actor } from "./actor.ts";
import { moveBranch } from "./branches.ts";
import { isJsonObject } from "./call.ts";
import { connection, type PageArguments } from "./graphql-connections.ts";
import { gateFields } from "./graphql-gate.ts";
import { actorValue, commitValue, objectValue } from "./graphql-objects.ts";
import { commitsBetween, isAncestor, mergeBase } from "./history.ts";
import type { GraphqlContext } from "./graphql-context.ts";
import { nodeId } from "./node-id.ts";
import { forbidden, notFound, unprocessable } from "./refusal.ts";
import { branchTip, ZERO, type Repository } from "./repository.ts";
import type { Pull } from "./pull.ts";
import { isInTheWay, isRefName } from "./refs.ts";
import type { World } from "./world.ts";

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
    pullRequests(
      after: String, first: Int, headRefName: String, orderBy: IssueOrder, states: [PullRequestState!]
    ): PullRequestConnection!
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
    committedDate: DateTime!
    authors(after: String, first: Int, last: Int): GitActorConnection!
    associatedPullRequests(after: String, first: Int, last: Int): PullRequestConnection
    history(after: String, first: Int): CommitHistoryConnection!
    file(path: String!): TreeEntry
    changedFilesIfAvailable: Int
    status: Status
    tree: Tree!
  }
  type Tree implements GitObject { oid: GitObjectID! }
  type GitActor { email: String name: String user: User }
  type CommitConnection { nodes: [Commit] totalCount: Int! }
  type CommitHistoryConnection { nodes: [Commit] pageInfo: PageInfo! totalCount: Int! }
  type GitActorConnection { nodes: [GitActor] pageInfo: PageInfo! totalCount: Int! }
  type TreeEntry { oid: GitObjectID! mode: Int! type: String! object: GitObject }
  type Blob implements GitObject {
    oid: GitObjectID!
    byteSize: Int!
    isBinary: Boolean
    isTruncated: Boolean!
    text: String
  }
  type Status { context(name: String!): StatusContext }
  type StatusContext { context: String! description: String }
  extend type PullRequest {
    title: String!
    body: String!
    author: Actor
    closedAt: DateTime
    mergedAt: DateTime
    mergedBy: Actor
    mergeCommit: Commit
    isCrossRepository: Boolean!
    locked: Boolean!
    comments(after: String, first: Int, last: Int): IssueCommentConnection!
    timelineItems(first: Int, last: Int, itemTypes: [PullRequestTimelineItemsItemType!]): PullRequestTimelineItemsConnection!
  }
  type IssueCommentConnection { nodes: [IssueComment] pageInfo: PageInfo! totalCount: Int! }
  type IssueComment { databaseId: Int fullDatabaseId: BigInt body: String! author: Actor }
  enum PullRequestTimelineItemsItemType {
    ADDED_TO_MERGE_QUEUE_EVENT AUTOMATIC_BASE_CHANGE_SUCCEEDED_EVENT AUTO_MERGE_DISABLED_EVENT
    AUTO_MERGE_ENABLED_EVENT AUTO_REBASE_ENABLED_EVENT AUTO_SQUASH_ENABLED_EVENT BASE_REF_CHANGED_EVENT CLOSED_EVENT
    HEAD_REF_FORCE_PUSHED_EVENT LABELED_EVENT REMOVED_FROM_MERGE_QUEUE_EVENT REVIEW_DISMISSED_EVENT UNLABELED_EVENT
  }
  type PullRequestTimelineItemsConnection { nodes: [PullRequestTimelineItems] pageInfo: PageInfo! totalCount: Int! }
  union PullRequestTimelineItems =
    AddedToMergeQueueEvent | AutoMergeDisabledEvent | AutoMergeEnabledEvent | AutoRebaseEnabledEvent
    | AutoSquashEnabledEvent | AutomaticBaseChangeSucceededEvent | BaseRefChangedEvent | ClosedEvent
    | HeadRefForcePushedEvent | LabeledEvent | RemovedFromMergeQueueEvent | ReviewDismissedEvent | UnlabeledEvent
  type AddedToMergeQueueEvent { actor: Actor createdAt: DateTime! }
  type AutoMergeDisabledEvent { actor: Actor createdAt: DateTime! }
  type AutoMergeEnabledEvent { actor: Actor createdAt: DateTime! }
  type AutoRebaseEnabledEvent { actor: Actor createdAt: DateTime! }
  type AutoSquashEnabledEvent { actor: Actor createdAt: DateTime! }
  type HeadRefForcePushedEvent { actor: Actor createdAt: DateTime! }
  type RemovedFromMergeQueueEvent { actor: Actor createdAt: DateTime! }
  type ReviewDismissedEvent {
    actor: Actor createdAt: DateTime! previousReviewState: PullRequestReviewState! review: PullRequestReview
  }
  type ClosedEvent { actor: Actor createdAt: DateTime! }
  type Mutation { updateRefs(input: UpdateRefsInput!): UpdateRefsPayload }
  input UpdateRefsInput { clientMutationId: String refUpdates: [RefUpdate!]! repositoryId: ID! }
  input RefUpdate { afterOid: GitObjectID! beforeOid: GitObjectID force: Boolean = false name: GitRefname! }
  type UpdateRefsPayload { clientMutationId: String }
`;

/** The login of whoever asks: an App's bot with its suffix, unlike everywhere else in GraphQL. */
export const viewerValue = (actor: Actor): object => ({ __typename: "User", login: loginOf(actor) });

type PullValue = (number: number) => object | null;

export function repositoryFields(
  world: World,
  actor: Actor,
  repository: Repository,
  pullOf: PullValue,
): object {
  return {
    isDisabled: false,
    isEmpty: repository.refs.size === 0,
    ref: ({ qualifiedName }: { qualifiedName: string }) => refValue(world, actor, repository, qualifiedName),
    refs: ({ refPrefix, first = 100, after }: { refPrefix: string; first?: number; after?: string }) => {
      const names = [...repository.refs.keys()].filter((ref) => ref.startsWith(refPrefix)).toSorted();
      const from = after === undefined ? 0 : Number(after);
      const nodes = names
        .slice(from, from + first)
        .map((ref) => refValue(world, actor, repository, ref, refPrefix));
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
    object: (wish: { oid?: string; expression?: string }, { need }: GraphqlContext) => {
      need(repository, "contents");
      return objectValue(world, actor, repository, wish);
    },
  };
}

function refValue(
  world: World,
  actor: Actor,
  repository: Repository,
  ref: string,
  prefix = "refs/heads/",
): object | null {
  const sha = repository.refs.get(ref);
  if (sha === undefined) return null;
  return {
    name: ref.slice(prefix.length),
    target: commitValue(world, actor, repository, sha),
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

type PullsWish = PageArguments & {
  headRefName?: string;
  states?: string[];
  orderBy?: { direction: "ASC" | "DESC" };
};

/** By their age, oldest first unless asked otherwise. One just made may not be there yet. */
function pullsValue(
  repository: Repository,
  { headRefName, states, orderBy, ...page }: PullsWish,
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
  const ordered = orderBy?.direction === "DESC" ? found.toReversed() : found;
  return connection(ordered, page, ({ number }) => pullOf(number));
}

export function pullFields(world: World, actor: Actor, repository: Repository, pull: Pull): object {
  const comments = pull.comments.map(({ id, body, author }) => ({
    databaseId: id,
    fullDatabaseId: String(id),
    body,
    author: actorValue(world, author),
  }));
  return {
    title: pull.title,
    body: pull.body ?? "",
    author: actorValue(world, pull.author),
    closedAt: pull.closedAt,
    mergedAt: pull.mergedAt,
    mergedBy: pull.mergedBy === null ? null : actorValue(world, pull.mergedBy),
    mergeCommit:
      pull.mergeCommit === null ? null : () => commitValue(world, actor, repository, pull.mergeCommit ?? ""),
    isCrossRepository: pull.head.repositoryId !== repository.id,
    locked: pull.locked,
    comments: (page: PageArguments) => connection(comments, page, (comment) => comment),
    timelineItems: ({
      itemTypes = Object.keys(TIMELINE),
      ...page
    }: PageArguments & { itemTypes?: string[] }) => {
      const wanted = new Map(itemTypes.map((type) => TIMELINE[type] ?? ["", ""]));
      const events = pull.events.filter(({ event }) => wanted.has(event));
      return connection(events, page, ({ event, actor: by, at, more }) => ({
        __typename: wanted.get(event),
        actor: actorValue(world, by),
        createdAt: at,
        label: more["label"],
        ...dismissedReview(more["dismissed_review"]),
      }));
    },
    ...gateFields(world, actor, repository, pull),
  };
}

function dismissedReview(said: Json | undefined): object {
  if (!isJsonObject(said)) return {};
  const { state, review_id: id } = said;
  if (typeof state !== "string") return {};
  return { previousReviewState: state.toUpperCase(), review: { id: nodeId("PRR", Number(id)) } };
}

/** What a line of history is called in a pull request's events, and as a type. */
const TIMELINE: Readonly<Record<string, [event: string, type: string]>> = {
  AUTOMATIC_BASE_CHANGE_SUCCEEDED_EVENT: [
    "automatic_base_change_succeeded",
    "AutomaticBaseChangeSucceededEvent",
  ],
  ADDED_TO_MERGE_QUEUE_EVENT: ["added_to_merge_queue", "AddedToMergeQueueEvent"],
  AUTO_MERGE_DISABLED_EVENT: ["auto_merge_disabled", "AutoMergeDisabledEvent"],
  AUTO_MERGE_ENABLED_EVENT: ["auto_merge_enabled", "AutoMergeEnabledEvent"],
  AUTO_REBASE_ENABLED_EVENT: ["auto_rebase_enabled", "AutoRebaseEnabledEvent"],
  AUTO_SQUASH_ENABLED_EVENT: ["auto_squash_enabled", "AutoSquashEnabledEvent"],
  HEAD_REF_FORCE_PUSHED_EVENT: ["head_ref_force_pushed", "HeadRefForcePushedEvent"],
  REMOVED_FROM_MERGE_QUEUE_EVENT: ["removed_from_merge_queue", "RemovedFromMergeQueueEvent"],
  BASE_REF_CHANGED_EVENT: ["base_ref_changed", "BaseRefChangedEvent"],
  CLOSED_EVENT: ["closed", "ClosedEvent"],
  REVIEW_DISMISSED_EVENT: ["review_dismissed", "ReviewDismissedEvent"],
  LABELED_EVENT: ["labeled", "LabeledEvent"],
  UNLABELED_EVENT: ["unlabeled", "UnlabeledEvent"],
};

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
