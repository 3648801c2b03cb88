/** The part of GitHub's GraphQL that is used: merge queues here, proposals beside. Names and nulls as GitHub's. */
import { buildSchema, graphql, GraphQLError, parse } from "graphql";
import type { Json } from "../../src/core/json/value.ts";
import { canSee, grantsRead, type Actor } from "./actor.ts";
import type { Answer } from "./answer.ts";
import { isJsonObject, text } from "./call.ts";
import { PROPOSALS_SDL, pullFields, repositoryFields, updateRefs, viewerValue } from "./graphql-proposals.ts";
import type { GraphqlContext } from "./graphql-context.ts";
import { connection, overLimits, type PageArguments } from "./graphql-connections.ts";
import { GATE_SDL } from "./graphql-gate.ts";
import { commitValue } from "./graphql-objects.ts";
import { organizationValue, TEAMS_SDL } from "./graphql-teams.ts";
import { nodeId } from "./node-id.ts";
import { queueOf, type QueueEntry } from "./queue.ts";
import { forbidden, notFound, Refusal } from "./refusal.ts";
import { branchTip, type Repository } from "./repository.ts";
import { checkState, requiredChecks } from "./required-checks.ts";
import { rulesFor } from "./rules.ts";
import { findAccount, findRepository, fullNameOf, type World } from "./world.ts";

export const SCHEMA = buildSchema(`
  scalar DateTime
  scalar GitObjectID
  type Query { repository(owner: String!, name: String!, followRenames: Boolean = true): Repository }
  type Repository {
    id: ID!
    nameWithOwner: String!
    isArchived: Boolean!
    defaultBranchRef: Ref
    mergeQueue(branch: String): MergeQueue
    pullRequest(number: Int!): PullRequest
  }
  type Ref { name: String! target: GitObject }
  interface GitObject { oid: GitObjectID! }
  type Commit implements GitObject { oid: GitObjectID! }
  interface Actor { login: String! }
  type User implements Actor { login: String! }
  type MergeQueue {
    id: ID!
    entries(after: String, before: String, first: Int, last: Int): MergeQueueEntryConnection
  }
  type MergeQueueEntryConnection { nodes: [MergeQueueEntry] pageInfo: PageInfo! totalCount: Int! }
  type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! endCursor: String }
  enum MergeQueueEntryState { AWAITING_CHECKS LOCKED MERGEABLE QUEUED UNMERGEABLE }
  type MergeQueueEntry {
    id: ID!
    position: Int!
    state: MergeQueueEntryState!
    enqueuedAt: DateTime!
    enqueuer: Actor!
    baseCommit: Commit
    headCommit: Commit
    pullRequest: PullRequest
  }
  enum PullRequestState { CLOSED MERGED OPEN }
  type PullRequest {
    number: Int!
    state: PullRequestState!
    headRefOid: GitObjectID!
    baseRefName: String!
    isInMergeQueue: Boolean!
    mergeQueueEntry: MergeQueueEntry
  }
${PROPOSALS_SDL}
${GATE_SDL}
${TEAMS_SDL}
`);

/** `POST /graphql`: a query that asks for anything else is an error, and remembered as one of the client's. */
export async function answerGraphql(world: World, actor: Actor, body: Json): Promise<Answer> {
  if (actor.kind === "anonymous") throw new Refusal(401, "This endpoint requires you to be authenticated.");
  const source = isJsonObject(body) ? text(body, "query") : undefined;
  if (source === undefined || !isJsonObject(body))
    throw new Refusal(400, "A query attribute must be specified and must be a string.");
  const variables = body["variables"];
  const over = limitsOf(source);
  if (over.length > 0) {
    world.failures.push(...over.map((message) => `graphql: ${message}`));
    return { status: 200, body: { errors: over.map((message) => ({ message })) } };
  }
  const result = await graphql({
    schema: SCHEMA,
    source,
    rootValue: {
      viewer: () => viewerValue(actor),
      repository: (args: { owner: string; name: string }) => repositoryValue(world, actor, args),
      organization: ({ login }: { login: string }) => organizationValue(world, actor, login),
      updateRefs: (args: Parameters<typeof updateRefs>[2]) => updateRefs(world, actor, args),
    },
    contextValue: {
      need: (repository, permission) => needPermission(actor, repository, permission),
    } satisfies GraphqlContext,
    ...(isJsonObject(variables) ? { variableValues: variables } : {}),
  });
  for (const error of result.errors ?? []) {
    if (!(error.originalError instanceof Refusal)) world.failures.push(`graphql: ${error.message}`);
  }
  const { data, errors } = result;
  return { status: 200, body: JSON.parse(JSON.stringify({ data, errors: errors?.map(errorView) })) as Json };
}

/** An App's token sees of a private repository only what it was given; a null and an error stand for the rest. */
function needPermission(actor: Actor, repository: Repository, permission: string): void {
  if (actor.kind !== "installation" || !repository.private) return;
  if (!grantsRead(actor, permission)) throw forbidden("Resource not accessible by integration");
}

/** What of a query is over GitHub's limits; what can't be parsed is refused later. */
function limitsOf(source: string): string[] {
  try {
    return overLimits(SCHEMA, parse(source));
  } catch {
    return [];
  }
}

/** An error as GitHub writes it, with the type that clients go by. */
function errorView(error: GraphQLError): object {
  const status = error.originalError instanceof Refusal ? error.originalError.status : 0;
  const type = { 403: "FORBIDDEN", 404: "NOT_FOUND", 422: "UNPROCESSABLE" }[status];
  return { ...(type === undefined ? {} : { type }), ...error.toJSON() };
}

function repositoryValue(
  world: World,
  actor: Actor,
  { owner, name }: { owner: string; name: string },
): object | null {
  const repository =
    findRepository(world, `${owner}/${name}`) ?? world.renamed.get(`${owner}/${name}`.toLowerCase());
  if (repository === undefined || !canSee(world, actor, repository)) return null;
  const tip = branchTip(repository, repository.defaultBranch);
  return {
    id: nodeId("R", repository.id),
    nameWithOwner: fullNameOf(repository),
    isArchived: repository.archived,
    defaultBranchRef: (_: unknown, { need }: GraphqlContext) => {
      need(repository, "contents");
      return tip === undefined
        ? null
        : { name: repository.defaultBranch, target: commitValue(world, actor, repository, tip) };
    },
    mergeQueue: ({ branch }: { branch?: string }) =>
      queueValue(world, actor, repository, branch ?? repository.defaultBranch),
    pullRequest: ({ number }: { number: number }) => {
      const pull = pullValue(world, actor, repository, number);
      if (pull === null) throw notFound(`Could not resolve to a PullRequest with the number of ${number}.`);
      return pull;
    },
    ...repositoryFields(world, actor, repository, (number) => pullValue(world, actor, repository, number)),
  };
}

/** Null where no rule makes a queue. */
function queueValue(world: World, actor: Actor, repository: Repository, branch: string): object | null {
  if (!rulesFor(repository, branch).some(({ type }) => type === "merge_queue")) return null;
  const entries = queueOf(repository, branch);
  return {
    id: nodeId("MQ", `${repository.id}:${branch}`),
    entries: (page: PageArguments) =>
      connection(entries, page, (entry) => entryValue(world, actor, repository, entry)),
  };
}

function entryValue(world: World, actor: Actor, repository: Repository, entry: QueueEntry): object {
  return {
    id: nodeId("MQE", entry.id),
    position: queueOf(repository, entry.branch).indexOf(entry) + 1,
    state: stateOf(repository, entry),
    enqueuedAt: entry.at,
    enqueuer: { __typename: "User", login: findAccount(world, entry.enqueuer)?.login ?? "ghost" },
    baseCommit: commitValue(world, actor, repository, entry.base),
    headCommit: commitValue(world, actor, repository, entry.head),
    pullRequest: () => pullValue(world, actor, repository, entry.pull),
  };
}

function stateOf(repository: Repository, entry: QueueEntry): string {
  const rule = rulesFor(repository, entry.branch).find(({ type }) => type === "required_status_checks");
  const states = new Set(requiredChecks(rule).map((check) => checkState(repository, entry.head, check)));
  if (states.has("failing")) return "UNMERGEABLE";
  return states.has("expected") ? "AWAITING_CHECKS" : "MERGEABLE";
}

function pullValue(world: World, actor: Actor, repository: Repository, number: number): object | null {
  const pull = repository.pulls.get(number);
  if (pull === undefined) return null;
  const entry = repository.queue.find((one) => one.pull === number);
  return {
    number,
    state: pull.mergedAt !== null ? "MERGED" : pull.state.toUpperCase(),
    headRefOid: pull.head.sha,
    baseRefName: pull.base.ref,
    isInMergeQueue: entry !== undefined,
    mergeQueueEntry: entry === undefined ? null : () => entryValue(world, actor, repository, entry),
    ...pullFields(world, actor, repository, pull),
  };
}
