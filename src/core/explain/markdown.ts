import { jsonBlock, markdownCode } from "./inert.ts";
import type { Data, Explanation, Fold, Item, Section } from "./model.ts";
import type { Phrase, Piece } from "./phrase.ts";

/** An explanation as GitHub-flavoured Markdown, without the title. */
export function markdownOf(explanation: Explanation): string {
  const { summary, cuts, sections, glossary, data } = explanation;
  const blocks = [inline(summary)];
  if (cuts.length > 0) blocks.push(inline(cuts));
  for (const section of sections) blocks.push(...sectionBlocks(section));
  if (glossary !== undefined) blocks.push(foldLines(glossary).join("\n").trim());
  if (data !== undefined) blocks.push(...dataBlocks(data));
  return `${blocks.join("\n\n")}\n`;
}

/** The title of an explanation as Markdown, on one line. */
export function titleMarkdown({ title, server }: Pick<Explanation, "title" | "server">): string {
  if (server === undefined || server === "") return title;
  return `${markdownCode(server)}${title.slice(server.length)}`;
}

/** A phrase as Markdown, on one line. */
export function inline(phrase: Phrase): string {
  return phrase.map(pieceText).join("");
}

function pieceText(piece: Piece): string {
  if ("own" in piece) return piece.own;
  if ("code" in piece) return markdownCode(piece.code);
  if ("added" in piece) return `**${markdownCode(piece.added)}**`;
  if ("removed" in piece) return `~~${markdownCode(piece.removed)}~~`;
  if ("strong" in piece) return `**${inline(piece.strong)}**`;
  return "**bold** was added, ~~struck~~ was removed";
}

function sectionBlocks({ heading, before = [], items, numbered = false, after = [] }: Section): string[] {
  const blocks: string[] = [];
  if (heading !== undefined) blocks.push(`### ${inline(heading)}`);
  for (const phrase of before) blocks.push(inline(phrase));
  if (items.length > 0) blocks.push(listText(items, numbered));
  for (const phrase of after) blocks.push(inline(phrase));
  return blocks;
}

function listText(items: readonly Item[], numbered: boolean): string {
  const lines: string[] = [];
  for (const [at, item] of items.entries()) {
    const marker = numbered ? `${at + 1}. ` : "- ";
    lines.push(marker + inline(item.text));
    const indent = " ".repeat(marker.length);
    for (const phrase of item.below ?? []) lines.push(`${indent}- ${inline(phrase)}`);
    if (item.fold !== undefined)
      lines.push(...foldLines(item.fold).map((line) => (line === "" ? "" : indent + line)));
  }
  return lines.join("\n").trimEnd();
}

/** A fold inside a list item; GitHub reads the Markdown in it only between blank lines. */
function foldLines(fold: Fold): string[] {
  const items = fold.items.map((item) => `- ${inline(item)}`);
  return ["", `<details><summary>${fold.summary}</summary>`, "", ...items, "", "</details>", ""];
}

function dataBlocks({ summary, intro, json }: Data): string[] {
  const blocks = [`<details><summary>${summary}</summary>`];
  if (intro.length > 0) blocks.push(inline(intro));
  if (json !== undefined) blocks.push(jsonBlock(json));
  return [...blocks, "</details>"];
}
