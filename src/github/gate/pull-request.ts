import type { LabelEvent, OwnVerdict, PullRequestNow } from "../../core/gate/pull-request.ts";
import type { ObjectId } from "../../core/propose/state.ts";
import { isServerName } from "../../core/propose/naming.ts";
import { isUs } from "../people.ts";
import { actorOfNode } from "./actor.ts";
import { isOutOfReach, momentOf, nodesOf, type GateClient } from "./client.ts";
import { ownComment } from "./comment.ts";
import { labelHistory } from "./label-events.ts";
import type { GateMemory } from "./memory.ts";
import { mergeBaseOf } from "./merge-base.ts";
import type { OpenPage } from "./open-pulls.ts";
import { readVerdicts, verdictsIn, type OwnVerdicts, type Publisher } from "./own-verdicts.ts";
import { askPull, type PullAnswer, type PullNode } from "./pull-query.ts";
import { readReviews } from "./reviews.ts";

/** A pull request as it is now, and what else the same answer showed. */
export interface SeenPull {
  readonly now: PullRequestNow;
  readonly open: OpenPage;
}

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
  const record = repository.record?.target?.oid;
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
    reviews: await readReviews(pull, client, unknown),
    verdicts,
    ...allowedBefore(pull, publisher),
    comment: await ownComment(pull, viewer.login, client),
    ...(record !== undefined && { record }),
    undeterminable: [],
  };
  // The reasons gather while all the rest is read.
  return {
    now: { ...now, undeterminable: [...unknown] },
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

/** The newest commit of it before the head whose newest verdict of ours passes, with a label put on before that. */
function allowedBefore(
  { headRefOid, commits, labelEvents }: PullNode,
  publisher: Publisher,
): Pick<PullRequestNow, "allowedBefore"> {
  if (publisher.by !== "app") return {};
  const labelled = (labelEvents.nodes ?? []).flatMap((event) =>
    event?.__typename === "LabeledEvent" ? momentOf(event.createdAt) : [],
  );
  const first = Math.min(...labelled);
  const found = (commits.nodes ?? []).findLast((node) => {
    if (node === null || node.commit.oid === headRefOid) return false;
    const newest = verdictsIn(node.commit, node.commit.oid, publisher.appId)?.at(-1);
    return newest?.passes === true && newest.at >= first;
  });
  return found === undefined || found === null ? {} : { allowedBefore: found.commit.oid };
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
