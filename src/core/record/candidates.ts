import { approversOf } from "../gate/cover.ts";
import { labelState } from "../gate/label.ts";
import type { PullRequestNow, Review } from "../gate/pull-request.ts";
import type { Settings } from "../registry/settings.ts";
import type { Approver, Change } from "./entry.ts";
import type { MergedPull } from "./evidence.ts";
import { mergerOf, type Merger } from "./merger.ts";
import { timeText } from "./time.ts";

/** Somebody whose doing counts as an approval of the merged head, of whatever they own. */
export type Candidate = Omit<Approver, "file" | "owner" | "line">;

/** Who may have approved a pull request, and what does not count of those who tried. */
export interface Candidates {
  readonly counting: readonly Candidate[];
  readonly merger: Merger;
  readonly notCounted: NonNullable<Change["merged"]>["notCounted"];
  /** Standing approvals of other commits than the merged head. */
  readonly stale: Change["stale"];
}

/** A pull request as it was when it was merged: what came after says nothing about the merge. */
export function asMerged({ pull, mergedAt }: MergedPull): PullRequestNow {
  const labelEvents = pull.labelEvents.filter(({ at }) => at <= mergedAt);
  const last = new Map(labelEvents.map((event) => [event.label.toLowerCase(), event]));
  return {
    ...pull,
    labels: [...last.values()].flatMap(({ kind, label }) => (kind === "labeled" ? [label] : [])),
    labelEvents,
    reviews: pull.reviews.filter(({ at }) => at <= mergedAt),
    verdicts: pull.verdicts.filter(({ at }) => at <= mergedAt),
  };
}

/** Who may have approved: whoever merged it or had it merged, and each standing approving review of the merged head. */
export function candidatesOf(merged: MergedPull, { approval, label }: Settings): Candidates {
  const pull = asMerged(merged);
  const merger = mergerOf({ ...merged, pull });
  const state = labelState(pull, label);
  const labeller = state.kind === "standing" ? state.by : undefined;
  const independent = (login: string) => independence(login, merged, labeller);
  const counts = (login: string) => !approval.independent || independent(login) === "yes";
  const all: Candidate[] = [];
  const { actor, asked, via } = merger;
  const contributed = merger.notCounted === undefined && actor !== null && !counts(actor.login);
  if (merger.notCounted === undefined && actor !== null) {
    const at = timeText(asked?.at ?? merged.mergedAt);
    const as = via === "direct" ? "merge" : via;
    all.push({ login: actor.login, as, commit: pull.head, at, independent: independent(actor.login) });
  }
  for (const login of approversOf(pull)) {
    const review = pull.reviews.findLast((each) => isBy(each, login));
    const at = review === undefined ? null : timeText(review.at);
    all.push({ login, as: "review", commit: pull.head, at, independent: independent(login) });
  }
  return {
    counting: all.filter(({ login }) => counts(login)),
    merger,
    notCounted: merger.notCounted ?? (contributed ? "contributed" : null),
    stale: staleOf(pull),
  };
}

function isBy({ author, state }: Review, login: string): boolean {
  return author?.login.toLowerCase() === login.toLowerCase() && state !== "commented";
}

/** Whether somebody had no part in what was merged; the label is a part of it. */
function independence(
  login: string,
  { pull, contributors }: MergedPull,
  labeller: string | undefined,
): Candidate["independent"] {
  const known = [pull.author, ...contributors.map(({ who }) => who)];
  const logins = [...known.flatMap((who) => who?.login ?? []), ...(labeller === undefined ? [] : [labeller])];
  if (logins.some((each) => each.toLowerCase() === login.toLowerCase())) return "no";
  return known.includes(null) ? "unknown" : "yes";
}

/** The latest reviews with an opinion that approve another commit than the head. */
function staleOf(pull: PullRequestNow): Change["stale"] {
  const latest = new Map<string, Review>();
  for (const review of pull.reviews) {
    if (review.author?.kind === "person" && review.state !== "commented")
      latest.set(review.author.login.toLowerCase(), review);
  }
  return [...latest.values()].flatMap(({ author, state, commit, at }) => {
    if (author === null || state !== "approved" || commit === pull.head) return [];
    return [{ login: author.login, commit: commit ?? null, at: timeText(at) }];
  });
}
