import { assess, commitsOf, type Assessment } from "../core/gate/assess.ts";
import { GateCache } from "../core/gate/gate-cache.ts";
import { judge, questionsOf } from "../core/gate/judge.ts";
import { questionKey, type PeopleAnswers, type Standing } from "../core/gate/people.ts";
import type { PullRequestNow } from "../core/gate/pull-request.ts";
import { registryAt } from "../core/gate/registry-at.ts";
import type { Snapshot } from "../core/gate/snapshot.ts";
import type { Verdict } from "../core/gate/verdict.ts";
import { commitOf } from "../disk/git.ts";
import { mergeBase } from "../disk/merge-base.ts";
import { snapshotAt } from "../disk/snapshot.ts";

/** A pull request that need not exist: what merging one commit into another would bring. */
export interface Here {
  /** A folder of a local repository. */
  readonly repository: string;
  /** The refs as a person gave them. */
  readonly base: string;
  readonly head: string;
  /** Judge as if somebody who may do everything had put the label on. */
  readonly label: boolean;
}

/** A verdict on it, and what that was found from. */
export interface JudgedHere {
  readonly verdict: Verdict;
  readonly assessment: Assessment;
}

/**
 * The gate on a local repository: the same as on GitHub, but for what only GitHub knows. Reads git's objects alone, of
 * commits that are here; the base stands for the default branch too.
 * @throws Error when git is missing, a ref names no commit, or an object or the history that is needed is not here
 */
export async function gateHere({ repository, base, head, label }: Here): Promise<JudgedHere> {
  const unlabelled = await pullHere(repository, base, head);
  const snapshots = new Map<string, Snapshot>();
  for (const commit of commitsOf(unlabelled)) snapshots.set(commit, await snapshotAt(repository, commit));
  const cache = new GateCache();
  const rules = snapshots.get(unlabelled.base.commit);
  const pull =
    label && rules !== undefined ? labelled(unlabelled, registryAt(rules, cache).settings.label) : unlabelled;
  const assessment = assess(pull, { snapshots, cache });
  return { verdict: judge(assessment, answersTo(assessment)), assessment };
}

async function pullHere(repository: string, baseRef: string, headRef: string): Promise<PullRequestNow> {
  const base = { branch: baseRef, commit: await commitOf(repository, baseRef) };
  const head = await commitOf(repository, headRef);
  const common = await mergeBase(repository, base.commit, head);
  return {
    number: 0,
    state: "open",
    author: null,
    proposalOf: undefined,
    head,
    base,
    defaultBranch: base,
    mergeBase: { base: common, default: common },
    aimedAt: 0,
    labels: [],
    labelEvents: [],
    reviews: [],
    verdicts: [],
    comment: undefined,
    undeterminable: [],
  };
}

const SOMEBODY = { login: "somebody", kind: "person" } as const;

/** The same with a label that counts, as far as it is by somebody entitled: put on after a verdict on this head. */
function labelled(pull: PullRequestNow, label: string): PullRequestNow {
  return {
    ...pull,
    labels: [label],
    labelEvents: [{ kind: "labeled", label, actor: SOMEBODY, at: 2000, viaApp: false }],
    verdicts: [{ commit: pull.head, at: 1000, passes: false, id: undefined }],
  };
}

/** The somebody who put the label on owns everything that has owners, and may write. */
function answersTo(assessment: Assessment): PeopleAnswers {
  const answers = new Map<string, Standing>();
  for (;;) {
    const questions = questionsOf(assessment, answers);
    if (questions.length === 0) return answers;
    for (const question of questions) answers.set(questionKey(question), { is: "yes" });
  }
}
