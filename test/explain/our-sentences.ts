/** What of an explanation are our own words, for people to read: not folded away, and no code span of somebody else's. */
import readability from "text-readability";
import { markdownOf } from "../../src/core/explain/markdown.ts";
import type { Explanation } from "../../src/core/explain/model.ts";
import { parsed } from "./gfm.ts";

type Node = ReturnType<typeof parsed> | ReturnType<typeof parsed>["children"][number];

/** What stands for a string of a server's: one short word. */
const NEUTRAL = "it";

/** The visible paragraphs of an explanation, each of its points one, with a neutral word for each code span. */
export function ourParagraphs(explanation: Explanation): string[] {
  const found: string[] = [];
  let folded = 0;
  const walk = (node: Node): void => {
    if (node.type === "html") {
      folded += (node.value.match(/<details/g) ?? []).length - (node.value.match(/<\/details/g) ?? []).length;
      return;
    }
    if (folded > 0 || node.type === "heading") return;
    if (node.type === "paragraph") found.push(textOf(node));
    else if ("children" in node) for (const child of node.children) walk(child);
  };
  walk(parsed(markdownOf(explanation)));
  return found
    .map((text) => oneName(text.replaceAll(/\s+/g, " ").trim()))
    .filter((text) => /[a-z]/i.test(text));
}

/** A list of names is read as one. */
function oneName(text: string): string {
  return text.replaceAll(/\bit(?:(?:, | and | or )it\b)+/g, NEUTRAL);
}

function textOf(node: Node): string {
  if (node.type === "inlineCode") return NEUTRAL;
  if (node.type === "text") return node.value;
  if (node.type === "break") return " ";
  return "children" in node ? node.children.map(textOf).join("") : "";
}

/** The sentences of paragraphs; what ends with a colon, or without a mark, ends a sentence too. */
export function sentencesOf(paragraphs: readonly string[]): string[] {
  return paragraphs.flatMap((text) =>
    text
      .split(/(?<=[.:?!])\s+/)
      .map((sentence) => sentence.replace(/[:;,]$/, ".").replace(/(?<![.?!])$/, "."))
      .filter((sentence) => /[a-z]{2}/i.test(sentence)),
  );
}

/** The school grade that it takes to read sentences, by Flesch and Kincaid (1975). */
export function gradeOf(sentences: readonly string[]): number {
  return readability.fleschKincaidGrade(sentences.join(" "));
}

/** How many words are to be read. */
export function wordsIn(paragraphs: readonly string[]): number {
  return paragraphs.join(" ").split(/\s+/).length;
}
