import { test } from "vitest";
import { bothWays, check, WRITERS, type ToolPair } from "./in-place.ts";

const field = (type: string, description: string): object => ({ type, description });

const ownPairs: readonly ToolPair[] = [
  {
    title: "a field, a tool and a word",
    before: [
      {
        name: "create_note",
        description: "Adds a note.\n\nUse it once a call.",
        inputSchema: {
          type: "object",
          properties: {
            claim: field("string", "The claim's number: digits only"),
            note: field("string", "Text"),
          },
          required: ["claim", "note"],
        },
      },
      {
        name: "lookup_policy",
        description: "Finds a policy ".repeat(20),
        inputSchema: { type: "object", properties: {} },
        annotations: { readOnlyHint: true },
      },
      {
        name: "close",
        inputSchema: { type: "object", properties: { kind: { enum: ["yes", "no", "012"] } } },
      },
    ],
    after: [
      {
        name: "close",
        inputSchema: { properties: { kind: { enum: ["no", "012", "null"] } }, type: "object" },
      },
      {
        name: "create_note",
        description: "Adds a note.\n\nUse it twice a call.",
        inputSchema: {
          type: "object",
          required: ["note", "claim"],
          properties: {
            visibility: { enum: ["public"] },
            claim: field("string", "The claim's number: digits only"),
            note: { ...field("string", "Text"), maxLength: 500 },
          },
        },
      },
      {
        name: "lookup_policy_history",
        description: "Finds policies ".repeat(20),
        inputSchema: { type: "object" },
      },
    ],
  },
  {
    title: "another order only",
    before: [
      {
        name: "b",
        inputSchema: {
          type: ["object", "null"],
          required: ["x", "y"],
          properties: { x: { enum: [1, 2] }, y: true },
        },
      },
      { name: "a", inputSchema: {} },
    ],
    after: [
      { inputSchema: {}, name: "a" },
      {
        name: "b",
        inputSchema: {
          properties: { y: true, x: { enum: [2, 1] } },
          required: ["y", "x"],
          type: ["null", "object"],
        },
      },
    ],
  },
];

test.each(bothWays(ownPairs))("a card is edited in place in every style: $title", (pair) => {
  for (let turn = 0; turn < 3 * WRITERS.length; turn++) check(pair, turn);
});
