import { describe, expect, test } from "vitest";
import { revokeGrants, type RevokedTool } from "../../src/core/update/grants.ts";

const GRANTS = `agent: intake-bot
enrolments:
  # Claims.
  - server: claims-tools
    card: 5f0c1c9e-6a39-4f5e-9d0a-3f3f1f0a7b11
    grants:
      - { tool: create_note, job: claims-intake }  # daily
      # only for finance
      - { tool: lookup_policy, job: claims-intake }
      - tool: lookup_policy
        job: month-end
  - server: other-tools
    card: 8d1f5c3e-1111-4f5e-9d0a-3f3f1f0a7b11
    grants: [{ tool: lookup_policy, job: x }]
`;

const CLAIMS = { server: "claims-tools", card: "5f0c1c9e-6a39-4f5e-9d0a-3f3f1f0a7b11" };
const OTHER = { server: "other-tools", card: "8d1f5c3e-1111-4f5e-9d0a-3f3f1f0a7b11" };

test("every grant of a tool on that server goes, for whatever job; nothing else changes", () => {
  expect(revokeGrants(GRANTS, [{ ...CLAIMS, tool: "lookup_policy" }])).toBe(
    GRANTS.replace(
      / {6}- \{ tool: lookup_policy, job: claims-intake \}\n {6}- tool: lookup_policy\n {8}job: month-end\n/,
      "",
    ),
  );
});

test("an enrolment that loses its last grant stays", () => {
  const revoked = [
    { ...OTHER, tool: "lookup_policy" },
    { ...CLAIMS, tool: "lookup_policy" },
    { ...CLAIMS, tool: "create_note" },
  ];
  expect(revokeGrants(GRANTS, revoked)).toBe(`agent: intake-bot
enrolments:
  # Claims.
  - server: claims-tools
    card: 5f0c1c9e-6a39-4f5e-9d0a-3f3f1f0a7b11
    grants: []
      # only for finance
  - server: other-tools
    card: 8d1f5c3e-1111-4f5e-9d0a-3f3f1f0a7b11
    grants: []
`);
});

test.each<[string, RevokedTool[]]>([
  ["nothing is revoked", []],
  ["the tool is of another server", [{ ...CLAIMS, server: "third", tool: "create_note" }]],
  ["nobody has the tool", [{ ...CLAIMS, tool: "createnote" }]],
  [
    "the agent is enrolled with another card of that name",
    [{ ...CLAIMS, card: OTHER.card, tool: "create_note" }],
  ],
  ["the name is one of Object.prototype", [{ ...CLAIMS, server: "constructor", tool: "toString" }]],
])("no byte changes when %s", (_, revoked) => {
  expect(revokeGrants(GRANTS, revoked)).toBe(GRANTS);
});

describe("what is no grants file is refused, with its place", () => {
  test.each([
    ["a: 1\nb: *x\n", "grants:2:4: "],
    ["- a\n", "grants:1:1: this is no mapping"],
    ["enrolments: 1\n", "grants:1:13: enrolments is no list"],
    ["enrolments:\n  - 1\n", "grants:2:5: an enrolment is a mapping"],
    [
      "enrolments:\n  - server: s\n    card: c\n    grants: 1\n",
      "grants:4:13: the grants of an enrolment are a list",
    ],
  ])("%j", (text, message) => {
    expect(() => revokeGrants(text, [{ server: "s", card: "c", tool: "t" }])).toThrow(message);
  });
});

test("a file without enrolments stays as it is", () => {
  expect(revokeGrants("agent: a\n", [{ server: "s", card: "c", tool: "t" }])).toBe("agent: a\n");
});
