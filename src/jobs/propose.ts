import { planProposals } from "../core/propose/limit.ts";
import type { ProposalPlan } from "../core/propose/plan.ts";
import { planProposal } from "../core/propose/propose.ts";
import type { Refusal } from "../core/propose/state.ts";
import { carryOut, type Applied } from "../github/apply.ts";
import type { Applying } from "../github/steps.ts";
import { casesOf, lookAgain, type Case, type ProposeRequest } from "./propose-case.ts";

/** What was planned for one server, and what came of it; in a dry run nothing did. */
export interface Outcome {
  readonly plan: ProposalPlan;
  readonly applied?: Applied;
}

/**
 * Brings the proposals of a registry's servers in line with what was read: plans all of them, then carries out one plan
 * after the other. A plan that somebody else was faster than is made anew, once.
 * @throws what octokit throws when the repository can't be looked at
 */
export async function propose(request: ProposeRequest): Promise<Outcome[]> {
  const cases = await casesOf(request);
  const byServer = new Map(cases.map((each) => [each.server, each]));
  const states = cases.map(({ state }) => state);
  const outcomes: Outcome[] = [];
  for (const plan of planProposals(states, request.maxNew)) {
    const found = byServer.get(plan.server);
    if (request.dryRun || found === undefined) outcomes.push({ plan });
    else outcomes.push(await finish(foreseen(plan, found, outcomes), found, request));
  }
  return outcomes.filter(({ plan }) => plan.kind !== "nothing" || plan.reason !== "no-drift");
}

/** Where GitHub let no pull request be opened before in this run, the next one is not begun. */
function foreseen(plan: ProposalPlan, { state }: Case, before: readonly Outcome[]): ProposalPlan {
  const isRefused = before.some((each) => each.plan.kind === "skip" && each.plan.reason === "pull-requests");
  if (plan.kind !== "open" || !isRefused) return plan;
  return planProposal({ ...state, refused: { kind: "pull-requests" } });
}

/** Carries a plan out; where that shows that things are not as thought, looks again, plans again and tries once more. */
async function finish(plan: ProposalPlan, found: Case, request: ProposeRequest): Promise<Outcome> {
  const applied = await carryOut(plan, applyingFor(found, request));
  if (applied.ok) return { plan, applied };
  const refused = refusalIn(applied);
  if (refused === undefined && applied.failure.kind !== "not-as-thought") return { plan, applied };
  const again = await lookAgain(found, request, refused);
  const next = planProposal(again.state);
  return { plan: next, applied: await carryOut(next, applyingFor(again, request)) };
}

/** What GitHub does not let us do, learned from its refusal. */
function refusalIn(applied: Applied): Refusal | undefined {
  if (applied.ok) return undefined;
  const { failure } = applied;
  if (failure.kind === "actions-may-not-open") return { kind: "pull-requests" };
  return failure.kind === "rule" ? { kind: "branch", rule: failure.rule } : undefined;
}

/** With what the plan for a server is carried out. */
export function applyingFor({ server, opens, seen }: Case, request: ProposeRequest): Applying {
  const { gate } = request.registry.settings;
  const mine = opens.find(({ pull }) => pull.ours);
  const one = seen.servers.get(server);
  const isBare = mine !== undefined && one?.hasStatus === false;
  return {
    client: request.client,
    repositoryId: seen.id,
    baseTree: seen.baseTree,
    ...(mine?.comment !== undefined && { comment: mine.comment }),
    ...(gate.by === "action" && request.judge && { judge: request.judge, isUnjudged: isBare }),
  };
}
