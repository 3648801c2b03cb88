import type { ProposalPlan } from "../../src/core/propose/plan.ts";
import type { ProposalState } from "../../src/core/propose/state.ts";
import {
  BODY,
  CARD,
  DAY,
  GRANTS,
  NOW,
  TITLE,
  base,
  baseWith,
  bodyFor,
  branch,
  closed,
  drift,
  noDrift,
  open,
  otherDrift,
  proposed,
  state,
  wanted,
} from "./states.ts";

/** One row: what is, and what must be in the plan. */
export interface Row {
  readonly row: string;
  readonly state: ProposalState;
  /** Some keys of the plan; a key that is undefined here must be missing there. */
  readonly plan: Readonly<Record<string, unknown>> & Pick<ProposalPlan, "kind">;
}

const HEAD = "a".repeat(40);
const MESSAGE =
  "Update the card of claims-tools from its live list\n\nTools: 1 added, 1 removed, 0 changed.\nGrants: 1 revoked.";

function commit(parent: string, files: unknown = wanted.files) {
  return { parent, message: MESSAGE, files };
}

const changed = { ...wanted, files: [{ path: CARD, text: "card, newer\n" }] };
const declinedOnly = { ...noDrift, files: [{ path: CARD, text: "card, old, declined\n" }] };
const deletes = { branch: "toolcard/claims-tools", expectedHead: HEAD };
const merged = { state: "merged", number: 6, ours: true, body: bodyFor(drift) } as const;
const byUs = closed({ closedBy: "us" });
const ofOther = open({ ours: false, number: 9 });
const heads = new Map(branch().files.map(({ path, head }) => [path, head ?? ""]));

const WITHOUT_PROPOSAL: readonly Row[] = [
  {
    row: "a new drift: one commit on the base, one pull request, title and body as given",
    state: state(),
    plan: {
      kind: "open",
      reason: "new-drift",
      branch: "toolcard/claims-tools",
      expectedHead: undefined,
      commit: commit(base.head),
      base: "main",
      title: TITLE,
      body: bodyFor(drift),
      workflowsWait: undefined,
    },
  },
  {
    row: "no drift and nothing of ours: nothing",
    state: state({ wanted: noDrift }),
    plan: { kind: "nothing", reason: "no-drift" },
  },
  {
    row: "a file that the base has as wanted already is not in the commit",
    state: state({ repository: { kind: "ready", base: baseWith(GRANTS, "grants, new\n") } }),
    plan: { kind: "open", commit: commit("c".repeat(40), wanted.files.slice(0, 1)) },
  },
  {
    row: "the default branch was renamed: its name of now",
    state: state({ repository: { kind: "ready", base: { ...base, branch: "trunk" } } }),
    plan: { kind: "open", base: "trunk" },
  },
  {
    row: "30: opened with GITHUB_TOKEN: the summary has to say that its workflows wait",
    state: state({ identity: "actions-token" }),
    plan: { kind: "open", workflowsWait: true },
  },
];

const OPEN_PROPOSAL: readonly Row[] = [
  {
    row: "the same drift: no write",
    state: proposed(),
    plan: { kind: "nothing", reason: "up-to-date", pullRequest: 7 },
  },
  {
    row: "the drift changed: the head goes from old to new in one step, and the text with it",
    state: proposed({ wanted: { ...changed, title: "new title", body: "new body" } }),
    plan: {
      kind: "replace",
      reason: "drift-changed",
      pullRequest: 7,
      expectedHead: HEAD,
      commit: commit(base.head, changed.files),
      text: { title: "new title", body: bodyFor(drift).replace(BODY.trimEnd(), "new body") },
    },
  },
  {
    row: "a grants file no longer loses a grant: it leaves the commit",
    state: proposed({ wanted: { ...wanted, files: wanted.files.slice(0, 1) } }),
    plan: { kind: "replace", reason: "drift-changed", commit: commit(base.head, wanted.files.slice(0, 1)) },
  },
  {
    row: "2: a commit on the base that touches nothing of ours: no push, no mail",
    state: proposed({ repository: { kind: "ready", base: { ...base, head: "d".repeat(40) } } }),
    plan: { kind: "nothing", reason: "up-to-date" },
  },
  {
    row: "a file of our commit changed on the base: rebuilt on the new base",
    state: proposed({ repository: { kind: "ready", base: baseWith(GRANTS, "grants, other\n") } }),
    plan: {
      kind: "replace",
      reason: "base-changed",
      expectedHead: HEAD,
      commit: commit("c".repeat(40)),
      text: {},
    },
  },
  {
    row: "4: the base was force-pushed with an equal tree: rebuilt",
    state: proposed({ branch: { ...branch(), onBase: false } }),
    plan: { kind: "replace", reason: "base-rewritten", commit: commit(base.head) },
  },
  {
    row: "1: a person's commit on the branch: kept, and said once",
    state: proposed({ branch: branch("foreign"), wanted: changed }),
    plan: { kind: "stop", reason: "foreign-commit", pullRequest: 7, notice: "foreign-commit" },
  },
  {
    row: "1: said already: nothing is written",
    state: proposed({ branch: branch("foreign"), pullRequests: [open({ notice: "foreign-commit" })] }),
    plan: { kind: "stop", reason: "foreign-commit", notice: undefined },
  },
  {
    row: "a person's commit, and the base was force-pushed: kept",
    state: proposed({ branch: { ...branch("foreign"), onBase: false } }),
    plan: { kind: "stop", reason: "foreign-commit" },
  },
  {
    row: "a person's commit, and recreate: rewritten without it",
    state: proposed({ branch: branch("foreign"), recreate: true }),
    plan: { kind: "replace", reason: "recreated", expectedHead: HEAD, commit: commit(base.head) },
  },
  {
    row: "recreate on a proposal that is up to date: no write",
    state: proposed({ recreate: true }),
    plan: { kind: "nothing", reason: "up-to-date" },
  },
  {
    row: "a commit that only adds declined entries: adopted",
    state: proposed({ branch: branch("declines"), wanted: changed }),
    plan: { kind: "replace", reason: "declines-adopted", commit: commit(base.head, changed.files) },
  },
  {
    row: "declined entries and a commit that does more: kept",
    state: proposed({ branch: branch("declines", "foreign") }),
    plan: { kind: "stop", reason: "foreign-commit" },
  },
  {
    row: "all that drifted was declined: the proposal to record that stays",
    state: proposed({ branch: branch("declines"), wanted: declinedOnly }),
    plan: { kind: "replace", reason: "declines-adopted", pullRequest: 7 },
  },
  {
    row: "a branch that GitHub does not show yet: wait",
    state: state({ pullRequests: [open()] }),
    plan: { kind: "wait", reason: "branch-not-seen", pullRequest: 7 },
  },
  {
    row: "14: the branch was reset to the base: moved on in one step, the pull request never closed by us",
    state: proposed({ branch: { head: base.head, onBase: true, commits: [], files: [] } }),
    plan: {
      kind: "replace",
      reason: "drift-changed",
      expectedHead: base.head,
      commit: commit(base.head),
    },
  },
  {
    row: "in the merge queue: neither pushed nor edited",
    state: proposed({ pullRequests: [open({ inMergeQueue: true })], wanted: changed }),
    plan: { kind: "wait", reason: "merge-queue", pullRequest: 7 },
  },
  {
    row: "in the merge queue, and the drift is gone: still nothing",
    state: proposed({ pullRequests: [open({ inMergeQueue: true })], wanted: noDrift }),
    plan: { kind: "wait", reason: "merge-queue" },
  },
  {
    row: "retargeted by a person: left alone",
    state: proposed({ pullRequests: [open({ base: "release" })], wanted: changed }),
    plan: { kind: "wait", reason: "retargeted", pullRequest: 7 },
  },
  ...(["unreadable", "unstable", "card-invalid", "card-too-large"] as const).map((why): Row => ({
    row: `${why}: an open proposal stays as it is`,
    state: proposed({ wanted: { kind: "not-known", why } }),
    plan: { kind: "wait", reason: why },
  })),
];

const TEXT: readonly Row[] = [
  {
    row: "somebody edited our text: put right, the head untouched",
    state: proposed({ pullRequests: [open({ body: bodyFor(drift).replace("takes", "gives") })] }),
    plan: { kind: "retext", pullRequest: 7, text: { body: bodyFor(drift) } },
  },
  {
    row: "somebody edited the title: put right",
    state: proposed({ pullRequests: [open({ title: "URGENT" })] }),
    plan: { kind: "retext", text: { title: TITLE } },
  },
  {
    row: "7: somebody deleted the marker: written again",
    state: proposed({ pullRequests: [open({ body: BODY })] }),
    plan: { kind: "retext", text: { body: bodyFor(drift) } },
  },
  {
    row: "an edit in the browser changed line ends and blanks: no write",
    state: proposed({
      pullRequests: [open({ body: `${bodyFor(drift).replaceAll("\n", "  \r\n")}\r\n\r\n` })],
    }),
    plan: { kind: "nothing", reason: "up-to-date" },
  },
  {
    row: "others wrote before and after our text: no write",
    state: proposed({ pullRequests: [open({ body: `hello\n${bodyFor(drift)}\n\nReviewable` })] }),
    plan: { kind: "nothing", reason: "up-to-date" },
  },
  {
    row: "others wrote before and after our text, which must change: theirs stays",
    state: proposed({
      pullRequests: [open({ body: `hello\n${bodyFor(drift)}\nReviewable` })],
      wanted: { ...wanted, body: "new body" },
    }),
    plan: {
      kind: "retext",
      text: { body: `hello\n${bodyFor(drift).replace(BODY.trimEnd(), "new body")}\nReviewable` },
    },
  },
  {
    row: "a run was cut off between commit and text: files and body agree again",
    state: proposed({ pullRequests: [open({ body: bodyFor(otherDrift), title: "old" })] }),
    plan: { kind: "retext", text: { title: TITLE, body: bodyFor(drift) } },
  },
  {
    row: "we said that we stop or close, and that no longer holds: taken back",
    state: proposed({ pullRequests: [open({ notice: "drift-gone" })] }),
    plan: { kind: "retext", text: {}, notice: "resumed" },
  },
  {
    row: "taken back already: no write",
    state: proposed({ pullRequests: [open({ notice: "resumed" })] }),
    plan: { kind: "nothing", reason: "up-to-date" },
  },
  {
    row: "a person's commit is gone from the branch, and the drift is another one: on with it",
    state: proposed({ pullRequests: [open({ notice: "foreign-commit" })], wanted: changed }),
    plan: { kind: "replace", reason: "drift-changed", text: {}, notice: "resumed" },
  },
  {
    row: "reopened by a person: adopted, and the marker no longer says that we closed it",
    state: proposed({ pullRequests: [open({ body: bodyFor(drift, true) })] }),
    plan: { kind: "retext", text: { body: bodyFor(drift) } },
  },
];

const ENDS: readonly Row[] = [
  {
    row: "the drift is gone: said, closed, the branch deleted",
    state: proposed({ wanted: noDrift }),
    plan: {
      kind: "close",
      reason: "drift-gone",
      pullRequest: 7,
      notice: "drift-gone",
      body: bodyFor(drift, true),
      deletes,
    },
  },
  {
    row: "the drift is gone, and a run that was cut off said so: closed",
    state: proposed({ wanted: noDrift, pullRequests: [open({ notice: "drift-gone" })] }),
    plan: { kind: "close", notice: undefined, deletes },
  },
  {
    row: "the drift is gone, and the branch has a person's commit: neither closed nor deleted",
    state: proposed({ wanted: noDrift, branch: branch("foreign") }),
    plan: { kind: "stop", reason: "foreign-commit", notice: "foreign-commit" },
  },
  {
    row: "the drift is gone, a person's commit, and recreate: closed",
    state: proposed({ wanted: noDrift, branch: branch("foreign"), recreate: true }),
    plan: { kind: "close", reason: "drift-gone", deletes },
  },
  {
    row: "the drift is gone, and somebody has a pull request from our branch: the branch stays",
    state: proposed({
      wanted: noDrift,
      pullRequests: [open(), open({ ours: false, number: 9, base: "release" })],
    }),
    plan: { kind: "close", pullRequest: 7, deletes: undefined },
  },
  {
    row: "the drift is gone, and the marker too: closed without a word in the body",
    state: proposed({ wanted: noDrift, pullRequests: [open({ body: "" })] }),
    plan: { kind: "close", body: undefined, deletes },
  },
  {
    row: "the card is gone from the registry: closed, the branch deleted",
    state: proposed({ wanted: { kind: "no-card" } }),
    plan: { kind: "close", reason: "card-gone", notice: "card-gone", deletes },
  },
  {
    row: "a run was cut off between closing and deleting: the branch goes",
    state: state({ wanted: noDrift, branch: branch(), pullRequests: [byUs] }),
    plan: { kind: "delete-branch", deletes },
  },
  {
    row: "merged, and nobody deleted the branch: it goes",
    state: state({ wanted: noDrift, branch: branch(), pullRequests: [merged] }),
    plan: { kind: "delete-branch", deletes },
  },
  {
    row: "no drift, and a branch with a person's commit: left alone",
    state: state({ wanted: noDrift, branch: branch("foreign") }),
    plan: { kind: "nothing", reason: "no-drift" },
  },
];

const AFTER_CLOSING: readonly Row[] = [
  {
    row: "dismissed by an owner: silent for exactly this drift, and named in the summary",
    state: state({ pullRequests: [closed()] }),
    plan: { kind: "silent", reason: "dismissed", pullRequest: 5 },
  },
  {
    row: "closed by somebody of whom nobody can say whether they own the files: silent",
    state: state({ pullRequests: [closed({ closedBy: "unresolved" })], branch: branch() }),
    plan: { kind: "silent", reason: "dismissed" },
  },
  {
    row: "closed by somebody else: dismisses nothing",
    state: state({ pullRequests: [closed({ closedBy: "other" })] }),
    plan: { kind: "open", reason: "closed-by-other", body: `${bodyFor(drift)}\n\nFollows #5.` },
  },
  {
    row: "dismissed, and the drift changed: a new proposal that names the old one",
    state: state({ pullRequests: [closed({ body: bodyFor(otherDrift) })], branch: branch() }),
    plan: { kind: "open", reason: "drift-changed", body: `${bodyFor(drift)}\n\nFollows #5.` },
  },
  {
    row: "dismissed, then another drift, then this one again: still dismissed",
    state: state({
      pullRequests: [closed(), closed({ number: 8, closedBy: "us", body: bodyFor(otherDrift) })],
    }),
    plan: { kind: "silent", reason: "dismissed", pullRequest: 5 },
  },
  {
    row: "dismissed, then merged after all, and the card differs so again: a new proposal",
    state: state({ pullRequests: [closed(), merged] }),
    plan: { kind: "open", reason: "merged-but-differs", body: bodyFor(drift) },
  },
  {
    row: "dismissed, and recreate: a new proposal",
    state: state({ pullRequests: [closed()], recreate: true }),
    plan: { kind: "open", reason: "recreated" },
  },
  {
    row: "7: dismissed, and its marker deleted: known by its files",
    state: state({ pullRequests: [closed({ body: "", blobs: heads })] }),
    plan: { kind: "silent", reason: "dismissed" },
  },
  {
    row: "7: closed with other files, and its marker deleted: another drift",
    state: state({ pullRequests: [closed({ body: "", blobs: base.blobs })] }),
    plan: { kind: "open" },
  },
  {
    row: "what another author's closed pull request says proves nothing",
    state: state({ pullRequests: [closed({ ours: false })] }),
    plan: { kind: "open", reason: "new-drift" },
  },
  {
    row: "an owner deleted the head branch, which closed the pull request: dismissed",
    state: state({ pullRequests: [closed({ closedBy: "owner" })] }),
    plan: { kind: "silent", reason: "dismissed" },
  },
  {
    row: "15: closed by us, then the drift is back: a new pull request, no reopening",
    state: state({ pullRequests: [byUs] }),
    plan: { kind: "open", reason: "drift-back", expectedHead: undefined },
  },
  {
    row: "GitHub does not know who closed it, and our marker says that we did: a new pull request",
    state: state({ pullRequests: [closed({ closedBy: "unresolved", body: bodyFor(drift, true) })] }),
    plan: { kind: "open", reason: "drift-back" },
  },
  {
    row: "12: the drift comes and goes: after two closings in a week no third proposal",
    state: state({
      pullRequests: [byUs, closed({ number: 3, closedBy: "us", closedAt: NOW - 3 * DAY })],
    }),
    plan: { kind: "silent", reason: "flapping", pullRequest: 5 },
  },
  {
    row: "12: the drift came and went, and a week is over: proposed again",
    state: state({
      pullRequests: [byUs, closed({ number: 3, closedBy: "us", closedAt: NOW - 8 * DAY })],
    }),
    plan: { kind: "open", reason: "drift-back" },
  },
  {
    row: "merged, and the default branch still differs: a new pull request",
    state: state({ pullRequests: [merged], branch: branch() }),
    plan: { kind: "open", reason: "merged-but-differs", commit: undefined },
  },
];

const LEFT_BRANCH: readonly Row[] = [
  {
    row: "a run was cut off between branch and pull request: the latter is opened",
    state: state({ branch: branch() }),
    plan: { kind: "open", expectedHead: HEAD, commit: undefined },
  },
  {
    row: "a leftover branch of ours with something else: moved in one step",
    state: state({ branch: branch(), wanted: changed }),
    plan: { kind: "open", expectedHead: HEAD, commit: commit(base.head, changed.files) },
  },
  {
    row: "a leftover branch with a person's commit: kept, and we stop",
    state: state({ branch: branch("foreign") }),
    plan: { kind: "stop", reason: "foreign-branch", pullRequest: undefined },
  },
  {
    row: "a leftover branch with a person's commit, and recreate: moved in one step",
    state: state({ branch: branch("foreign"), recreate: true }),
    plan: { kind: "open", expectedHead: HEAD, commit: commit(base.head) },
  },
  {
    row: "somebody opened a pull request from our branch: we stop",
    state: state({ branch: branch(), pullRequests: [ofOther] }),
    plan: { kind: "stop", reason: "pull-request-of-another", pullRequest: 9 },
  },
  {
    row: "somebody's pull request from our branch is in the merge queue: the branch is not touched",
    state: state({ branch: branch(), wanted: noDrift, pullRequests: [{ ...ofOther, inMergeQueue: true }] }),
    plan: { kind: "wait", reason: "merge-queue", pullRequest: 9 },
  },
];

const REFUSED: readonly Row[] = [
  ...(["archived", "disabled", "blocked", "empty"] as const).map((kind): Row => ({
    row: `${kind}: skipped, with the reason`,
    state: proposed({ repository: { kind }, wanted: changed }),
    plan: { kind: "skip", reason: kind },
  })),
  {
    row: "the repository has a new name: skipped, and the name is told",
    state: state({ repository: { kind: "moved", to: "acme/cards" } }),
    plan: { kind: "skip", reason: "moved", what: "acme/cards" },
  },
  {
    row: "5: Actions may not open pull requests: what an attempt left is taken away",
    state: state({ branch: branch(), refused: { kind: "pull-requests" } }),
    plan: { kind: "skip", reason: "pull-requests", deletes },
  },
  {
    row: "5: Actions may not open pull requests, and nothing is there: nothing is written",
    state: state({ refused: { kind: "pull-requests" } }),
    plan: { kind: "skip", reason: "pull-requests", deletes: undefined },
  },
  {
    row: "5: Actions may not open pull requests, and the branch has a person's commit: kept, recreate or not",
    state: state({ branch: branch("foreign"), refused: { kind: "pull-requests" }, recreate: true }),
    plan: { kind: "skip", reason: "pull-requests", deletes: undefined },
  },
  {
    row: "Actions may not open pull requests, but ours is open: it is kept up to date",
    state: proposed({ refused: { kind: "pull-requests" }, wanted: changed }),
    plan: { kind: "replace", reason: "drift-changed" },
  },
  {
    row: "a ruleset forbids the branch: skipped, and the rule is told",
    state: state({ refused: { kind: "branch", rule: "no bots" } }),
    plan: { kind: "skip", reason: "branch", what: "no bots" },
  },
  {
    row: "a ruleset forbids to move the branch, and only the text is behind: the text",
    state: proposed({ refused: { kind: "branch", rule: "no bots" }, pullRequests: [open({ title: "x" })] }),
    plan: { kind: "retext", text: { title: TITLE } },
  },
];

/** The life cycle of a proposal: every row of research/github.md §8, and of its §12 what is a decision (with its number). */
export const LIFE_CYCLE: readonly Row[] = [
  ...WITHOUT_PROPOSAL,
  ...OPEN_PROPOSAL,
  ...TEXT,
  ...ENDS,
  ...AFTER_CLOSING,
  ...LEFT_BRANCH,
  ...REFUSED,
];
