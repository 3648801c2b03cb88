import { byCodePoint, sortedBy } from "../json/order.ts";
import type { ProposalPlan } from "./plan.ts";
import { planProposal } from "./propose.ts";
import type { ProposalState } from "./state.ts";

/**
 * The plans for a whole run, in the order to carry them out: first what there is already, by server; then new proposals,
 * those that revoke or widen first, then by server. Of the new ones at most `maxNewPullRequests` are opened in this run;
 * the others are put off and said so.
 */
export function planProposals(states: readonly ProposalState[], maxNewPullRequests: number): ProposalPlan[] {
  const plans = states.map((state) => ({ plan: planProposal(state), urgent: isUrgent(state) }));
  const open = plans.filter(({ plan }) => plan.kind === "open");
  const first = open.toSorted(
    (left, right) =>
      Number(right.urgent) - Number(left.urgent) || byCodePoint(left.plan.server, right.plan.server),
  );
  const others = sortedBy(
    plans.filter(({ plan }) => plan.kind !== "open"),
    ({ plan }) => plan.server,
  );
  return [
    ...others.map(({ plan }) => plan),
    ...first.map(({ plan }, at): ProposalPlan => {
      if (at < maxNewPullRequests) return plan;
      return { server: plan.server, kind: "defer", reason: "limit" };
    }),
  ];
}

function isUrgent({ wanted }: ProposalState): boolean {
  if (wanted.kind !== "known") return false;
  const { scope, revokes, grants } = wanted.drift;
  return scope === "widens" || scope === "unknown" || revokes.length > 0 || grants.length > 0;
}
