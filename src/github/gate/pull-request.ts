import type { LabelEvent, OwnVerdict, PullRequestNow, Review } from "../../core/gate/pull-request.ts";
import type { ObjectId } from "../../core/propose/state.ts";
import { isServerName } from "../../core/propose/naming.ts";
import { isUs } from "../people.ts";
import { actorOfNode } from "./actor.ts";
import { isOutOfReach, momentOf, nodesOf, type GateClient, type Page } from "./client.ts";
import { ownComment } from "./comment.ts";
import { labelHistory } from "./label-events.ts";
import type { GateMemory } from "./memory.ts";
import { mergeBaseOf } from "./merge-base.ts";
import type { OpenPage } from "./open-pulls.ts";
import { isReadable, readVerdicts, verdictsIn, type OwnVerdicts, type Publisher } from "./own-verdicts.ts";
import { askMore, askPull, type PullAnswer, type PullNode, type ReviewNode } from "./pull-query.ts";

/** A pull request as it is now, and what else the same answer showed. */
export interface SeenPull {
  readonly now: PullRequestNow;
  /** All our verdicts on its head, the short forms too. */
  readonly published: readonly OwnVerdict[];
  readonly open: OpenPage;
}

/** So many further pages of reviews are read: 1000 in all. */
const MOST_PAGES = 9;

/**
 * Reads a pull request: one query for what may change, so that all of it speaks of one head; then, where it takes more,
 * its label's history, the rest of long lists, and the merge bases, which two commits have for ever.
 * @throws what octokit throws where GitHub is out of reach
 */
export async function readPull(
  number: number,
  publisher: Publisher,
  client: GateClient,
  memory: GateMemory,
): Promise<SeenPull | undefined> {
  const answer = await askPull(number, publisher, client);
  if (answer === undefined || answer.repository === null) return undefined;
  const { pull, viewer, repository } = answer;
  const unknown = new Set<string>();
  const sides = sidesOf(pull, repository, unknown);
  const labels = nodesOf(pull.labels).map(({ name }) => name);
  if (pull.labels === null || pull.labels.pageInfo.hasNextPage) unknown.add("its labels can't all be read");
  const verdicts = await verdictsOf(pull, publisher, client, viewer.login, unknown);
  const now: PullRequestNow = {
    number,
    state: STATES[pull.state],
    author: actorOfNode(pull.author),
    proposalOf: proposalOf(pull, viewer.login),
    ...sides,
    mergeBase: await mergeBases(pull.headRefOid, sides, client, memory, unknown),
    aimedAt: aimedAt(pull),
    labels,
    labelEvents: labels.length === 0 ? [] : await eventsOf(pull, client, memory, unknown),
    reviews: await reviewsOf(pull, client, unknown),
    verdicts: verdicts.filter(isReadable),
    comment: await ownComment(pull, viewer.login, client),
    undeterminable: [],
  };
  // The reasons gather while all the rest is read.
  return {
    now: { ...now, undeterminable: [...unknown] },
    published: verdicts,
    open: repository.pullRequests,
  };
}

const STATES = { OPEN: "open", CLOSED: "closed", MERGED: "merged" } as const;

type Sides = Pick<PullRequestNow, "head" | "base" | "defaultBranch">;

/** Its head, its base and the default branch. A branch that is gone leaves the empty commit, and the reason. */
function sidesOf(
  pull: PullNode,
  { defaultBranchRef }: NonNullable<PullAnswer["repository"]>,
  unknown: Set<string>,
): Sides {
  const base = pull.baseRef?.target?.oid;
  const main = defaultBranchRef?.target?.oid;
  if (base === undefined) unknown.add("the branch that it is to be merged into is gone");
  if (main === undefined) unknown.add("the repository has no default branch");
  return {
    head: pull.headRefOid,
    base: { branch: pull.baseRefName, commit: base ?? "" },
    defaultBranch: { branch: defaultBranchRef?.name ?? "", commit: main ?? "" },
  };
}

async function mergeBases(
  head: ObjectId,
  { base, defaultBranch }: Sides,
  client: GateClient,
  memory: GateMemory,
  unknown: Set<string>,
): Promise<PullRequestNow["mergeBase"]> {
  const found = async (commit: ObjectId): Promise<ObjectId | undefined> => {
    if (commit === "") return undefined;
    return attempt("where its branch left another can't be read", unknown, undefined, () =>
      mergeBaseOf(commit, head, client, memory),
    );
  };
  const ofBase = await found(base.commit);
  const isSame = base.commit === defaultBranch.commit;
  return { base: ofBase, default: isSame ? ofBase : await found(defaultBranch.commit) };
}

/** A server's proposal: its branch is here, and the one who opened it is ourselves. */
function proposalOf(
  { author, isCrossRepository, headRefName }: PullNode,
  viewer: string,
): string | undefined {
  const server = /^toolcard\/(.+)$/s.exec(headRefName)?.[1];
  if (server === undefined || !isServerName(server)) return undefined;
  return isUs(author, viewer) && !isCrossRepository ? server : undefined;
}

function aimedAt({ createdAt, timelineItems }: PullNode): number {
  const moved = (timelineItems.nodes ?? []).map((item) => momentOf(item?.createdAt));
  return Math.max(momentOf(createdAt), ...moved.filter((at) => !Number.isNaN(at)));
}

async function verdictsOf(
  pull: PullNode,
  publisher: Publisher,
  client: GateClient,
  viewer: string,
  unknown: Set<string>,
): Promise<readonly OwnVerdict[]> {
  const { headRefOid: head } = pull;
  const newest = pull.commits.nodes?.at(-1)?.commit;
  // Of a very long pull request GitHub lists no more than its first commits: then the head is not among them.
  const seen = publisher.by === "app" ? verdictsIn(newest, head, publisher.appId) : undefined;
  if (seen !== undefined) return seen;
  const nothing: OwnVerdicts = { verdicts: [], whole: true };
  const { verdicts, whole } = await attempt("our own verdicts can't be read", unknown, nothing, () =>
    readVerdicts(head, publisher, client, viewer),
  );
  if (!whole) unknown.add("our own verdicts on its head can't all be read: there are too many");
  return verdicts;
}

async function eventsOf(
  { number, labelEvents }: PullNode,
  client: GateClient,
  memory: GateMemory,
  unknown: Set<string>,
): Promise<readonly LabelEvent[]> {
  const nothing = { events: [], whole: true };
  const { events, whole } = await attempt("the history of its labels can't be read", unknown, nothing, () =>
    labelHistory(number, labelEvents, client, memory),
  );
  if (!whole) unknown.add("the history of its labels can't be read whole");
  return events;
}

async function reviewsOf(pull: PullNode, client: GateClient, unknown: Set<string>): Promise<Review[]> {
  const nodes = nodesOf(pull.reviews);
  let page: Page<ReviewNode> | null = pull.reviews;
  for (let pages = 0; page?.pageInfo.hasNextPage === true; pages++) {
    const after: string = page.pageInfo.endCursor ?? "";
    const more =
      pages === MOST_PAGES ? undefined : await askMore<ReviewNode>(pull.number, "reviews", after, client);
    if (more === undefined) unknown.add("its reviews can't all be read: there are too many");
    else if (more.head !== pull.headRefOid) unknown.add("its head moved while it was read");
    nodes.push(...nodesOf(more?.page));
    page = more?.page ?? null;
  }
  if (pull.reviews === null) unknown.add("its reviews can't be read");
  return nodes.flatMap(reviewOf).toSorted((left, right) => left.at - right.at);
}

const REVIEWS = {
  APPROVED: "approved",
  CHANGES_REQUESTED: "changes-requested",
  COMMENTED: "commented",
  DISMISSED: "dismissed",
} as const;

/** One that was not sent yet is nobody's business. */
function reviewOf({ author, state, submittedAt, commit }: ReviewNode): Review | [] {
  if (state === "PENDING") return [];
  return {
    author: actorOfNode(author),
    state: REVIEWS[state],
    commit: commit?.oid,
    at: momentOf(submittedAt),
  };
}

/** What GitHub refuses is undeterminable, with the reason; where it is out of reach there is nothing to say. */
async function attempt<Value>(
  why: string,
  unknown: Set<string>,
  otherwise: Value,
  read: () => Promise<Value>,
): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    if (isOutOfReach(error)) throw error;
    unknown.add(why);
    return otherwise;
  }
}
