import { isDeepStrictEqual } from "node:util";
import { planProposals } from "../core/propose/limit.ts";
import type { ProposalPlan } from "../core/propose/plan.ts";
import { planProposal } from "../core/propose/propose.ts";
import type { Refusal } from "../core/propose/state.ts";
import { carryOut, type Applied } from "../github/apply.ts";
import { failureOf } from "../github/failure.ts";
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
  const first = await carryOut(plan, applyingFor(found, request));
  if (first.ok) return { plan, applied: first };
  const refused = refusalIn(first);
  if (refused === undefined && first.failure.kind !== "not-as-thought") return { plan, applied: first };
  const again = await lookAgain(found, request, refused).catch((error: unknown) => failureOf(error));
  if (!("state" in again)) return { plan, applied: { ...first, failure: again } };
  const next = planProposal(again.state);
  const applied = await carryOut(next, applyingFor(again, request));
  return { plan: next, applied: isDeepStrictEqual(plan, next) ? asRefused(applied) : applied };
}

/** Nobody was faster, and GitHub says no again. One reason is no fault: a pull request that it does not show yet. */
function asRefused(applied: Applied): Applied {
  if (applied.ok || applied.failure.kind !== "not-as-thought") return applied;
  const { said } = applied.failure;
  if (/pull request already exists/i.test(said)) return applied;
  return { ...applied, failure: { kind: "refused", said } };
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
