import type { Change, Drift } from "../../src/core/drift/drift.ts";
import { blobId } from "../../src/core/propose/blob.ts";
import { joinBody } from "../../src/core/propose/body.ts";
import { driftFingerprint } from "../../src/core/propose/fingerprint.ts";
import type {
  Branch,
  ClosedPullRequest,
  CommitKind,
  OpenPullRequest,
  ProposalState,
  Wanted,
} from "../../src/core/propose/state.ts";

/** The present of all vectors. */
export const NOW = Date.UTC(2026, 10, 30);
export const DAY = 24 * 60 * 60 * 1000;
export const SERVER = "claims-tools";
export const CARD = "registry/cards/claims-tools.yaml";
export const GRANTS = "registry/grants/intake-bot.yaml";
export const TITLE = "claims-tools: revokes 1 grant; widens 1 new tool";
export const BODY = "Merging this takes `lookup_policy` away from 1 agent.\n\n### Your decision\n";

export const added: Change = {
  kind: "tool-added",
  tool: "lookup_policy_history",
  pointer: "",
  after: { name: "lookup_policy_history", inputSchema: { type: "object" } },
  scope: "widens",
  breaks: false,
  grants: [],
};

export const drift: Drift = {
  server: SERVER,
  added: ["lookup_policy_history"],
  removed: ["lookup_policy"],
  changed: [],
  revokes: ["lookup_policy"],
  scope: "widens",
  changes: [added],
  grants: [{ agent: "intake-bot", tool: "lookup_policy", job: "claims-intake" }],
  warnings: [],
};

/** Another drift of the same server. */
export const otherDrift: Drift = {
  ...drift,
  added: ["export_all"],
  changes: [{ ...added, tool: "export_all" }],
};

export const wanted: Extract<Wanted, { kind: "known" }> = {
  kind: "known",
  drift,
  files: [
    { path: CARD, text: "card, new\n" },
    { path: GRANTS, text: "grants, new\n" },
  ],
  title: TITLE,
  body: BODY,
};

/** The live list and the card say the same. */
export const noDrift: typeof wanted = {
  ...wanted,
  drift: { ...drift, added: [], removed: [], revokes: [], grants: [], changes: [], scope: "same" },
  files: [{ path: CARD, text: "card, old\n" }],
};

export const base = {
  branch: "main",
  head: "b".repeat(40),
  blobs: new Map([
    [CARD, blobId("card, old\n")],
    [GRANTS, blobId("grants, old\n")],
  ]),
};

/** A base where a commit of somebody else changed this file. */
export function baseWith(path: string, text: string): typeof base {
  return { ...base, head: "c".repeat(40), blobs: new Map([...base.blobs, [path, blobId(text)]]) };
}

/** Our branch with one commit of ours, and these on top. */
export function branch(...more: CommitKind[]): Branch {
  return {
    head: "a".repeat(40),
    onBase: true,
    commits: ["ours", ...more],
    files: [
      { path: CARD, start: blobId("card, old\n"), head: blobId("card, new\n") },
      { path: GRANTS, start: blobId("grants, old\n"), head: blobId("grants, new\n") },
    ],
  };
}

/** A body as we write it for a drift. */
export function bodyFor(told: Drift, closedByUs?: true): string {
  const marker = { drift: driftFingerprint(told), ...(closedByUs && { closed: closedByUs }) };
  return joinBody({ before: "", ours: BODY, after: "", marker });
}

export function open(more: Partial<OpenPullRequest> = {}): OpenPullRequest {
  const text = { title: TITLE, body: bodyFor(drift) };
  return { state: "open", number: 7, ours: true, base: "main", inMergeQueue: false, ...text, ...more };
}

export function closed(more: Partial<ClosedPullRequest> = {}): ClosedPullRequest {
  const facts = { number: 5, ours: true, body: bodyFor(drift), closedAt: NOW - DAY };
  return { state: "closed", closedBy: "owner", ...facts, ...more };
}

/** A repository that is ready, with a drift and nothing else, but for what is given. */
export function state(more: Partial<ProposalState> = {}): ProposalState {
  return {
    server: SERVER,
    repository: { kind: "ready", base },
    wanted,
    pullRequests: [],
    recreate: false,
    identity: "app",
    now: NOW,
    ...more,
  };
}

/** A state with our proposal open and up to date, but for what is given. */
export function proposed(more: Partial<ProposalState> = {}): ProposalState {
  return state({ branch: branch(), pullRequests: [open()], ...more });
}
