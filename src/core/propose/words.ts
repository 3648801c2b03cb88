import { codeSpan } from "../explain/inert.ts";
import type { OpenReason, ProposalPlan, ReplaceReason, SkipReason, StopReason, WaitReason } from "./plan.ts";
import type { Notice } from "./state.ts";

/** The setting without which Actions opens no pull request; off unless somebody switched it on. */
const SETTING = "Allow GitHub Actions to create and approve pull requests";

const OPENED: Readonly<Record<OpenReason, string>> = {
  "new-drift": "a new drift",
  "drift-changed": "the drift is another one than the one that was dismissed",
  "drift-back": "the drift is back",
  "merged-but-differs": "a proposal was merged, and the card still differs from the live list",
  "closed-by-other":
    "the last proposal was closed by somebody who does not own these files, which dismisses nothing",
  recreated: "you asked for it",
};

const REPLACED: Readonly<Record<ReplaceReason, string>> = {
  "declines-adopted": "tools were declined",
  recreated: "you asked for it; commits of others are gone from it",
  "base-rewritten": "the default branch was force-pushed",
  "base-changed": "its files changed on the default branch",
  "drift-changed": "the drift changed",
};

const WAITING: Readonly<Record<WaitReason, string>> = {
  "merge-queue": "it is in the merge queue",
  retargeted: "somebody changed what it is to be merged into; change it back, or close it",
  "branch-not-seen": "GitHub does not show its branch at the moment",
  unreadable: "the server could not be read",
  unstable: "two readings disagree",
  "card-invalid": "the card is invalid",
  "card-too-large": "the card would be larger than 1 MiB",
  "card-not-editable":
    "its card or a grants file can't be edited in place; `toolcard scan --write` says where, edit it by hand",
  "base-moved":
    "the default branch has other cards or grants than this checkout; the next run on its newest commit looks again",
};

const STOPPED: Readonly<Record<StopReason, string>> = {
  "foreign-commit":
    "its branch has commits of others, which are kept; to start anew, run the scan with `recreate`",
  "foreign-branch":
    "the branch is there already, with commits of others, which are kept; to start anew, run the scan with `recreate`, or delete it",
  "pull-request-of-another":
    "somebody else opened a pull request from our branch; close it, and the next run opens its own",
};

const SKIPPED: Readonly<Record<SkipReason, string>> = {
  archived: "the repository is archived",
  disabled: "the repository is disabled",
  blocked: "GitHub blocks access to the repository",
  empty: "the repository is empty: commit a registry first (`toolcard publish` writes a first card)",
  moved: "the repository has a new name, write that in the workflow",
  "pull-requests": `GitHub Actions may not open pull requests here: switch on "${SETTING}" (Settings, Actions, General), or use the token of an App`,
  branch: "a rule of the repository forbids the branch",
};

const NOTICES: Readonly<Record<Notice, string>> = {
  "foreign-commit":
    "toolcard no longer updates this pull request: its branch has commits that toolcard did not make, and they are kept. " +
    "To have it rewritten without them, comment `/toolcard recreate`.",
  "drift-gone":
    "The server's live list and the card say the same again, so there is nothing left to decide. toolcard closes this " +
    "pull request and deletes its branch.",
  "card-gone":
    "The card of this server is no longer in the registry, so there is nothing left to decide. toolcard closes this " +
    "pull request and deletes its branch.",
  resumed: "toolcard keeps this pull request up to date again.",
};

/** A notice as a comment, in Markdown. */
export function noticeWords(notice: Notice): string {
  return NOTICES[notice];
}

/** A plan as one line of Markdown for the run's summary: what is done, and why. */
export function planWords(plan: ProposalPlan): string {
  const wait = "workflowsWait" in plan ? ` ${workflowsWords()}` : "";
  return `\`${plan.server}\`: ${actionWords(plan)}.${wait}`;
}

function workflowsWords(): string {
  return (
    "It is opened with GITHUB_TOKEN, so its workflows wait until somebody with write access approves them on the pull " +
    "request; with the token of an App they would not."
  );
}

function actionWords(plan: ProposalPlan): string {
  switch (plan.kind) {
    case "nothing":
      return plan.reason === "no-drift" ? "no drift" : `proposal #${plan.pullRequest} is up to date`;
    case "open":
      return `opens a proposal: ${OPENED[plan.reason]}`;
    case "replace":
      return `rewrites proposal #${plan.pullRequest}: ${REPLACED[plan.reason]}`;
    case "retext":
      return `corrects the text of proposal #${plan.pullRequest}`;
    case "close":
      return `closes proposal #${plan.pullRequest}: the ${plan.reason === "drift-gone" ? "drift" : "card"} is gone`;
    case "delete-branch":
      return "no drift; deletes the branch that is left over";
    case "stop":
      return `stops${plan.pullRequest === undefined ? "" : ` at #${plan.pullRequest}`}: ${STOPPED[plan.reason]}`;
    case "silent":
      return silentWords(plan);
    case "wait":
      return `waits${plan.pullRequest === undefined ? "" : ` with proposal #${plan.pullRequest}`}: ${WAITING[plan.reason]}`;
    case "skip":
      return `no proposal: ${SKIPPED[plan.reason]}${plan.what === undefined ? "" : ` (${codeSpan(plan.what)})`}`;
    case "defer":
      return "puts off a new proposal to the next run: `maxNewPullRequests` are opened in this one";
    default:
      return plan satisfies never;
  }
}

function silentWords({ reason, pullRequest }: Extract<ProposalPlan, { kind: "silent" }>): string {
  const why =
    reason === "dismissed"
      ? `it was dismissed with #${pullRequest}`
      : `it comes and goes (last in #${pullRequest})`;
  return `there is a drift that is not proposed: ${why}. To have it proposed, run the scan with \`recreate\``;
}
