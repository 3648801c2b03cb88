import { expect } from "vitest";
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

/** Two versions of a list of tools. */
export interface ToolPair {
  readonly title: string;
  readonly before: readonly Tool[];
  readonly after: readonly Tool[];
}

const published = (card: unknown): string => newCard(card as Parameters<typeof newCard>[0], "card.json");

/** Who may have written the card that is edited, by the style. */
export const WRITERS = [
  ...Object.entries(STYLES),
  ["published", published] as const,
  ["by hand", undefined] as const,
];

function cardText(pair: ToolPair, turn: number): string {
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

/** Checks that a card is edited to the second list in place, and back: what is not changed stays, byte for byte. */
export function check(pair: ToolPair, turn: number): void {
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

/** Each pair, and the way back. */
export const bothWays = (pairs: readonly ToolPair[]): ToolPair[] =>
  pairs.flatMap((pair) => [pair, { title: `${pair.title}, back`, before: pair.after, after: pair.before }]);
