import type { Tool } from "../tool/tool.ts";
import { isTooLarge, MAX_BYTES } from "../yaml/decode.ts";
import { problemLine } from "../yaml/problem.ts";
import { readYaml } from "../yaml/read.ts";
import { entryLines } from "../yaml/render.ts";
import { identities } from "../yaml/same.ts";
import type { Style } from "../yaml/style.ts";
import { plainJson } from "./plain-json.ts";
import { checkedTools } from "./read-card.ts";

/** What a first card says, in the card's own shape (DESIGN §3): exactly one of `remote`, `package` and `command`. */
export interface NewCard {
  /** A new UUID: the identity. */
  readonly id: string;
  readonly server: string;
  readonly title?: string;
  readonly description?: string;
  readonly notes?: string;
  readonly remote?: object;
  readonly package?: object;
  readonly command?: object;
  readonly readAs?: object;
  /** In the server's order, which the card keeps. */
  readonly tools: readonly Tool[];
}

/** The keys of a card in their order, each with the depth from which its value is written in brackets. */
const KEYS: readonly (readonly [key: keyof NewCard | "revision", flowFrom?: number])[] = [
  ["id"],
  ["server"],
  ["revision"],
  ["title"],
  ["description"],
  ["notes"],
  ["remote", 1],
  ["package", 1],
  ["command", 1],
  ["readAs", 0],
  ["tools"],
];

/** What a card looks like that nobody has written by hand. */
const STYLE: Style = {
  lineBreak: "\n",
  indent: 2,
  seqNoIndent: false,
  quote: "double",
  quoteAll: false,
  quoteKeys: false,
  padding: true,
  flowLists: true,
  flowWidth: 100,
  foldWidth: 100,
  json: undefined,
};

/**
 * Prints a first card, with revision 1. What comes out was read again and says exactly what it should.
 * @param schema The URL or path of the card's JSON Schema, for editors that complete and check.
 * @throws Error when a card can't hold one of the tools; RangeError when the card would be larger than 1 MiB.
 */
export function newCard(card: NewCard, schema: string): string {
  const values: Record<string, unknown> = { ...card, revision: 1, tools: checkedTools(card.tools) };
  const lines = [`# yaml-language-server: $schema=${schema.replace(/\s/g, "")}`];
  const written: Record<string, unknown> = {};
  for (const [key, flowFrom] of KEYS) {
    const value = plainJson(values[key]);
    if (value === undefined) continue;
    written[key] = value;
    lines.push(...entryLines(key, value, { style: STYLE, flowFrom, blocks: "all" }));
  }
  const text = `${lines.join("\n")}\n`;
  if (isTooLarge(text)) throw new RangeError(`the card would be larger than 1 MiB (${MAX_BYTES} bytes)`);
  const read = readYaml(text, "the new card");
  if (!read.ok) throw new Error(read.problems.slice(0, 3).map(problemLine).join("; "));
  const same = identities();
  if (same(read.value) !== same(written)) throw new Error("the new card would not say what it should");
  return text;
}
