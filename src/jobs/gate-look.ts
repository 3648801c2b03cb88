import { isDeepStrictEqual } from "node:util";
import { assess, commitsOf, type Assessment } from "../core/gate/assess.ts";
import type { GateCache } from "../core/gate/gate-cache.ts";
import { judge, questionsOf } from "../core/gate/judge.ts";
import { questionKey, type Standing } from "../core/gate/people.ts";
import type { PullRequestNow } from "../core/gate/pull-request.ts";
import type { Snapshot } from "../core/gate/snapshot.ts";
import type { Verdict } from "../core/gate/verdict.ts";
import { approvedSeen } from "./approved-seen.ts";
import type { GatePort } from "./gate-port.ts";

/** A pull request as it was seen, what it changes, and the verdict on it. */
export interface Seen {
  readonly pull: PullRequestNow;
  readonly assessment: Assessment;
  readonly verdict: Verdict;
}

/** The open pull requests with the head of one, it first. */
export async function allWithHeadOf(first: PullRequestNow, port: GatePort): Promise<PullRequestNow[]> {
  const pulls = [first];
  for (const number of await port.openWithHead(first.head)) {
    if (number === first.number) continue;
    const pull = await port.pullRequest(number);
    if (pull?.state === "open" && pull.head === first.head) pulls.push(pull);
  }
  return pulls;
}

/** Whether a pull request, and all others with its head, still are as they were. */
export async function isAsSeen(port: GatePort, pulls: readonly PullRequestNow[]): Promise<boolean> {
  const [first] = pulls;
  const now = first === undefined ? undefined : await port.pullRequest(first.number);
  if (now?.state !== "open") return false;
  return areSame(await allWithHeadOf(now, port), pulls);
}

/** Whether pull requests are the same in all that decides about them; our own words on them don't. */
export function areSame(now: readonly PullRequestNow[], before: readonly PullRequestNow[]): boolean {
  return isDeepStrictEqual(now.map(decidingPart), before.map(decidingPart));
}

function decidingPart({
  comment: _comment,
  verdicts: _verdicts,
  allowedBefore: _before,
  ...rest
}: PullRequestNow) {
  return rest;
}

/** Judges some pull requests together: one read of files, one of people, and of these another before any success. */
export async function judgeAll(
  port: GatePort,
  pulls: readonly PullRequestNow[],
  cache: GateCache,
): Promise<Seen[]> {
  const snapshots = await snapshotsAt(port, pulls.flatMap(commitsOf));
  const assessed: Assessment[] = [];
  for (const pull of pulls) {
    const approved = await approvedSeen(port, pull, { snapshots, cache });
    assessed.push(assess(pull, { snapshots, cache, approved }));
  }
  const seen = await judgeBy(port, assessed, false);
  return seen.every(({ verdict }) => verdict.kind === "passes") ? judgeBy(port, assessed, true) : seen;
}

/** Asks what is needed of people, until no answer is missing that could change a verdict. */
async function judgeBy(port: GatePort, assessed: readonly Assessment[], fresh: boolean): Promise<Seen[]> {
  const answers = new Map<string, Standing>();
  for (;;) {
    const wanted = new Map(
      assessed
        .flatMap((each) => questionsOf(each, answers))
        .map((question) => [questionKey(question), question]),
    );
    if (wanted.size === 0) break;
    const said = await port.people([...wanted.values()], fresh);
    for (const [at, key] of [...wanted.keys()].entries())
      answers.set(key, said[at] ?? { is: "unknown", why: "GitHub gave no answer" });
  }
  return assessed.map((assessment) => {
    return { pull: assessment.pull, assessment, verdict: judge(assessment, answers) };
  });
}

/** The deciding files at some commits, by commit. */
export async function snapshotsAt(
  port: GatePort,
  commits: readonly string[],
): Promise<Map<string, Snapshot>> {
  const snapshots = await port.snapshots([...new Set(commits)]);
  return new Map(snapshots.map((snapshot) => [snapshot.commit, snapshot]));
}
