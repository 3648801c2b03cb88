import type { ObjectId } from "../../core/propose/state.ts";
import { LEDGER_BRANCH } from "../../core/record/ledger.ts";
import type { ActorNode } from "../answer.ts";
import { SCOPE_CONTEXT } from "../query.ts";
import { PAGE, type GateClient, type Page } from "./client.ts";
import { LABEL_FIELDS, type LabelTimeline } from "./label-events.ts";
import { OPEN_FIELDS, type OpenPage } from "./open-pulls.ts";
import { SUITES_FIELDS, type Publisher, type SuitesNode } from "./own-verdicts.ts";

/** A pull request as GraphQL answers it. Names and nulls as in GitHub's schema. */
export interface PullNode {
  readonly number: number;
  readonly state: "OPEN" | "CLOSED" | "MERGED";
  readonly createdAt: string;
  readonly author: ActorNode | null;
  readonly isCrossRepository: boolean;
  readonly headRefName: string;
  readonly headRefOid: ObjectId;
  readonly baseRefName: string;
  readonly baseRef: RefNode | null;
  readonly labels: Page<{ readonly name: string }> | null;
  readonly timelineItems: { readonly nodes: readonly ({ readonly createdAt?: string } | null)[] | null };
  readonly labelEvents: LabelTimeline;
  readonly reviews: Page<ReviewNode> | null;
  readonly comments: Page<CommentNode>;
  readonly commits: { readonly nodes: readonly ({ readonly commit: SuitesNode } | null)[] | null };
}

interface RefNode {
  readonly name: string;
  readonly target: { readonly oid: ObjectId } | null;
}

export interface ReviewNode {
  readonly id: string;
  readonly author: ActorNode | null;
  readonly state: "APPROVED" | "CHANGES_REQUESTED" | "COMMENTED" | "DISMISSED" | "PENDING";
  readonly submittedAt: string | null;
  readonly commit: { readonly oid: ObjectId } | null;
}

export interface CommentNode {
  /** A number too large for GraphQL's integers. */
  readonly fullDatabaseId: string | null;
  readonly body: string;
  readonly author: ActorNode | null;
}

/** What the one query answers. */
export interface PullAnswer {
  readonly viewer: { readonly login: string };
  readonly repository: {
    readonly defaultBranchRef: RefNode | null;
    readonly record: RefNode | null;
    readonly pullRequests: OpenPage;
    readonly pullRequest: PullNode | null;
  } | null;
}

/** So many of its newest commits are looked at for our verdicts: the head, and those before it. */
const COMMITS = 15;

const ACTOR = "{ login __typename }";
const REVIEWS = `nodes { id author ${ACTOR} state submittedAt commit { oid } } pageInfo { hasNextPage endCursor }`;
const COMMENTS = `nodes { fullDatabaseId body author ${ACTOR} } pageInfo { hasNextPage endCursor }`;

/**
 * Asks for a pull request with all that one answer can hold, so that it speaks of one moment. Undefined when there is no
 * such pull request.
 * @throws what octokit throws
 */
export async function askPull(
  number: number,
  publisher: Publisher,
  client: GateClient,
): Promise<(PullAnswer & { readonly pull: PullNode }) | undefined> {
  const ofApp = publisher.by === "app";
  const text = `query ($owner: String!, $name: String!, $number: Int!${ofApp ? ", $app: Int!, $check: String!" : ""}) {
  viewer { login }
  repository(owner: $owner, name: $name) {
    defaultBranchRef { name target { oid } }
    record: ref(qualifiedName: "refs/heads/${LEDGER_BRANCH}") { name target { oid } }
    pullRequests(states: [OPEN], first: ${PAGE}, orderBy: { field: CREATED_AT, direction: ASC }) { ${OPEN_FIELDS} }
    pullRequest(number: $number) {
      number state createdAt author ${ACTOR} isCrossRepository headRefName headRefOid
      baseRefName baseRef { name target { oid } }
      labels(first: ${PAGE}) { nodes { name } pageInfo { hasNextPage endCursor } }
      timelineItems(last: 1, itemTypes: [BASE_REF_CHANGED_EVENT, AUTOMATIC_BASE_CHANGE_SUCCEEDED_EVENT]) { nodes {
        ... on BaseRefChangedEvent { createdAt } ... on AutomaticBaseChangeSucceededEvent { createdAt }
      } }
      labelEvents: ${LABEL_FIELDS}
      reviews(first: ${PAGE}) { ${REVIEWS} }
      comments(first: ${PAGE}) { ${COMMENTS} }
      commits(last: ${COMMITS}) { nodes { commit { ${ofApp ? SUITES_FIELDS : "oid"} } } }
    }
  }
}`;
  const variables = { owner: client.at.owner, name: client.at.repo, number };
  const ours = ofApp ? { app: publisher.appId, check: SCOPE_CONTEXT } : {};
  try {
    const answer = await client.octokit.graphql<PullAnswer>(text, { ...variables, ...ours });
    const pull = answer.repository?.pullRequest;
    return pull === null || pull === undefined ? undefined : { ...answer, pull };
  } catch (error) {
    if (isNoPull(error)) return undefined;
    throw error;
  }
}

/** Whether all that GitHub says is that the number is no pull request's. */
function isNoPull(error: unknown): boolean {
  if (!(error instanceof Error) || !("errors" in error) || !Array.isArray(error.errors)) return false;
  return error.errors.every((each: { readonly type?: string; readonly path?: readonly unknown[] }) => {
    return each.type === "NOT_FOUND" && each.path?.join(".") === "repository.pullRequest";
  });
}

/** A further page of reviews or comments, with the head as it is then. */
export async function askMore<Node>(
  number: number,
  list: "reviews" | "comments",
  after: string,
  { octokit, at }: GateClient,
): Promise<{ readonly head: ObjectId; readonly page: Page<Node> } | undefined> {
  const text = `query ($owner: String!, $name: String!, $number: Int!, $after: String!) {
  repository(owner: $owner, name: $name) { pullRequest(number: $number) {
    headRefOid list: ${list}(first: ${PAGE}, after: $after) { ${list === "reviews" ? REVIEWS : COMMENTS} }
  } }
}`;
  const answer = await octokit.graphql<{
    readonly repository: {
      readonly pullRequest: { headRefOid: ObjectId; list: Page<Node> | null } | null;
    } | null;
  }>(text, { owner: at.owner, name: at.repo, number, after });
  const pull = answer.repository?.pullRequest;
  if (pull === null || pull === undefined || pull.list === null) return undefined;
  return { head: pull.headRefOid, page: pull.list };
}
