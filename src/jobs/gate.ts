import { isDeepStrictEqual } from "node:util";
import { assess, commitsOf, type Assessment } from "../core/gate/assess.ts";
import { GateCache } from "../core/gate/gate-cache.ts";
import { commitsOfGroup, judgeGroup, type MemberJudged } from "../core/gate/group.ts";
import { judge, questionsOf } from "../core/gate/judge.ts";
import { questionKey, type Standing } from "../core/gate/people.ts";
import { publicationOf, worstFirst, type Publication } from "../core/gate/publication.ts";
import type { PullRequestNow } from "../core/gate/pull-request.ts";
import { refusedWords } from "../core/gate/refused-words.ts";
import type { Snapshot } from "../core/gate/snapshot.ts";
import type { Verdict } from "../core/gate/verdict.ts";
import type { GatePort } from "./gate-port.ts";

/** What was found of one commit: a verdict for each open pull request with it as the head, the worst first. */
export interface Judged {
  readonly verdicts: readonly Verdict[];
  readonly passes: boolean;
}

/** How often a pull request is looked at anew when it changes while it is read. */
const ATTEMPTS = 4;

/** A pull request as it was seen, what it changes, and the verdict on it. */
interface Seen {
  readonly pull: PullRequestNow;
  readonly assessment: Assessment;
  readonly verdict: Verdict;
}

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
  let seen: readonly Seen[] = [];
  let head: string | undefined;
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const pulls = await pullsWithHeadOf(port, number);
      head = pulls[0]?.head;
      if (head === undefined) return undefined;
      seen = await judgeAll(port, pulls, cache);
      if (!needsSecondLook(seen) || (await isAsSeen(port, number, pulls)))
        return await settle(port, head, seen);
    }
  } catch (error) {
    if (head !== undefined)
      await publishUnless(port, refusal(head, "GitHub could not be read"), []).catch(() => {});
    throw error;
  }
  if (head === undefined) return undefined;
  const publication = refusal(head, "it kept changing while it was looked at");
  await publishUnless(port, publication, seen);
  return { verdicts: seen.map(({ verdict }) => verdict), passes: false };
}

/** The open pull requests with the head of one, it first; none when it is not open. */
async function pullsWithHeadOf(port: GatePort, number: number): Promise<PullRequestNow[]> {
  const first = await port.pullRequest(number);
  if (first?.state !== "open") return [];
  const pulls = [first];
  for (const other of await port.openWithHead(first.head)) {
    if (other === number) continue;
    const pull = await port.pullRequest(other);
    if (pull?.state === "open" && pull.head === first.head) pulls.push(pull);
  }
  return pulls;
}

async function judgeAll(port: GatePort, pulls: readonly PullRequestNow[], cache: GateCache): Promise<Seen[]> {
  const snapshots = await snapshotsAt(port, pulls.flatMap(commitsOf));
  const assessed = pulls.map((pull) => assess(pull, { snapshots, cache }));
  const verdicts = await judgeBy(port, assessed, false);
  const passes = verdicts.every(({ kind }) => kind === "passes");
  // Membership is read anew before any success.
  const last = passes ? await judgeBy(port, assessed, true) : verdicts;
  return assessed.map((assessment, at) => {
    const verdict = last[at];
    if (verdict === undefined) throw new RangeError("a verdict is missing");
    return { pull: assessment.pull, assessment, verdict };
  });
}

/** Asks what is needed of people, until no answer is missing that could change a verdict. */
async function judgeBy(port: GatePort, assessed: readonly Assessment[], fresh: boolean): Promise<Verdict[]> {
  const answers = new Map<string, Standing>();
  for (;;) {
    const wanted = new Map(
      assessed
        .flatMap((each) => questionsOf(each, answers))
        .map((question) => [questionKey(question), question]),
    );
    if (wanted.size === 0) break;
    const questions = [...wanted.values()];
    const said = await port.people(questions, fresh);
    for (const [at, question] of questions.entries())
      answers.set(questionKey(question), said[at] ?? { is: "unknown", why: "GitHub gave no answer" });
  }
  return assessed.map((each) => judge(each, answers));
}

async function snapshotsAt(port: GatePort, commits: readonly string[]): Promise<Map<string, Snapshot>> {
  const wanted = [...new Set(commits)];
  const snapshots = await port.snapshots(wanted);
  return new Map(
    wanted.flatMap((commit, at) => {
      const snapshot = snapshots[at];
      return snapshot === undefined ? [] : [[commit, snapshot] as const];
    }),
  );
}

/** Before a success, and before a label is taken off, nothing may have moved. */
function needsSecondLook(seen: readonly Seen[]): boolean {
  return (
    seen.every(({ verdict }) => verdict.kind === "passes") || seen.some(({ verdict }) => verdict.unlabel)
  );
}

async function isAsSeen(port: GatePort, number: number, pulls: readonly PullRequestNow[]): Promise<boolean> {
  const now = await pullsWithHeadOf(port, number);
  return isDeepStrictEqual(now.map(decidingPart), pulls.map(decidingPart));
}

/** What of a pull request decides about it; our own words on it don't. */
function decidingPart({
  comment: _comment,
  verdicts: _verdicts,
  allowedBefore: _before,
  ...rest
}: PullRequestNow) {
  return rest;
}

/** Does what the verdicts ask for, and publishes last: whoever sees the check finds the label and the comment there. */
async function settle(port: GatePort, head: string, seen: readonly Seen[]): Promise<Judged> {
  for (const { pull, assessment, verdict } of seen) {
    const labels = new Set(assessment.legs.map(({ settings }) => settings.label));
    if (verdict.kind === "needs-label") {
      for (const label of labels) await tried(port.makeLabel(label));
    }
    if (verdict.unlabel) {
      for (const label of labels) {
        const isOn = pull.labels.some((each) => each.toLowerCase() === label.toLowerCase());
        if (isOn) await tried(port.takeLabelOff(pull.number, label));
      }
    }
    const { comment } = verdict;
    if (comment !== undefined && comment.trim() !== pull.comment?.body.replaceAll("\r\n", "\n").trim())
      await tried(port.comment(pull.number, comment, pull.comment?.id));
  }
  const publication = publicationOf(head, seen);
  await publishUnless(port, publication, seen);
  return { verdicts: worstFirst(seen).map(({ verdict }) => verdict), passes: publication.passes };
}

/** Label and comment help people; the verdict does not depend on them. */
async function tried(doing: Promise<void>): Promise<void> {
  await doing.catch(() => {});
}

/** Publishes, unless the newest verdict on the commit says the same. */
async function publishUnless(port: GatePort, publication: Publication, seen: readonly Seen[]): Promise<void> {
  const newest = seen[0]?.pull.verdicts.findLast(({ commit }) => commit === publication.commit);
  if (newest?.id === publication.id && newest.passes === publication.passes) return;
  await port.publish(publication);
}

function refusal(commit: string, reason: string): Publication {
  const words = refusedWords({ kind: "undeterminable", reasons: [reason] });
  return { commit, passes: false, ...words, annotations: [], id: `${commit} ${reason}` };
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
    const now = await port.group(group.head, group.base);
    const pulls = await Promise.all(now.members.map(({ number }) => port.pullRequest(number)));
    const open = pulls.flatMap((pull) => (pull?.state === "open" ? [pull] : []));
    const seen = await judgeAll(port, open, cache);
    const members = now.members.flatMap((member): MemberJudged[] => {
      const found = seen.find(({ pull }) => pull.number === member.number);
      return found === undefined ? [] : [{ ...found, member }];
    });
    const snapshots = await snapshotsAt(port, commitsOfGroup(now));
    const { verdicts, publication } = judgeGroup(now, members, { snapshots, cache });
    await port.publish(publication);
    return { verdicts, passes: publication.passes };
  } catch (error) {
    await port.publish(refusal(group.head, "GitHub could not be read")).catch(() => {});
    throw error;
  }
}
