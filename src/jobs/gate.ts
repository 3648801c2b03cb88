import { GateCache } from "../core/gate/gate-cache.ts";
import { commitsOfGroup, judgeGroup, type GroupJudged, type MemberJudged } from "../core/gate/group.ts";
import { labelsToTakeOff } from "../core/gate/judge.ts";
import { publicationOf, worstFirst, type Publication } from "../core/gate/publication.ts";
import { isPublished } from "../core/gate/published.ts";
import { refusedWords } from "../core/gate/refused-words.ts";
import type { Verdict } from "../core/gate/verdict.ts";
import { allWithHeadOf, areSame, isAsSeen, judgeAll, snapshotsAt, type Seen } from "./gate-look.ts";
import type { GatePort } from "./gate-port.ts";

/** What was found of one commit: a verdict for each open pull request with it as the head, the worst first. */
export interface Judged {
  readonly verdicts: readonly Verdict[];
  readonly passes: boolean;
}

/** How often what changes while it is read is looked at anew. */
const ATTEMPTS = 4;

const MOVES = "it kept changing while it was looked at";
const NO_ANSWER = "GitHub could not be read";

// What is read again by the next evaluation; by ids that say what it is, so it serves every repository.
const shared = new GateCache();

/**
 * Looks at a pull request again and publishes what is so now, whatever made us look (DESIGN §10). Undefined when it is
 * not there or not open.
 *
 * It judges every open pull request with that head, as the check is the commit's. Before a success all of it is read
 * again: what moved meanwhile is judged anew, some times, and then refused. When something can't be read at all, a
 * failure is published and the error goes on.
 * @throws what the port throws
 */
export async function gatePullRequest(
  port: GatePort,
  number: number,
  cache: GateCache = shared,
): Promise<Judged | undefined> {
  let head: string | undefined;
  let seen: readonly Seen[] = [];
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const first = await port.pullRequest(number);
      if (first?.state !== "open") return undefined;
      head = first.head;
      const pulls = await allWithHeadOf(first, port);
      seen = await judgeAll(port, pulls, cache);
      if (!needsSecondLook(seen) || (await isAsSeen(port, pulls))) return await settle(port, head, seen);
    }
  } catch (error) {
    if (head !== undefined) await tried(port.publish(refusal(head, NO_ANSWER)));
    throw error;
  }
  if (head !== undefined) await publishUnlessSaid(port, refusal(head, MOVES), seen);
  return { verdicts: worstFirst(seen).map(({ verdict }) => verdict), passes: false };
}

/** Before a success, and before a label is taken off, nothing may have moved. */
function needsSecondLook(seen: readonly Seen[]): boolean {
  return (
    seen.every(({ verdict }) => verdict.kind === "passes") || seen.some(({ verdict }) => verdict.unlabel)
  );
}

/** Does what the verdicts ask for, and publishes last: whoever sees the check finds the label and the comment there. */
async function settle(port: GatePort, head: string, seen: readonly Seen[]): Promise<Judged> {
  for (const { pull, assessment, verdict } of seen) {
    if (verdict.kind === "needs-label") {
      const labels = new Set(assessment.legs.map(({ settings }) => settings.label));
      for (const label of labels) await tried(port.makeLabel(label));
    }
    for (const label of verdict.unlabel ? labelsToTakeOff(assessment) : [])
      await tried(port.takeLabelOff(pull.number, label));
    const { comment } = verdict;
    if (comment !== undefined && !saysTheSame(comment, pull.comment?.body))
      await tried(port.comment(pull.number, comment, pull.comment?.id));
  }
  const publication = publicationOf(head, seen);
  await publishUnlessSaid(port, publication, seen);
  return { verdicts: worstFirst(seen).map(({ verdict }) => verdict), passes: publication.passes };
}

function saysTheSame(text: string, other: string | undefined): boolean {
  return text.trim() === other?.replaceAll("\r\n", "\n").trim();
}

/** Label and comment help people; the verdict does not depend on them. */
async function tried(doing: Promise<void>): Promise<void> {
  await doing.catch(() => {});
}

/** Publishes, unless the newest verdict on the commit is this one. */
async function publishUnlessSaid(
  port: GatePort,
  publication: Publication,
  seen: readonly Seen[],
): Promise<void> {
  if (!isPublished(seen[0]?.pull.verdicts ?? [], publication)) await port.publish(publication);
}

function refusal(commit: string, reason: string): Publication {
  const words = refusedWords({ kind: "undeterminable", reasons: [reason] });
  return { commit, passes: false, ...words, annotations: [], id: reason.replaceAll(" ", "-") };
}

/**
 * Judges a merge group, and publishes it on the group's head.
 * @throws what the port throws; a failure is published before
 */
export async function gateGroup(
  port: GatePort,
  group: { readonly head: string; readonly base: string },
  cache: GateCache = shared,
): Promise<Judged> {
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const { seen, verdicts, publication } = await lookAtGroup(port, group, cache);
      const pulls = seen.map(({ pull }) => pull);
      if (publication.passes && !areSame(await openOf(port, pulls), pulls)) continue;
      await port.publish(publication);
      return { verdicts, passes: publication.passes };
    }
  } catch (error) {
    await tried(port.publish(refusal(group.head, NO_ANSWER)));
    throw error;
  }
  await port.publish(refusal(group.head, MOVES));
  return { verdicts: [], passes: false };
}

async function lookAtGroup(
  port: GatePort,
  { head, base }: { readonly head: string; readonly base: string },
  cache: GateCache,
): Promise<GroupJudged & { readonly seen: readonly Seen[] }> {
  const group = await port.group(head, base);
  const seen = await judgeAll(port, await openOf(port, group.members), cache);
  const members = group.members.flatMap((member): MemberJudged[] => {
    const found = seen.find(({ pull }) => pull.number === member.number);
    return found === undefined ? [] : [{ ...found, member }];
  });
  const snapshots = await snapshotsAt(port, commitsOfGroup(group));
  return { seen, ...judgeGroup(group, members, { snapshots, cache }) };
}

/** Those of some pull requests that are open, as they are now. */
async function openOf(port: GatePort, pulls: readonly { readonly number: number }[]) {
  const now = await Promise.all(pulls.map(({ number }) => port.pullRequest(number)));
  return now.flatMap((pull) => (pull?.state === "open" ? [pull] : []));
}
