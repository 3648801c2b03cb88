import type { Leg } from "../gate/assess.ts";
import { decide, type Decision } from "../gate/decide.ts";
import type { PeopleAnswers } from "../gate/people.ts";
import type { PullRequestNow } from "../gate/pull-request.ts";
import type { Change } from "./entry.ts";

/** Whether the label covered what a pull request widened when it was merged; null where it was not needed. */
export function labelSaid(
  leg: Leg,
  pull: PullRequestNow,
  answers: PeopleAnswers,
  isRefused: boolean,
): Change["label"] {
  const widenings = leg.widenings.length;
  const said = { name: leg.settings.label, widenings };
  const decision = decide(leg, pull, answers);
  if (decision.kind === "nothing-wider") return null;
  if (isRefused) return { ...said, counts: false, by: byOf(decision) ?? null, why: "refused" };
  if (decision.kind === "allowed") return { ...said, counts: true, by: decision.by, why: null };
  return { ...said, counts: false, by: byOf(decision) ?? null, why: whyOf(decision) };
}

function byOf(decision: Exclude<Decision, { kind: "nothing-wider" }>): string | undefined {
  return decision.kind === "no-label" ? decision.state.by : decision.by;
}

function whyOf(decision: Exclude<Decision, { kind: "nothing-wider" | "allowed" }>): string {
  return decision.kind === "no-label" ? decision.state.kind : decision.kind;
}
