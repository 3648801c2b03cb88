import type { Drift } from "../drift/drift.ts";
import type { ExplanationOptions } from "./context.ts";
import { explain } from "./explanation.ts";
import type { Explanation, Item, Section } from "./model.ts";
import { words, type Phrase, type Piece } from "./phrase.ts";
import { wrapped, type Run } from "./wrap.ts";

/** What a terminal can do; without it the text is for any. */
export interface TextOptions extends ExplanationOptions {
  /** Whether to write ANSI colours, by default not. None of a server's own get through either way. */
  readonly colour?: boolean;
  /** Columns of the terminal: by default 80, at least 40. */
  readonly columns?: number;
}

interface Page {
  readonly colour: boolean;
  readonly columns: number;
}

const BOLD = 1;
const RED = 31;
const GREEN = 32;
const CYAN = 36;

/**
 * A drift explained for a terminal: the same facts in the same order as `renderExplanation`, without the change as data,
 * which `--json` prints.
 */
export function renderText(drift: Drift, options: TextOptions = {}): string {
  return textOf(explain(drift, options), options);
}

/** An explanation as text for a terminal, the title first. */
export function textOf(explanation: Explanation, options: TextOptions = {}): string {
  const page = { colour: options.colour ?? false, columns: Math.max(40, options.columns ?? 80) };
  const { title, summary, cuts, sections } = explanation;
  const blocks = [lines([{ text: title, style: BOLD }], page, ""), phraseLines(summary, page, "")];
  if (cuts.length > 0) blocks.push(phraseLines(cuts, page, ""));
  for (const section of sections) blocks.push(...sectionBlocks(section, page));
  return `${blocks.join("\n\n")}\n`;
}

/** A phrase as plain text on one line; what is not ours stands in backticks. */
export function phraseText(phrase: Phrase): string {
  return runsOf(phrase)
    .map(({ text }) => text)
    .join("");
}

function sectionBlocks(
  { heading, before = [], items, numbered = false, after = [] }: Section,
  page: Page,
): string[] {
  const blocks: string[] = [];
  for (const phrase of before) blocks.push(phraseLines(phrase, page, ""));
  if (items.length > 0) {
    blocks.push(items.map((item, at) => itemLines(item, numbered ? `${at + 1}. ` : "- ", page)).join("\n"));
  }
  for (const phrase of after) blocks.push(phraseLines(phrase, page, ""));
  if (heading === undefined) return blocks;
  const title = lines(runsOf(heading, BOLD), page, "");
  const [first, ...rest] = blocks;
  return [first === undefined ? title : `${title}\n${first}`, ...rest];
}

function itemLines(item: Item, marker: string, page: Page): string {
  const indent = " ".repeat(marker.length);
  const below = (item.below ?? []).map((phrase) => phraseLines(phrase, page, `${indent}- `));
  const text = [phraseLines(item.text, page, marker), ...below].join("\n");
  if (item.fold === undefined) return text;
  const { summary, items } = item.fold;
  const inner = items.map((line) => phraseLines(line, page, `${indent}  - `));
  return [text, phraseLines(words(`${summary}:`), page, indent), ...inner].join("\n");
}

function phraseLines(phrase: Phrase, page: Page, marker: string): string {
  return lines(runsOf(phrase), page, marker);
}

/** Runs as lines: the first behind the marker, the others below its text. */
function lines(runs: readonly Run[], page: Page, marker: string): string {
  const indent = " ".repeat(marker.length);
  return wrapped(runs, page.columns - marker.length)
    .map((line, at) => (at === 0 ? marker : indent) + line.map((run) => styled(run, page)).join(""))
    .join("\n");
}

function styled({ text, style }: Run, { colour }: Page): string {
  return colour && style !== undefined ? `\u001B[${style}m${text}\u001B[0m` : text;
}

function runsOf(phrase: Phrase, style?: number): Run[] {
  return phrase.flatMap((piece) => pieceRuns(piece, style));
}

function pieceRuns(piece: Piece, style?: number): Run[] {
  if ("own" in piece) return [{ text: piece.own, ...(style !== undefined && { style }) }];
  if ("code" in piece) return [{ text: quoted(piece.code), style: style ?? CYAN }];
  if ("added" in piece) return [{ text: `{+${quoted(piece.added)}+}`, style: GREEN }];
  if ("removed" in piece) return [{ text: `[-${quoted(piece.removed)}-]`, style: RED }];
  if ("strong" in piece) return runsOf(piece.strong, BOLD);
  return [
    { text: "{+this+}", style: GREEN },
    { text: " was added, " },
    { text: "[-this-]", style: RED },
    { text: " was removed" },
  ];
}

// Where a line can begin when it is broken: behind a blank, and anywhere in a long word.
const COMMAND = /(?<= )::|\S{20,}/g;

/**
 * In backticks, as in Markdown; one inside is escaped, so that nothing can pretend to end the quotation. Nor does a line
 * begin with `::`, which the runner of GitHub Actions takes for a command.
 */
function quoted(shown: string): string {
  if (shown === "") return "(empty)";
  const safe = shown.replaceAll(COMMAND, (part) => part.replaceAll(/:(?=:)/g, "\\u{3A}"));
  return `\`${safe.replaceAll("`", "\\u{60}")}\``;
}
