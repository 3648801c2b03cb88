import type { Leg } from "./assess.ts";
import { approversOf, coverOf, filesNeeded, NOT_ASKED, questionsForCover, type Cover } from "./cover.ts";
import { labelState, type LabelState } from "./label.ts";
import { questionKey, type PeopleAnswers, type PeopleQuestion } from "./people.ts";
import type { PullRequestNow } from "./pull-request.ts";

/** Whether what widens on one leg is allowed, and by whom; else the first thing that is missing. */
export type Decision =
  | { readonly kind: "nothing-wider" }
  /** `cover` where the label had to be an owner's. */
  | { readonly kind: "allowed"; readonly by: string; readonly cover: Cover | undefined }
  | { readonly kind: "no-label"; readonly state: Exclude<LabelState, { kind: "standing" }> }
  /** The person may not: has no write access, or owns nothing of it; or GitHub can't tell, for these reasons. */
  | { readonly kind: "not-entitled"; readonly by: string; readonly unknown: readonly string[] }
  /** The label counts, but not for everything. */
  | { readonly kind: "not-covered"; readonly by: string; readonly cover: Cover };

/** Decides about one leg by what GitHub says of people; an answer that is missing counts as unknown. */
export function decide(leg: Leg, pull: PullRequestNow, answers: PeopleAnswers): Decision {
  if (leg.widenings.length === 0) return { kind: "nothing-wider" };
  const state = labelState(pull, leg.settings.label);
  if (state.kind !== "standing") return { kind: "no-label", state };
  const { by } = state;
  switch (leg.settings.labelBy) {
    case "anyone":
      return { kind: "allowed", by, cover: undefined };
    case "writer": {
      const answer = answers.get(questionKey({ kind: "may-write", login: by }));
      if (answer?.is === "yes") return { kind: "allowed", by, cover: undefined };
      const unknown = answer === undefined ? [NOT_ASKED] : answer.is === "unknown" ? [answer.why] : [];
      return { kind: "not-entitled", by, unknown };
    }
    case "owner": {
      const people = { labeller: by, approvers: approversOf(pull) };
      const cover = coverOf(filesNeeded(leg.widenings), people, leg.owners, answers);
      const owns = cover.covered.some((each) => each.as === "label");
      if (!owns)
        return { kind: "not-entitled", by, unknown: cover.uncovered.flatMap((each) => each.unknown) };
      return cover.uncovered.length === 0
        ? { kind: "allowed", by, cover }
        : { kind: "not-covered", by, cover };
    }
    default:
      return leg.settings.labelBy satisfies never;
  }
}

/** What must be asked of GitHub next to decide about a leg. Nothing where no answer could change it. */
export function questionsFor(leg: Leg, pull: PullRequestNow, answers: PeopleAnswers): PeopleQuestion[] {
  const state = labelState(pull, leg.settings.label);
  if (leg.widenings.length === 0 || state.kind !== "standing") return [];
  const { by } = state;
  if (leg.settings.labelBy === "anyone") return [];
  if (leg.settings.labelBy === "writer") {
    const question: PeopleQuestion = { kind: "may-write", login: by };
    return answers.has(questionKey(question)) ? [] : [question];
  }
  const people = { labeller: by, approvers: approversOf(pull) };
  return questionsForCover(filesNeeded(leg.widenings), people, leg.owners, answers);
}
