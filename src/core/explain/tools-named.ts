import type { Context } from "./context.ts";
import type { Fact } from "./facts.ts";
import { plural, words, type Phrase } from "./phrase.ts";

const WORD = /[\p{L}\p{N}_][\p{L}\p{N}_./-]*/gu;
// A tool named "search" is named by any text about searching: only what no ordinary word looks like counts.
const DISTINCT = /[\p{L}\p{N}][_./-][\p{L}\p{N}]|\p{Ll}\p{Lu}/u;
const LEAST = 6;

/**
 * Points at other tools that a text names and its former version did not: " It now names 1 other tool.". A text that
 * sends agents from one tool to another is an instruction, in whatever language. Which one it is stands in the text.
 */
export function toolsNamed({ toolNames }: Context, { change: { tool, before, after } }: Fact): Phrase {
  if (typeof after !== "string") return [];
  const known = new Set(typeof before === "string" ? wordsOf(before) : []);
  const named = new Set(
    wordsOf(after).filter(
      (word) => word !== tool && !known.has(word) && toolNames.has(word) && isDistinct(word),
    ),
  );
  return named.size === 0 ? [] : words(` It now names ${plural(named.size, "other tool")}.`);
}

function wordsOf(text: string): string[] {
  return Array.from(text.matchAll(WORD), ([word]) => word.replace(/[./-]+$/u, ""));
}

function isDistinct(word: string): boolean {
  return word.length >= LEAST && DISTINCT.test(word);
}
