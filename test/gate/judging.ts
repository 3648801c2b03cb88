import { assess, commitsOf, type Assessment } from "../../src/core/gate/assess.ts";
import type { ApprovedNow } from "../../src/core/gate/approved-now.ts";
import { GateCache } from "../../src/core/gate/gate-cache.ts";
import { judge, questionsOf } from "../../src/core/gate/judge.ts";
import { questionKey, type PeopleQuestion, type Standing } from "../../src/core/gate/people.ts";
import type { PullRequestNow } from "../../src/core/gate/pull-request.ts";
import type { Snapshot } from "../../src/core/gate/snapshot.ts";
import type { Verdict } from "../../src/core/gate/verdict.ts";
import { answer, PEOPLE, type People } from "./scene.ts";

/** A pull request held against some snapshots. */
export function assessed(
  pull: PullRequestNow,
  snapshots: readonly Snapshot[],
  { approved, cache = new GateCache() }: { readonly approved?: ApprovedNow; readonly cache?: GateCache } = {},
): Assessment {
  const byCommit = new Map(snapshots.map((snapshot) => [snapshot.commit, snapshot]));
  const asked = new Map(
    commitsOf(pull).flatMap((commit) => {
      const snapshot = byCommit.get(commit);
      return snapshot === undefined ? [] : [[commit, snapshot] as const];
    }),
  );
  return assess(pull, { snapshots: asked, cache, ...(approved && { approved }) });
}

/** The verdict on it, with every question answered. */
export function judged(
  pull: PullRequestNow,
  snapshots: readonly Snapshot[],
  people: People = PEOPLE,
  onQuestion: (question: PeopleQuestion) => void = () => {},
  cache = new GateCache(),
): Verdict {
  const assessment = assessed(pull, snapshots, { cache });
  const answers = new Map<string, Standing>();
  for (let round = 0; round < 5; round++) {
    for (const question of questionsOf(assessment, answers)) {
      onQuestion(question);
      answers.set(questionKey(question), answer(question, people));
    }
  }
  return judge(assessment, answers);
}
