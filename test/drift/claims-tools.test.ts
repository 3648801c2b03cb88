import { expect, test } from "vitest";
import { diffTools } from "../../src/core/drift/diff-tools.ts";
import type { Tool } from "../../src/core/tool/tool.ts";

const text = { type: "string" };
const policyNumber = { type: "object", properties: { policy_number: text }, required: ["policy_number"] };
const note = { claim_id: text, text: { type: "string", maxLength: 500 } };
const done = { type: "object", properties: { note_id: text }, required: ["note_id"] };

const BEFORE: Tool[] = [
  { name: "get_claim", inputSchema: { type: "object", properties: { id: text } } },
  { name: "lookup_policy", inputSchema: policyNumber },
  {
    name: "create_note",
    inputSchema: { type: "object", properties: note, required: ["claim_id"] },
    outputSchema: done,
  },
];

const visibility = { type: "string", enum: ["internal", "public"] };
const AFTER: Tool[] = [
  { name: "lookup_policy_history", inputSchema: policyNumber },
  {
    name: "create_note",
    inputSchema: { type: "object", properties: { ...note, visibility }, required: ["claim_id"] },
    outputSchema: done,
  },
  { name: "get_claim", inputSchema: { type: "object", properties: { id: text } } },
];

const GRANTS = [
  { agent: "intake-bot", tool: "create_note", job: "claims-intake" },
  { agent: "intake-bot", tool: "lookup_policy", job: "claims-intake" },
  { agent: "audit-bot", tool: "lookup_policy", job: "quarterly-audit" },
];

const FIRST_KEYS = ["server", "added", "removed", "changed", "revokes"] as const;

test.each([
  ["with grants", GRANTS],
  ["where grants are not known", undefined],
])("the story of the claims server gives exactly the first five keys, %s", (_, grants) => {
  const drift = diffTools(BEFORE, AFTER, { server: "claims-tools", grants });
  expect(Object.keys(drift).slice(0, 5)).toEqual(FIRST_KEYS);
  expect(JSON.stringify(Object.fromEntries(FIRST_KEYS.map((key) => [key, drift[key]])))).toBe(
    '{"server":"claims-tools","added":["lookup_policy_history"],"removed":["lookup_policy"],"changed":[{"tool":"create_note","input":{"added":["visibility"],"removed":[]},"output":{"added":[],"removed":[]}}],"revokes":["lookup_policy"]}',
  );
});

test("the story says what widens, whom it touches and whose grants go", () => {
  const drift = diffTools(BEFORE, AFTER, { server: "claims-tools", grants: GRANTS });
  const facts = drift.changes.map(({ kind, tool, scope, world, breaks, grants }) =>
    [kind, tool, scope, world ?? "", breaks, grants.map(({ agent }) => agent).join()].join(" "),
  );
  expect(facts).toEqual([
    "field-added create_note widens closed false intake-bot",
    "tool-removed lookup_policy narrows  true audit-bot,intake-bot",
    "tool-added lookup_policy_history widens  false ",
  ]);
  expect(drift.scope).toBe("widens");
  expect(drift.grants).toEqual([GRANTS[2], GRANTS[1]]);
  expect(drift.warnings).toEqual([]);
});
