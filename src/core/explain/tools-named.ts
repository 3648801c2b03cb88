import type { Context } from "./context.ts";
import type { Fact } from "./facts.ts";
import { decodedTags } from "./inert.ts";
import { listAtMost, name, say, words, type Phrase } from "./phrase.ts";

const WORD = /[\p{L}\p{N}_][\p{L}\p{N}_./-]*/gu;
// A tool named "search" is named by any text about searching: only what no ordinary word looks like counts.
const DISTINCT = /[\p{L}\p{N}][_./-][\p{L}\p{N}]|\p{Ll}\p{Lu}/u;
const LEAST = 6;
const SHOWN = 3;

/**
 * Points at other tools that a text names and its former version did not: " It now names another tool: `send_mail`.". A text
 * that sends agents from one tool to another is an instruction, in whatever language.
 */
export function toolsNamed({ toolNames }: Context, { change: { tool, before, after } }: Fact): Phrase {
  if (typeof after !== "string") return [];
  const known = new Set(typeof before === "string" ? wordsOf(before) : []);
  const named = new Set(
    wordsOf(after).filter(
      (word) => word !== tool && !known.has(word) && toolNames.has(word) && isDistinct(word),
    ),
  );
  if (named.size === 0) return [];
  const what = words(named.size === 1 ? "another tool" : "other tools");
  return say` It now names ${what}: ${listAtMost([...named].map(name), SHOWN)}.`;
}

function wordsOf(text: string): string[] {
  // What hidden characters say is read as well.
  return Array.from(`${text} ${decodedTags(text)}`.matchAll(WORD), ([word]) => word.replace(/[./-]+$/u, ""));
}

function isDistinct(word: string): boolean {
  return word.length >= LEAST && DISTINCT.test(word);
}
