import type { ObjectId } from "../../core/propose/state.ts";
import type { MergeEvent } from "../../core/record/evidence.ts";
import type { ActorNode } from "../answer.ts";
import { actorOfNode } from "../gate/actor.ts";
import { momentOf, nodesOf, PAGE, type GateClient, type Page } from "../gate/client.ts";
import type { ReviewNode } from "../gate/pull-query.ts";

/** How a pull request was merged, as GraphQL answers it. */
export interface MergeNode {
  readonly mergedAt: string | null;
  readonly mergedBy: ActorNode | null;
  readonly headRefName: string;
  readonly isCrossRepository: boolean;
  readonly timelineItems: Page<EventNode>;
  readonly commits: Page<{ readonly commit: MadeNode }> & { readonly totalCount: number };
}

/** A commit, by whom it was made. */
interface MadeNode {
  readonly oid: ObjectId;
  readonly authors: Page<SignatureNode>;
  readonly committer: SignatureNode | null;
}

/** Whose name a commit carries: an address, and the account that it belongs to, if there is one. */
export interface SignatureNode {
  readonly email: string | null;
  readonly user: { readonly login: string } | null;
}

/** `t0`, `t1`, …: when it was, by the place of its type in `KINDS`: the types do not agree whether that can be null. */
type EventNode = Readonly<Record<`t${number}`, string | null>> & {
  readonly __typename: string;
  readonly actor: ActorNode | null;
  /** Of a dismissal. */
  readonly previousReviewState?: ReviewNode["state"];
  readonly review?: { readonly id: string } | null;
};

const KINDS: ReadonlyMap<string, MergeEvent["kind"]> = new Map([
  ["AutoMergeEnabledEvent", "armed"],
  ["AutoSquashEnabledEvent", "armed"],
  ["AutoRebaseEnabledEvent", "armed"],
  ["AutoMergeDisabledEvent", "disarmed"],
  ["AddedToMergeQueueEvent", "queued"],
  ["RemovedFromMergeQueueEvent", "unqueued"],
  ["HeadRefForcePushedEvent", "head-changed"],
]);

const DISMISSED = "ReviewDismissedEvent";

const ITEMS = [...KINDS.keys(), DISMISSED].map((type) =>
  type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase(),
);
const TYPES = [...KINDS.keys()];
const EVENTS = TYPES.map((type, n) => `... on ${type} { t${n}: createdAt actor { login __typename } }`);
const DISMISSAL = `... on ${DISMISSED} { t${TYPES.length}: createdAt previousReviewState review { id } }`;
const MADE = "email user { login }";

/**
 * Asks how a pull request was merged.
 * @throws what octokit throws; Error when it is not there
 */
export async function askMerge(number: number, { octokit, at }: GateClient): Promise<MergeNode> {
  const text = `query ($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) { pullRequest(number: $number) {
    mergedAt mergedBy { login __typename } headRefName isCrossRepository
    timelineItems(first: ${PAGE}, itemTypes: [${ITEMS.join(", ")}]) {
      nodes { __typename ${EVENTS.join(" ")} ${DISMISSAL} } pageInfo { hasNextPage endCursor }
    }
    commits(first: ${PAGE}) { totalCount nodes { commit {
      oid authors(first: 20) { nodes { ${MADE} } pageInfo { hasNextPage endCursor } } committer { ${MADE} }
    } } pageInfo { hasNextPage endCursor } }
  } }
}`;
  const { repository } = await octokit.graphql<{
    readonly repository: { readonly pullRequest: MergeNode | null } | null;
  }>(text, { owner: at.owner, name: at.repo, number });
  const pull = repository?.pullRequest;
  if (pull === null || pull === undefined) throw new Error(`GitHub does not show pull request ${number}`);
  return pull;
}

/**
 * What bears on who merged it, oldest first. A push that is not forced is not among it: whoever asked for a merge of the
 * merged head after our check on it was there can only have had another head merged by a force back to it.
 */
export function mergeEvents({ timelineItems }: MergeNode): MergeEvent[] {
  return nodesOf(timelineItems).flatMap((node): MergeEvent | [] => {
    const { __typename, actor } = node;
    const kind = KINDS.get(__typename);
    const when = momentOf(node[`t${TYPES.indexOf(__typename)}`]);
    switch (kind) {
      case undefined:
        return [];
      case "head-changed":
        return { kind, at: when };
      case "armed":
      case "queued":
        return { kind, actor: actorOfNode(actor), at: when, head: undefined };
      case "disarmed":
      case "unqueued":
        return { kind, actor: actorOfNode(actor), at: when };
      default:
        return kind satisfies never;
    }
  });
}

/** What the reviews were when it was merged that somebody dismissed after that, by their ids. */
export function statesAtMerge({ timelineItems, mergedAt }: MergeNode): Map<string, ReviewNode["state"]> {
  const states = new Map<string, ReviewNode["state"]>();
  const merged = momentOf(mergedAt);
  for (const node of nodesOf(timelineItems)) {
    const { __typename, previousReviewState: state, review } = node;
    const isLater = __typename === DISMISSED && momentOf(node[`t${TYPES.length}`]) > merged;
    if (isLater && state !== undefined && review) states.set(review.id, state);
  }
  return states;
}
