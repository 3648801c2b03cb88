import type { ProposalPlan } from "../core/propose/plan.ts";
import type { ObjectId } from "../core/propose/state.ts";
import type { CallFailure } from "./failure.ts";
import {
  moveBranch,
  NOTHING,
  openPull,
  publishStatus,
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
 * Carries out one plan, in the order branch, status, text, comment: a half that is left over is never green, and the next
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
      const head = await writeBranch(plan.branch, plan.commit, plan.expectedHead, applying);
      await publishStatus(head, applying);
      return openPull(plan, applying);
    }
    case "replace": {
      const { branch, commit, expectedHead } = plan;
      const head = await writeBranch(branch, commit, expectedHead, applying);
      return keepUp(plan, head, applying);
    }
    case "retext":
      return keepUp(plan, applying.withoutStatus, applying);
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
      await publishStatus(applying.withoutStatus, applying);
      if (plan.kind === "stop" && plan.pullRequest !== undefined) {
        await say(plan.pullRequest, plan.notice, applying);
      }
      return plan.pullRequest === undefined ? {} : { pullRequest: plan.pullRequest };
    case "silent":
    case "wait":
    case "defer":
      return {};
    default:
      return plan satisfies never;
  }
}

/** Status, text and comment of an open proposal. A status that can't be written must not leave the text behind its files. */
async function keepUp(
  { pullRequest, text, notice }: Extract<ProposalPlan, { kind: "replace" | "retext" }>,
  head: ObjectId | undefined,
  applying: Applying,
): Promise<Made> {
  const failed = await publishStatus(head, applying).catch((error: unknown) => ({ error }));
  await writeText(pullRequest, text, applying);
  await say(pullRequest, notice, applying);
  if (failed !== undefined) throw failed.error;
  return { pullRequest };
}
