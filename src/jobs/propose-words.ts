import { codeSpan } from "../core/explain/inert.ts";
import { planWords } from "../core/propose/words.ts";
import type { Step } from "../github/steps.ts";
import type { CallFailure } from "../github/failure.ts";
import type { Outcome } from "./propose.ts";

/** An outcome as data. */
export interface OutcomeData {
  readonly server: string;
  /** The kind of the plan, as `open`, and why. */
  readonly action: string;
  readonly reason?: string;
  readonly pullRequest?: number;
  readonly url?: string;
  /** What stands in the way, where it could not be done. */
  readonly failure?: string;
}

const PERMISSIONS: Readonly<Record<Step, string>> = {
  branch: "contents: write",
  status: "statuses: write",
  "pull-request": "pull-requests: write",
  comment: "pull-requests: write",
};

/** What came of one server, as data: stable words, nothing that a server wrote. */
export function outcomeData({ plan, applied }: Outcome): OutcomeData {
  const number = applied?.ok === true ? applied.pullRequest : undefined;
  const pullRequest = number ?? ("pullRequest" in plan ? plan.pullRequest : undefined);
  return {
    server: plan.server,
    action: plan.kind,
    ...("reason" in plan && { reason: plan.reason }),
    ...(pullRequest !== undefined && { pullRequest }),
    ...(applied?.ok === true && applied.url !== undefined && { url: applied.url }),
    ...(applied?.ok === false && { failure: applied.failure.kind }),
  };
}

/** What came of one server, as one line of Markdown. */
export function outcomeWords({ plan, applied }: Outcome): string {
  const words = planWords(plan);
  if (applied === undefined) return `${words} (dry run: nothing was written)`;
  if (!applied.ok) return `${words} **Not done:** ${failureWords(applied.failure, applied.step)}.`;
  const opened = plan.kind === "open" && applied.pullRequest !== undefined;
  return opened ? `${words} It is #${applied.pullRequest}.` : words;
}

/** Whether a run with this outcome did not do what it should: what only waits, or was skipped for good, is in order. */
export function isFailure({ plan, applied }: Outcome): boolean {
  // Under its old name it would be skipped for ever, and nobody would hear of it.
  if (plan.kind === "skip") return ["pull-requests", "branch", "moved"].includes(plan.reason);
  // Somebody else was faster, twice: the next run sees what came of it.
  return applied?.ok === false && applied.failure.kind !== "not-as-thought";
}

function failureWords(failure: CallFailure, step: Step): string {
  switch (failure.kind) {
    case "actions-may-not-open":
      return "GitHub Actions may not open pull requests here";
    case "rule":
      return `a rule of the repository forbids it (${codeSpan(failure.rule)})`;
    case "no-permission":
      return `the token may not do it; give the job \`${PERMISSIONS[step]}\` (${codeSpan(failure.said)})`;
    case "not-as-thought":
      return `it changed while this run wrote; the next run looks again (${codeSpan(failure.said)})`;
    case "refused":
      return `GitHub refuses it (${codeSpan(failure.said)})`;
    case "blocked":
      return "GitHub blocks access to the repository";
    case "not-done":
      return `GitHub did not answer as it should; the next run goes on (${codeSpan(failure.said)})`;
    default:
      return failure satisfies never;
  }
}
