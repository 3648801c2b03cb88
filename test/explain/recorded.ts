import type { Adoption, Change, Missing } from "../../src/core/record/entry.ts";
import type { Finding } from "../../src/core/record/finding.ts";

const COMMIT = "1".repeat(40);
const TIME = "2026-11-30T10:00:00Z";
const DIGEST: `sha256:${string}` = `sha256:${"0".repeat(64)}`;

/** Everything that can be missing for an approval, with a string in every place that is not ours. */
export function missingWith(text: string): Missing[] {
  return [
    { kind: "no-pull-request" },
    { kind: "no-owner", file: text },
    { kind: "no-approval", file: text, owners: [text] },
    { kind: "owner-unknown", file: text, owners: [text], why: [text] },
    { kind: "landed-wider", file: text, what: text },
    { kind: "no-label", why: text },
    { kind: "unread", why: text },
  ];
}

/** An entry of the record with a string in every place that is not ours; `name` where only a name can be. */
export function changeWith(text: string, name: string): Change {
  const grant = { agent: name, server: name, tool: text, job: name };
  return {
    sequence: 1,
    kind: "change",
    approved: false,
    file: text,
    of: "card",
    server: text,
    agent: null,
    id: null,
    revision: null,
    before: null,
    after: null,
    parent: null,
    commit: COMMIT,
    committed: TIME,
    pull: { number: 7, head: COMMIT, author: text },
    merged: { at: TIME, by: text, via: "direct", asked: null, notCounted: null },
    owners: { file: text, digest: null, line: 1, owners: [text] },
    approvers: [
      {
        login: text,
        as: "merge",
        commit: COMMIT,
        at: TIME,
        file: text,
        owner: text,
        line: 1,
        independent: "no",
      },
    ],
    through: [text],
    stale: [],
    missing: missingWith(text),
    label: { name: text, widenings: 1, counts: false, by: text, why: text },
    contributors: [],
    drift: {
      server: name,
      added: [text],
      removed: [text],
      changed: [{ tool: text, input: { added: [], removed: [] }, output: { added: [], removed: [] } }],
      revokes: [text],
      scope: "widens",
      grants: [grant],
    },
    grants: { added: [grant], removed: [grant] },
    cut: true,
    previous: DIGEST,
    hash: DIGEST,
  };
}

/** The first entry, with a string in every place that a person fills. */
export function adoptionWith(text: string): Adoption {
  return {
    sequence: 0,
    kind: "adoption",
    commit: COMMIT,
    at: TIME,
    by: text,
    why: text,
    files: [{ file: text, digest: DIGEST }],
    grants: [],
    previous: null,
    hash: DIGEST,
  };
}

/** Findings with a string in every place that is not ours. */
export function findingsWith(text: string): Finding[] {
  return [
    { kind: "hash-gone", hash: text },
    { kind: "entry-wrong", line: 2, file: text, what: text },
    { kind: "content-lost", line: 2, file: text, commit: COMMIT },
    { kind: "unrecorded", file: text, commit: COMMIT },
    { kind: "unapproved", line: 2, file: text, commit: COMMIT, pull: 7, missing: missingWith(text) },
  ];
}
