import { digestShape, idShape, nameShape, revisionShape } from "../registry/shape-parts.ts";

const digest = digestShape("The SHA-256 of a file's bytes.");
const digestOrNull = { anyOf: [digest, { type: "null" }] } as const;
// Not bounded one by one: a line is, and a path that git can hold must not break the record.
const text = { type: "string" } as const;
const textOrNull = { type: ["string", "null"] } as const;
const texts = { type: "array", items: text } as const;
const names = { type: "array", items: { type: "string" } } as const;
const commit = { type: "string", pattern: "^[0-9a-f]{40}([0-9a-f]{24})?$" } as const;
const commitOrNull = { anyOf: [commit, { type: "null" }] } as const;
const time = { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$" } as const;
const timeOrNull = { anyOf: [time, { type: "null" }] } as const;
const count = { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;

function shapeOf<const Properties extends Readonly<Record<string, unknown>>>(properties: Properties) {
  const required = Object.keys(properties) as (keyof Properties & string)[];
  return { type: "object", additionalProperties: false, required, properties } as const;
}

const grantName = shapeOf({
  agent: nameShape("The agent."),
  server: nameShape("The server."),
  tool: { type: "string" },
  job: nameShape("The job."),
});
const grantNames = { type: "array", items: grantName } as const;

const links = {
  sequence: count,
  previous: digestOrNull,
  hash: digest,
} as const;

/** The first entry: the state of the registry from which on approvals count. */
const adoptionShape = shapeOf({
  sequence: links.sequence,
  kind: { const: "adoption" },
  commit,
  at: time,
  by: text,
  why: text,
  files: { type: "array", items: shapeOf({ file: text, digest }) },
  grants: grantNames,
  previous: links.previous,
  hash: links.hash,
});

const missingShape = {
  type: "object",
  discriminator: { propertyName: "kind" },
  required: ["kind"],
  oneOf: [
    shapeOf({ kind: { const: "no-pull-request" } }),
    shapeOf({ kind: { const: "history-rewritten" } }),
    shapeOf({ kind: { const: "no-owner" }, file: text }),
    shapeOf({ kind: { const: "no-approval" }, file: text, owners: texts }),
    shapeOf({ kind: { const: "owner-unknown" }, file: text, owners: texts, why: texts }),
    shapeOf({ kind: { const: "landed-wider" }, file: text, what: text }),
    shapeOf({ kind: { const: "no-label" }, why: text }),
    shapeOf({ kind: { const: "unread" }, why: text }),
  ],
} as const;

const fieldNames = {
  type: "object",
  additionalProperties: false,
  required: ["added", "removed"],
  properties: { added: names, removed: names, changed: names },
} as const;

/** What is kept of a drift (DESIGN §6): its fixed keys, its scope, and the grants that it revoked. */
const driftShape = shapeOf({
  server: nameShape("The server."),
  added: names,
  removed: names,
  changed: {
    type: "array",
    items: shapeOf({ tool: { type: "string" }, input: fieldNames, output: fieldNames }),
  },
  revokes: names,
  scope: { enum: ["widens", "narrows", "same", "unknown"] },
  grants: {
    type: "array",
    items: shapeOf({
      agent: grantName.properties.agent,
      tool: { type: "string" },
      job: grantName.properties.job,
    }),
  },
});

const pullShape = shapeOf({ number: count, head: commit, author: textOrNull });

const mergedShape = shapeOf({
  at: time,
  by: textOrNull,
  via: { enum: ["direct", "auto-merge", "queue"] },
  asked: {
    anyOf: [shapeOf({ by: textOrNull, at: time, head: commitOrNull }), { type: "null" }],
  },
  notCounted: {
    enum: [null, "account-gone", "not-a-person", "asked-before-check", "head-changed-after", "contributed"],
  },
});

const approverShape = shapeOf({
  login: text,
  as: { enum: ["merge", "auto-merge", "queue", "review"] },
  commit,
  at: timeOrNull,
  file: text,
  owner: text,
  line: count,
  independent: { enum: ["yes", "no", "unknown"] },
});

const changeShape = shapeOf({
  sequence: links.sequence,
  kind: { const: "change" },
  approved: { type: "boolean" },
  file: text,
  of: { enum: ["card", "grants", "settings", "folder", "owners"] },
  server: { anyOf: [nameShape("The server."), { type: "null" }] },
  agent: { anyOf: [nameShape("The agent."), { type: "null" }] },
  id: { anyOf: [idShape("The card's id."), { type: "null" }] },
  revision: { anyOf: [revisionShape("The card's revision."), { type: "null" }] },
  before: digestOrNull,
  after: digestOrNull,
  parent: commitOrNull,
  commit,
  committed: time,
  pull: { anyOf: [pullShape, { type: "null" }] },
  merged: { anyOf: [mergedShape, { type: "null" }] },
  owners: {
    anyOf: [shapeOf({ file: text, digest: digestOrNull, line: count, owners: texts }), { type: "null" }],
  },
  approvers: { type: "array", items: approverShape },
  through: texts,
  stale: { type: "array", items: shapeOf({ login: text, commit: commitOrNull, at: time }) },
  missing: { type: "array", items: missingShape },
  label: {
    anyOf: [
      shapeOf({ name: text, widenings: count, counts: { type: "boolean" }, by: textOrNull, why: textOrNull }),
      { type: "null" },
    ],
  },
  contributors: {
    type: "array",
    items: shapeOf({ login: textOrNull, as: { enum: ["author", "committer", "co-author", "pusher"] } }),
  },
  drift: { anyOf: [driftShape, { type: "null" }] },
  grants: { anyOf: [shapeOf({ added: grantNames, removed: grantNames }), { type: "null" }] },
  cut: { type: "boolean" },
  previous: links.previous,
  hash: links.hash,
});

/** The shape of each kind of entry of approvals.jsonl; the order of keys is that of a line. */
export const ENTRY_SHAPES = { adoption: adoptionShape, change: changeShape } as const;
