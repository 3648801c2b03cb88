/** What the gate asks GraphQL for: git objects, check suites, and more of a pull request. Names and nulls as GitHub's. */
import { nodeId } from "./node-id.ts";
import type { Actor } from "./actor.ts";
import { connection, type PageArguments } from "./graphql-connections.ts";
import { actorValue, commitValue } from "./graphql-objects.ts";
import { pullCommits, type Pull } from "./pull.ts";
import { branchTip, type Repository } from "./repository.ts";
import type { World } from "./world.ts";

export const GATE_SDL = `
  scalar Base64String
  extend type Repository { object(expression: String, oid: GitObjectID): GitObject }
  extend type Tree { entries: [TreeEntry!] }
  extend type TreeEntry { name: String! nameRaw: Base64String! size: Int! }
  extend type Commit { checkSuites(after: String, filterBy: CheckSuiteFilter, first: Int, last: Int): CheckSuiteConnection }
  input CheckSuiteFilter { appId: Int checkName: String }
  enum CheckRunType { ALL LATEST }
  input CheckRunFilter { appId: Int checkName: String checkType: CheckRunType }
  type CheckSuiteConnection { nodes: [CheckSuite] pageInfo: PageInfo! totalCount: Int! }
  type App { databaseId: Int slug: String! }
  type CheckSuite {
    app: App
    checkRuns(after: String, filterBy: CheckRunFilter, first: Int, last: Int): CheckRunConnection
  }
  type CheckRunConnection { nodes: [CheckRun] pageInfo: PageInfo! totalCount: Int! }
  enum CheckStatusState { COMPLETED IN_PROGRESS PENDING QUEUED REQUESTED WAITING }
  enum CheckConclusionState {
    ACTION_REQUIRED CANCELLED FAILURE NEUTRAL SKIPPED STALE STARTUP_FAILURE SUCCESS TIMED_OUT
  }
  type CheckRun {
    name: String!
    status: CheckStatusState!
    conclusion: CheckConclusionState
    completedAt: DateTime
    externalId: String
  }
  extend type PullRequest {
    createdAt: DateTime!
    headRefName: String!
    headRepository: Repository
    baseRef: Ref
    labels(after: String, first: Int, last: Int): LabelConnection
    reviews(after: String, first: Int, last: Int): PullRequestReviewConnection
    commits(first: Int, last: Int): PullRequestCommitConnection!
  }
  type LabelConnection { nodes: [Label] pageInfo: PageInfo! totalCount: Int! }
  type Label { name: String! }
  type PullRequestReviewConnection { nodes: [PullRequestReview] pageInfo: PageInfo! totalCount: Int! }
  enum PullRequestReviewState { APPROVED CHANGES_REQUESTED COMMENTED DISMISSED PENDING }
  type PullRequestReview { id: ID! author: Actor commit: Commit state: PullRequestReviewState! submittedAt: DateTime }
  type PullRequestCommitConnection { nodes: [PullRequestCommit] pageInfo: PageInfo! totalCount: Int! }
  type PullRequestCommit { commit: Commit! }
  type BaseRefChangedEvent { actor: Actor createdAt: DateTime! }
  type LabeledEvent { actor: Actor createdAt: DateTime! label: Label! }
  type UnlabeledEvent { actor: Actor createdAt: DateTime! label: Label! }
  type AutomaticBaseChangeSucceededEvent { actor: Actor createdAt: DateTime! }
`;

/** GitHub lists no more commits of a pull request than these, oldest first. */
const MOST_COMMITS = 250;

export function gateFields(world: World, actor: Actor, repository: Repository, pull: Pull): object {
  return {
    createdAt: pull.createdAt,
    headRefName: pull.head.ref,
    baseRef: () => {
      const tip = branchTip(repository, pull.base.ref);
      return tip === undefined
        ? null
        : { name: pull.base.ref, target: commitValue(world, actor, repository, tip) };
    },
    labels: (page: PageArguments) =>
      connection(pull.labels, page, (name) => ({ name: repository.labels.get(name)?.name ?? name })),
    reviews: (page: PageArguments) =>
      connection(pull.reviews, page, ({ id, author, commit, state, at }) => ({
        id: nodeId("PRR", id),
        author: actorValue(world, author),
        commit: commit === null ? null : commitValue(world, actor, repository, commit),
        state,
        submittedAt: at,
      })),
    commits: (page: PageArguments) =>
      connection(pullCommits(repository, pull).slice(0, MOST_COMMITS), page, (sha) => ({
        commit: commitValue(world, actor, repository, sha),
      })),
  };
}
