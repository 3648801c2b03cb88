import type { ProposalPlan } from "../core/propose/plan.ts";
import type { CallFailure } from "./failure.ts";
import {
  judgeProposal,
  moveBranch,
  NOTHING,
  openPull,
  say,
  StepFailed,
  writeBranch,
  writeText,
  type Applying,
  type Made,
  type Step,
} from "./steps.ts";

/** What came of a plan: it is done, or one step failed and nothing after it was begun. */
export type Applied =
  | { readonly ok: true; readonly pullRequest?: number; readonly url?: string }
  | { readonly ok: false; readonly step: Step; readonly failure: CallFailure };

/**
 * Carries out one plan, in the order branch, text, comment, verdict: a half that is left over is never green, and the next
 * run finishes it. A branch moves only from the commit that the plan was made for.
 */
export async function carryOut(plan: ProposalPlan, applying: Applying): Promise<Applied> {
  try {
    return { ok: true, ...(await steps(plan, applying)) };
  } catch (error) {
    if (error instanceof StepFailed) return { ok: false, step: error.step, failure: error.failure };
    throw error;
  }
}

async function steps(plan: ProposalPlan, applying: Applying): Promise<Made> {
  switch (plan.kind) {
    case "open": {
      await writeBranch(plan.branch, plan.commit, plan.expectedHead, applying);
      const made = await openPull(plan, applying);
      await judgeProposal(made.pullRequest, applying);
      return made;
    }
    case "replace": {
      const { branch, commit, expectedHead } = plan;
      await writeBranch(branch, commit, expectedHead, applying);
      return keepUp(plan, true, applying);
    }
    case "retext":
      return keepUp(plan, applying.isUnjudged === true, applying);
    case "close": {
      const { pullRequest, body, deletes } = plan;
      await say(pullRequest, plan.notice, applying);
      await writeText(pullRequest, { state: "closed", ...(body !== undefined && { body }) }, applying);
      if (deletes) await moveBranch(deletes.branch, deletes.expectedHead, NOTHING, applying);
      return { pullRequest };
    }
    case "delete-branch":
      await moveBranch(plan.deletes.branch, plan.deletes.expectedHead, NOTHING, applying);
      return {};
    case "skip":
      if (plan.deletes) await moveBranch(plan.deletes.branch, plan.deletes.expectedHead, NOTHING, applying);
      return {};
    case "nothing":
    case "stop":
      if (plan.kind === "stop" && plan.pullRequest !== undefined) {
        await say(plan.pullRequest, plan.notice, applying);
      }
      if (applying.isUnjudged === true) await judgeProposal(plan.pullRequest, applying);
      return plan.pullRequest === undefined ? {} : { pullRequest: plan.pullRequest };
    case "silent":
    case "wait":
    case "defer":
      return {};
    default:
      return plan satisfies never;
  }
}

/** Text and comment of an open proposal, and the verdict on it. */
async function keepUp(
  { pullRequest, text, notice }: Extract<ProposalPlan, { kind: "replace" | "retext" }>,
  isUnjudged: boolean,
  applying: Applying,
): Promise<Made> {
  await writeText(pullRequest, text, applying);
  await say(pullRequest, notice, applying);
  if (isUnjudged) await judgeProposal(pullRequest, applying);
  return { pullRequest };
}
