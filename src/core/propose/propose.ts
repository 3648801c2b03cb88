import type { Digest } from "../json/canonical.ts";
import { driftFingerprint } from "./fingerprint.ts";
import { blobId } from "./blob.ts";
import { cutBody, joinBody, saysTheSame } from "./body.ts";
import { historyOf } from "./closed.ts";
import { branchOf, commitMessage } from "./naming.ts";
import type { Action, PlannedCommit, PlannedText, ProposalPlan, ReplaceReason } from "./plan.ts";
import type { Base, Branch, FileText, Notice, OpenPullRequest, ProposalState, Wanted } from "./state.ts";

/** A state in which a proposal can be judged: the repository takes one, and there is something to hold it against. */
interface Case {
  readonly state: ProposalState;
  readonly base: Base;
  /** Our open proposal. */
  readonly mine?: OpenPullRequest;
  /** Pull requests that others opened from our branch. */
  readonly others: readonly OpenPullRequest[];
}

type Known = Extract<Wanted, { kind: "known" }>;

/** What is to be proposed: at least one file, each different from the default branch's. */
interface Target {
  readonly wanted: Known;
  readonly files: readonly FileText[];
  readonly drift: Digest;
}

/**
 * Decides what to do about one server's proposal (DESIGN §9). The same state gives the same plan, and once a plan is
 * carried out, the next one writes nothing. It judges what is now: whoever carries it out compares heads when writing,
 * and plans anew when something moved.
 * @throws RangeError when `server` is no server's name.
 */
export function planProposal(state: ProposalState): ProposalPlan {
  return { server: state.server, ...unlessRefused(actionFor(state), state) };
}

function actionFor(state: ProposalState): Action {
  const { repository, wanted, pullRequests } = state;
  if (repository.kind === "moved") return { kind: "skip", reason: "moved", what: repository.to };
  if (repository.kind !== "ready") return { kind: "skip", reason: repository.kind };
  if (wanted.kind === "not-known") return { kind: "wait", reason: wanted.why };

  const { base } = repository;
  const open = pullRequests.filter((each) => each.state === "open");
  const ours = open.filter((each) => each.ours);
  for (const { number, inMergeQueue } of open) {
    if (inMergeQueue) return { kind: "wait", reason: "merge-queue", pullRequest: number };
  }
  const elsewhere = ours.find((each) => each.base !== base.branch);
  if (elsewhere !== undefined) {
    return { kind: "wait", reason: "retargeted", pullRequest: elsewhere.number };
  }
  const [mine] = ours;
  const found: Case = { state, base, others: open.filter((each) => !each.ours), ...(mine && { mine }) };
  if (wanted.kind === "no-card") return finish(found, "card-gone");

  const files = wanted.files.filter(({ path, text }) => base.blobs.get(path) !== blobId(text));
  if (files.length === 0) return finish(found, "drift-gone");
  const target: Target = { wanted, files, drift: driftFingerprint(wanted.drift) };
  return mine === undefined ? openNew(found, target) : keepUp(found, mine, target);
}

/** There is nothing to propose: the open proposal ends, and our branch with it. */
function finish({ state, mine, others }: Case, reason: "drift-gone" | "card-gone"): Action {
  const { branch } = state;
  const foreign = hasForeign(branch);
  const deletes = branch && { branch: branchOf(state.server), expectedHead: branch.head };
  if (mine === undefined) {
    if (deletes === undefined || foreign || others.length > 0) return { kind: "nothing", reason: "no-drift" };
    return { kind: "delete-branch", deletes };
  }
  if (foreign && !state.recreate) return stopAt(mine);
  const parts = cutBody(mine.body);
  const drift = parts.marker?.drift;
  return {
    kind: "close",
    reason,
    pullRequest: mine.number,
    ...saying(mine, reason),
    ...(drift && { body: joinBody({ ...parts, marker: { drift, closed: true } }) }),
    // Deleting the branch would close the pull requests of others.
    ...(deletes && others.length === 0 && { deletes }),
  };
}

/** There is an open proposal: it stays, or its head or its text is brought up to what is wanted. */
function keepUp({ state, base }: Case, mine: OpenPullRequest, target: Target): Action {
  const { branch, server } = state;
  if (branch === undefined) return { kind: "wait", reason: "branch-not-seen", pullRequest: mine.number };
  if (hasForeign(branch) && !state.recreate) return stopAt(mine);

  const text = textFor(mine, target);
  const notice = mine.notice === undefined || mine.notice === "resumed" ? {} : saying(mine, "resumed");
  const reason = whyReplace(branch, base, target.files);
  if (reason !== undefined) {
    return {
      kind: "replace",
      reason,
      pullRequest: mine.number,
      branch: branchOf(server),
      expectedHead: branch.head,
      commit: commitOn(base, target),
      text,
      ...notice,
      ...workflowsWait(state),
    };
  }
  const same = Object.keys({ ...text, ...notice }).length === 0;
  if (same) return { kind: "nothing", reason: "up-to-date", pullRequest: mine.number };
  return { kind: "retext", pullRequest: mine.number, text, ...notice };
}

/** There is no open proposal: one is opened, unless a person or our own past says no. */
function openNew({ state, base, others }: Case, target: Target): Action {
  const { branch, server } = state;
  const taken = others.find((each) => each.base === base.branch);
  if (taken !== undefined) {
    return { kind: "stop", reason: "pull-request-of-another", pullRequest: taken.number };
  }
  const { silent, reason, follows } = historyOf(state, target.drift, target.files);
  if (silent !== undefined) return { kind: "silent", ...silent };
  if (hasForeign(branch) && !state.recreate) return { kind: "stop", reason: "foreign-branch" };

  const ready = branch !== undefined && whyReplace(branch, base, target.files) === undefined;
  const after = follows === undefined ? "" : `\nFollows #${follows}.`;
  return {
    kind: "open",
    reason,
    branch: branchOf(server),
    ...(branch && { expectedHead: branch.head }),
    ...(!ready && { commit: commitOn(base, target) }),
    base: base.branch,
    title: target.wanted.title,
    body: joinBody({ before: "", ours: target.wanted.body, after, marker: { drift: target.drift } }),
    ...workflowsWait(state),
  };
}

function workflowsWait({ identity }: ProposalState): { workflowsWait?: true } {
  return identity === "actions-token" ? { workflowsWait: true } : {};
}

function stopAt(mine: OpenPullRequest): Action {
  return {
    kind: "stop",
    reason: "foreign-commit",
    pullRequest: mine.number,
    ...saying(mine, "foreign-commit"),
  };
}

/** What the comment is to say, unless it does so already, or nothing can be said. */
function saying({ notice, locked }: OpenPullRequest, wanted: Notice): { notice?: Notice } {
  return notice === wanted || locked === true ? {} : { notice: wanted };
}

function hasForeign(branch: Branch | undefined): boolean {
  return branch?.commits.includes("foreign") === true;
}

/** Why our branch is not the one commit on the default branch that is wanted; undefined when it is. */
function whyReplace(branch: Branch, base: Base, files: readonly FileText[]): ReplaceReason | undefined {
  if (branch.commits.includes("foreign")) return "recreated";
  if (branch.commits.includes("declines")) return "declines-adopted";
  if (!branch.onBase) return "base-rewritten";
  if (branch.files.some(({ path, start }) => base.blobs.get(path) !== start)) return "base-changed";
  const heads = new Map(branch.files.map(({ path, head }) => [path, head]));
  const same =
    heads.size === files.length && files.every(({ path, text }) => heads.get(path) === blobId(text));
  return same ? undefined : "drift-changed";
}

function commitOn(base: Base, { wanted, files }: Target): PlannedCommit {
  return { parent: base.head, message: commitMessage(wanted.drift), files };
}

/** What differs in an open proposal's title and body; what others wrote around our text stays. */
function textFor(mine: OpenPullRequest, { wanted, drift }: Target): PlannedText {
  const parts = cutBody(mine.body);
  const { marker } = parts;
  const told = marker?.drift === drift && marker.closed === undefined && saysTheSame(mine.body, wanted.body);
  return {
    ...(mine.title !== wanted.title && { title: wanted.title }),
    ...(!told && { body: joinBody({ ...parts, ours: wanted.body, marker: { drift } }) }),
  };
}

/** GitHub said no before: nothing is begun that can't be finished, and what a cut-off run left goes. */
function unlessRefused(action: Action, { refused, branch, server }: ProposalState): Action {
  if (refused === undefined) return action;
  if (refused.kind === "branch") {
    const writes = action.kind === "replace" || (action.kind === "open" && action.commit !== undefined);
    return writes ? { kind: "skip", reason: "branch", what: refused.rule } : action;
  }
  if (action.kind !== "open") return action;
  const left = branch !== undefined && !hasForeign(branch);
  return {
    kind: "skip",
    reason: "pull-requests",
    ...(left && { deletes: { branch: branchOf(server), expectedHead: branch.head } }),
  };
}
