import type { PullRequestNow } from "../../core/gate/pull-request.ts";
import type { MergedPull } from "../../core/record/evidence.ts";
import type { ObjectId } from "../../core/propose/state.ts";
import { actorOfNode } from "../gate/actor.ts";
import { momentOf, nodesOf, type GateClient } from "../gate/client.ts";
import { labelHistory } from "../gate/label-events.ts";
import type { GateMemory } from "../gate/memory.ts";
import { mergeBaseOf } from "../gate/merge-base.ts";
import { readVerdicts, type Publisher } from "../gate/own-verdicts.ts";
import { askPull, type PullNode } from "../gate/pull-query.ts";
import { readReviews } from "../gate/reviews.ts";
import { contributorsTo } from "./contributors.ts";
import { askMerge, mergeEvents, statesAtMerge, type MergeNode } from "./merge-query.ts";

/**
 * What GitHub knows of a merged pull request.
 * @param before what the default branch was before it landed
 * @throws what octokit throws: an answer that is missing would be recorded for good
 */
export async function readMerged(
  number: number,
  before: ObjectId | undefined,
  publisher: Publisher,
  client: GateClient,
  memory: GateMemory,
): Promise<MergedPull> {
  const [answer, merge] = [await askPull(number, publisher, client), await askMerge(number, client)];
  if (answer === undefined || merge.mergedAt === null)
    throw new Error(`GitHub does not show pull request ${number} as merged`);
  const { pull, viewer } = answer;
  const unknown = new Set<string>();
  if (merge.timelineItems.pageInfo.hasNextPage) unknown.add("its history can't be read whole");
  const head = pull.headRefOid;
  const mergeBase = before === undefined ? undefined : await mergeBaseOf(before, head, client, memory);
  const now: Omit<PullRequestNow, "undeterminable"> = {
    number,
    state: "merged",
    author: actorOfNode(pull.author),
    proposalOf: undefined,
    head,
    base: { branch: pull.baseRefName, commit: before ?? "" },
    defaultBranch: { branch: pull.baseRefName, commit: before ?? "" },
    mergeBase: { base: mergeBase, default: mergeBase },
    aimedAt: aimedAt(pull),
    labels: nodesOf(pull.labels).map(({ name }) => name),
    labelEvents: await eventsOf(pull, unknown, client, memory),
    reviews: await readReviews(pull, client, unknown, statesAtMerge(merge)),
    verdicts: await verdictsOn(head, publisher, client, viewer.login, unknown),
    comment: undefined,
  };
  return {
    pull: { ...now, undeterminable: [...unknown] },
    ...mergeOf(merge),
    contributors: await contributorsTo(merge, client),
    mergeBase,
  };
}

function mergeOf(merge: MergeNode): Pick<MergedPull, "mergedAt" | "mergedBy" | "events"> {
  const mergedBy = actorOfNode(merge.mergedBy);
  return { mergedAt: momentOf(merge.mergedAt), mergedBy, events: mergeEvents(merge) };
}

function aimedAt({ createdAt, timelineItems }: PullNode): number {
  const moved = (timelineItems.nodes ?? []).map((item) => momentOf(item?.createdAt));
  return Math.max(momentOf(createdAt), ...moved.filter((at) => !Number.isNaN(at)));
}

/** All of it, also of a label that was taken off after the merge. */
async function eventsOf(
  { number, labelEvents }: PullNode,
  unknown: Set<string>,
  client: GateClient,
  memory: GateMemory,
): Promise<PullRequestNow["labelEvents"]> {
  const { events, whole } = await labelHistory(number, labelEvents, client, memory);
  if (!whole) unknown.add("the history of its labels can't be read whole");
  return events;
}

async function verdictsOn(
  head: ObjectId,
  publisher: Publisher,
  client: GateClient,
  viewer: string,
  unknown: Set<string>,
): Promise<PullRequestNow["verdicts"]> {
  const { verdicts, whole } = await readVerdicts(head, publisher, client, viewer);
  if (!whole) unknown.add("our own verdicts on its head can't all be read: there are too many");
  return verdicts;
}
