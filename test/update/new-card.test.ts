import { expect, test } from "vitest";
import { newCard } from "../../src/core/update/new-card.ts";
import { updateCard } from "../../src/core/update/card.ts";
import { readYaml } from "../../src/core/yaml/read.ts";

const card = {
  tools: [
    {
      name: "create_note",
      description: `Add a note to a claim. ${"More about it. ".repeat(10)}`.trim(),
      inputSchema: {
        type: "object",
        properties: {
          claim: { type: "string", description: "One line.\n\n  - and\n  - more\n" },
          on: { type: "boolean", default: true },
        },
        required: ["claim"],
      },
      annotations: {},
    },
    { name: "a", inputSchema: { enum: [] } },
  ],
  readAs: { protocolVersion: "2026-07-28", credential: "claims-readonly", capabilities: [] },
  remote: {
    type: "streamable-http",
    url: "https://claims.example.com/mcp",
    headers: [{ name: "Authorization", isSecret: true }],
  },
  title: "Claims: tools",
  server: "claims-tools",
  id: "5f0c1c9e-6a39-4f5e-9d0a-3f3f1f0a7b11",
};

test("a first card has revision 1, its keys in order, the tools as the server lists them, and long texts in lines", () => {
  expect(newCard(card, "../../schemas/card.json"))
    .toBe(`# yaml-language-server: $schema=../../schemas/card.json
id: 5f0c1c9e-6a39-4f5e-9d0a-3f3f1f0a7b11
server: claims-tools
revision: 1
title: "Claims: tools"
remote:
  type: streamable-http
  url: https://claims.example.com/mcp
  headers: [{ name: Authorization, isSecret: true }]
readAs: { protocolVersion: "2026-07-28", credential: claims-readonly, capabilities: [] }
tools:
  - name: create_note
    description: >-
      Add a note to a claim. More about it. More about it. More about it. More about it. More about
      it. More about it. More about it. More about it. More about it. More about it.
    inputSchema:
      type: object
      properties:
        claim:
          type: string
          description: |
            One line.

              - and
              - more
        "on":
          type: boolean
          default: true
      required: [claim]
    annotations: {}
  - name: a
    inputSchema:
      enum: []
`);
});

test("it says exactly what it was given, and an update with the same tools changes no byte", () => {
  const text = newCard(card, "x");
  const read = readYaml(text, "card.yaml");
  expect(read.ok && read.value).toEqual({ ...card, revision: 1 });
  expect(updateCard(text, card.tools)).toBe(text);
});

test("the path of the schema can't break its line", () => {
  expect(newCard(card, "a\nb: 1").split("\n").slice(0, 2)).toEqual([
    "# yaml-language-server: $schema=ab:1",
    "id: 5f0c1c9e-6a39-4f5e-9d0a-3f3f1f0a7b11",
  ]);
});

test("what a card can't hold is not printed", () => {
  const tools = [{ name: "a", description: "x".repeat(1_048_577), inputSchema: {} }];
  expect(() => newCard({ ...card, tools }, "x")).toThrow("larger than a card may be");
  expect(() => newCard({ ...card, tools: [{ name: "a", inputSchema: { const: "\uDC00" } }] }, "x")).toThrow(
    "half a character",
  );
});
