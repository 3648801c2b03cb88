import { describe, expect, test } from "vitest";
import type { Tool } from "../../src/core/tool/tool.ts";
import { addDeclined, setRevision, updateCard } from "../../src/core/update/card.ts";

const CARD = `# yaml-language-server: $schema=https://example.com/card.json
id: 5f0c1c9e-6a39-4f5e-9d0a-3f3f1f0a7b11 # never changes
server: claims-tools
revision: 4
remote:
  type: streamable-http
  url: https://claims.example.com/mcp
  headers: [{ name: Authorization, isSecret: true }]

# What the server lists.
tools:
  # The one everybody uses.
  - name: create_note
    description: Add a note to a claim.
    inputSchema:
      type: object
      properties:
        claim: { type: string } # the number
        note: { type: string, maxLength: 500 }
      required: [note, claim]

  # Asked for by finance.
  - name: lookup_policy
    inputSchema: { type: object } # anything goes
    annotations:
      readOnlyHint: true
# The end of the list.
`;

const createNote: Tool = {
  name: "create_note",
  description: "Add a note to a claim.",
  inputSchema: {
    type: "object",
    properties: { claim: { type: "string" }, note: { type: "string", maxLength: 500 } },
    required: ["claim", "note"],
  },
};
const lookupPolicy: Tool = {
  annotations: { readOnlyHint: true },
  name: "lookup_policy",
  inputSchema: { type: "object" },
};

test("tools that are the same up to order change no byte", () => {
  expect(updateCard(CARD, [lookupPolicy, createNote])).toBe(CARD);
  const odd = `\uFEFF${CARD.replaceAll("\n", "\r\n").trimEnd()}`;
  expect(updateCard(odd, [lookupPolicy, createNote])).toBe(odd);
});

test("what changes in a tool changes there, and the revision rises", () => {
  const schema = {
    type: "object",
    required: ["claim", "note"],
    properties: {
      claim: { type: "string" },
      note: { type: "string", maxLength: 200 },
      visibility: { type: "string", enum: ["public", "internal"] },
    },
  };
  expect(updateCard(CARD, [{ ...createNote, inputSchema: schema }, lookupPolicy])).toBe(
    CARD.replace("revision: 4", "revision: 5").replace(
      "maxLength: 500 }",
      "maxLength: 200 }\n        visibility: { type: string, enum: [public, internal] }",
    ),
  );
});

test("a tool that leaves is retired with the new revision; comments around it stay, those in it go", () => {
  const end = CARD.indexOf("  - name: lookup_policy");
  expect(updateCard(CARD, [createNote])).toBe(
    `${CARD.slice(0, end).replace("revision: 4", "revision: 5")}
retired:
  - { name: lookup_policy, revision: 5 }
# The end of the list.
`,
  );
});

test("a name that is retired already is not retired twice, also when it was on the card again", () => {
  const card = `${CARD}retired: [{ name: lookup_policy, revision: 2 }] # once\n`;
  const edited = updateCard(card, []);
  expect(edited).toContain("tools: []\n");
  expect(edited).toContain(
    "retired: [{ name: lookup_policy, revision: 2 }, { name: create_note, revision: 5 }] # once\n",
  );
});

test("an empty list of retired names gets one line a name", () => {
  expect(updateCard("revision: 1\ntools:\n- name: a\n  inputSchema: {}\nretired: [] # none\n", [])).toBe(
    "revision: 2\ntools: []\nretired: # none\n- { name: a, revision: 2 }\n",
  );
});

test("a card without a revision gets its first", () => {
  expect(updateCard("id: x\nserver: s\ntools: []\n", [{ name: "a", inputSchema: {} }])).toBe(
    "id: x\nserver: s\nrevision: 1\ntools:\n  - name: a\n    inputSchema: {}\n",
  );
});

test("a name that comes back stays retired", () => {
  const card = "revision: 7\ntools: []\nretired:\n  - name: a\n    revision: 3\n";
  expect(updateCard(card, [{ name: "a", inputSchema: {} }])).toBe(
    "revision: 8\ntools:\n  - name: a\n    inputSchema: {}\nretired:\n  - name: a\n    revision: 3\n",
  );
});

test("a tool with a key named __proto__ is written and read", () => {
  const tool = JSON.parse(
    '{"name":"a","inputSchema":{"properties":{"__proto__":{"type":"string"}}}}',
  ) as Tool;
  const edited = updateCard("revision: 1\ntools: []\n", [tool]);
  expect(edited).toContain("        __proto__:\n          type: string\n");
  expect(updateCard(edited, [tool])).toBe(edited);
});

describe("what is no card is refused, with its place", () => {
  test.each([
    ["", "card:1:1: the file is empty"],
    ["- a\n", "card:1:1: this is no mapping"],
    ["revision: 1\n", "card:1:1: a card has a list of tools"],
    ["revision: 1\ntools: { a: 1 }\n", "card:2:8: tools is no list"],
    ["revision: 1\ntools:\n  - 1\n", "card:3:5: a tool has a name"],
    ["revision: 1\ntools:\n  - name: a\n  - name: a\n", 'card:4:5: "a" is named twice'],
    ["revision: 1.5\ntools: []\n", "card:1:11: a revision is a whole number"],
    ["revision: 1\ntools: []\nretired: 1\n", "card:3:10: retired is no list"],
    ["revision: 1\ntools: &a []\nretired: ~\n", 'card:2:8: "&a" is an anchor'],
  ])("%j", (text, message) => {
    expect(() => updateCard(text, [createNote])).toThrow(message);
  });
});

describe("tools that a card can't hold are refused", () => {
  let deep: unknown = {};
  for (let i = 0; i < 100_000; i++) deep = [deep];

  test.each<[string, unknown[], string]>([
    ["half a character", [{ name: "a", inputSchema: { const: "\uD800" } }], "half a character"],
    ["an unsafe integer", [{ name: "a", inputSchema: { maximum: 2 ** 60 } }], "can't be kept exactly"],
    ["100,000 levels", [{ name: "a", inputSchema: { default: deep } }], "nests deeper than 100 levels"],
    ["a name twice", [createNote, createNote], '"create_note" is to be written twice'],
    ["no name", [{ inputSchema: {} }], "has no name"],
    ["no tool", [null], "has no name"],
  ])("%s", (_, tools, message) => {
    expect(() => updateCard(CARD, tools as Tool[])).toThrow(message);
  });

  test("a tool of 100 levels can be held", () => {
    let schema: unknown = true;
    for (let i = 0; i < 98; i++) schema = [schema];
    const tool: Tool = { name: "a", inputSchema: { default: schema } };
    const edited = updateCard("revision: 1\ntools: []\n", [tool]);
    expect(updateCard(edited, [tool])).toBe(edited);
  });

  test("a card that would be larger than 1 MiB is not written", () => {
    const large: Tool = { name: "large", description: "x".repeat(1_048_000), inputSchema: {} };
    expect(() => updateCard(CARD, [createNote, large])).toThrow(RangeError);
    expect(() => updateCard(CARD, [createNote, large])).toThrow("larger than 1 MiB");
  });
});

test("a revision is set where it stands, or behind the server's name", () => {
  expect(setRevision(CARD, 9)).toBe(CARD.replace("revision: 4", "revision: 9"));
  expect(setRevision("id: x\nserver: s # here\ntools: []\n", 2)).toBe(
    "id: x\nserver: s # here\nrevision: 2\ntools: []\n",
  );
});

test("a declined form is added, and takes the place of an earlier one of that name", () => {
  const one = addDeclined("revision: 1\ntools: []\nretired: []\nnotes: x\n", {
    name: "a",
    digest: "sha256:1",
  });
  expect(one).toBe(
    'revision: 1\ntools: []\nretired: []\ndeclined:\n  - { name: a, digest: "sha256:1" }\nnotes: x\n'.replaceAll(
      '"sha256:1"',
      "sha256:1",
    ),
  );
  const two = addDeclined(one, { name: "b", digest: "sha256:2" });
  expect(addDeclined(two, { name: "a", digest: "sha256:3" })).toContain(
    "declined:\n  - { name: a, digest: sha256:3 }\n  - { name: b, digest: sha256:2 }\n",
  );
  expect(addDeclined(two, { name: "a", digest: "sha256:1" })).toBe(two);
});

test("a name that left and came back in another form is retired all the same, and stays on the card", () => {
  const edited = updateCard(CARD, [createNote, { ...lookupPolicy, title: "Another" }], ["lookup_policy"]);
  expect(edited).toContain("title: Another");
  expect(edited).toContain("retired:\n  - { name: lookup_policy, revision: 5 }\n");
});
