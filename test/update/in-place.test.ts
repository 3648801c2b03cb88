import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { canonicalJson } from "../../src/core/json/canonical.ts";
import { sortedBy } from "../../src/core/json/order.ts";
import { isObject, own } from "../../src/core/json/value.ts";
import { normalTool } from "../../src/core/tool/normal.ts";
import type { Tool } from "../../src/core/tool/tool.ts";
import { updateCard } from "../../src/core/update/card.ts";
import { newCard } from "../../src/core/update/new-card.ts";
import { readYaml } from "../../src/core/yaml/read.ts";
import {
  commentsOf,
  commentsToKeep,
  linesToChange,
  lostLine,
  randomFrom,
  STYLES,
  withComments,
} from "../yaml/commented.ts";
import { writeByHand } from "../yaml/handwritten.ts";

interface Pair {
  readonly title: string;
  readonly before: readonly Tool[];
  readonly after: readonly Tool[];
}

function readJson(path: URL): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}

/** Lists of real servers, two versions of each, where somebody has them beside this repository; they are not ours. */
function realPairs(): Pair[] {
  const corpus = new URL("../../../shared/corpus/", import.meta.url);
  const index = new URL("pairs.json", corpus);
  if (!existsSync(index)) return [];
  const toolsOf = (server: string, version: string): readonly Tool[] =>
    (readJson(new URL(`${server}/${encodeURIComponent(version)}.json`, corpus)) as { tools: Tool[] }).tools;
  return (readJson(index) as [string, string, string][]).map(([server, from, to]) => {
    return { title: `${server} ${from} → ${to}`, before: toolsOf(server, from), after: toolsOf(server, to) };
  });
}

const field = (type: string, description: string): object => ({ type, description });

const ownPairs: readonly Pair[] = [
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

const published = (card: unknown): string => newCard(card as Parameters<typeof newCard>[0], "card.json");
const WRITERS = [
  ...Object.entries(STYLES),
  ["published", published] as const,
  ["by hand", undefined] as const,
];

function cardText(pair: Pair, turn: number): string {
  const random = randomFrom(turn);
  const [title, write] = WRITERS[turn % WRITERS.length] ?? ["by hand", undefined];
  const card = { id: "5f0c1c9e-6a39-4f5e-9d0a-3f3f1f0a7b11", server: "s", revision: 1, tools: pair.before };
  if (write === undefined) return writeByHand(card, random);
  // JSON in which there are comments is JSON no more.
  const text = withComments(write(card), title.startsWith("JSON") ? 0 : 0.15, random);
  return turn % 3 === 0 ? text.replaceAll("\n", "\r\n") : text;
}

function normal(tools: unknown): string {
  const all = Array.isArray(tools) ? (tools as Tool[]) : [];
  return canonicalJson(sortedBy(all.map(normalTool), (tool) => tool.name));
}

function cardOf(text: string): Readonly<Record<string, unknown>> {
  const read = readYaml(text, "card");
  if (!read.ok || !isObject(read.value)) throw new Error(JSON.stringify(read));
  return read.value;
}

function check(pair: Pair, turn: number): void {
  const text = cardText(pair, turn);
  const edited = updateCard(text, pair.after);
  const card = cardOf(edited);
  expect(normal(own(card, "tools"))).toBe(normal(pair.after));
  if (normal(pair.before) === normal(pair.after)) {
    expect(edited).toBe(text);
    return;
  }
  expect(own(card, "revision")).toBe(2);
  const left = pair.before.filter(({ name }) => pair.after.every((tool) => tool.name !== name));
  expect(own(card, "retired")).toEqual(
    left.length === 0 ? undefined : left.map(({ name }) => ({ name, revision: 2 })),
  );
  const comments = commentsOf(edited);
  const free = linesToChange(text, card);
  expect([...commentsToKeep(text, free)].filter((name) => !comments.has(name))).toEqual([]);
  expect(lostLine(text, edited, free)).toBeUndefined();
  if (text.startsWith("{") && !text.includes("# c")) expect(JSON.parse(edited)).toEqual(card);
  expect(normal(own(cardOf(updateCard(edited, pair.before)), "tools"))).toBe(normal(pair.before));
}

const bothWays = (pairs: readonly Pair[]): Pair[] =>
  pairs.flatMap((pair) => [pair, { title: `${pair.title}, back`, before: pair.after, after: pair.before }]);

test.each(bothWays(ownPairs))("a card is edited in place in every style: $title", (pair) => {
  for (let turn = 0; turn < 3 * WRITERS.length; turn++) check(pair, turn);
});

test("cards of real servers are edited in place, from each version to the next and back", () => {
  for (const [i, pair] of bothWays(realPairs()).entries()) check(pair, i);
}, 60_000);
