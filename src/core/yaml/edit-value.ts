import { SCALAR_STYLE } from "js-yaml";
import type { ScalarStyle } from "js-yaml";
import { joined } from "./edit-block-add.ts";
import { flowValue } from "./edit-flow-text.ts";
import { gapLines, type GapLine } from "./edit-gap.ts";
import { startsLine, type Editing, type Slot } from "./edit-plan.ts";
import { blockText } from "./render-block.ts";
import { documentLines, entryLines, itemLines, type Manner } from "./render.ts";
import { endOfHeader, isBlockScalar } from "./scalar-range.ts";
import { columnOf } from "./style.ts";
import { skip, type ScalarNode, type YamlNode } from "./tree.ts";

/** Puts another value in the place of one. What comments there are inside the old value go with it. */
export function replaceValue(editing: Editing, slot: Slot, node: YamlNode, wanted: unknown): void {
  const { edits } = editing;
  if (slot.flow) {
    edits.push({ start: node.start, end: node.end, text: flowValue(editing, node, wanted) });
    return;
  }
  if (slot.kind === "root") return replaceRoot(editing, node, wanted);
  if (node.kind === "scalar" && isBlockScalar(node.event))
    return replaceBlockScalar(editing, slot, node, wanted);
  const written = headAndBody(editing, slot, node, wanted);
  if (node.kind !== "scalar" && !node.flow) return replaceBlock(editing, slot, node, written);
  replaceInline(editing, slot, node, written);
}

/** A value as it stands behind a colon or dash: what is in the same line, and the lines below. */
interface Written {
  readonly head: string;
  readonly body: readonly string[];
}

function headAndBody(editing: Editing, slot: Slot, node: YamlNode, wanted: unknown): Written {
  const gap = { from: node.end, to: skip(editing.text, node.end) };
  const following = [...commentsAbove(editing, slot, node), ...gapLines(editing, gap)];
  const isDeep = following.some((line) => line.indent > slot.column);
  const manner: Manner = {
    style: node.kind === "scalar" ? { ...editing.style, foldWidth: undefined } : editing.style,
    flowFrom: slot.inline ? 1 : undefined,
    blocks: editing.noBlocks ? "none" : isDeep ? "not-last" : "all",
    scalar: quotesFor(node, wanted),
  };
  const lines = slot.kind === "seq" ? itemLines(wanted, manner) : entryLines("k", wanted, manner);
  const [first = "", ...body] = lines;
  return { head: first.slice(slot.kind === "seq" ? 1 : 2).trim(), body };
}

/** A text that was quoted stays so. */
function quotesFor(node: YamlNode, wanted: unknown): ScalarStyle | undefined {
  if (node.kind !== "scalar" || typeof wanted !== "string") return undefined;
  const { style } = node.event;
  if (style === SCALAR_STYLE.DOUBLE_QUOTED) return style;
  return style === SCALAR_STYLE.SINGLE_QUOTED && !wanted.includes("\n") ? style : undefined;
}

/** The lines below the first, each with its line break before it. */
function below(editing: Editing, slot: Slot, body: readonly string[]): string {
  return body.length === 0 ? "" : joined(["", ...body], slot.column, editing.style.lineBreak);
}

/** The old value starts in the line of its key or dash, or has a line of its own, and ends in one line with a comment. */
function replaceInline(editing: Editing, slot: Slot, node: YamlNode, { head, body }: Written): void {
  const { text, lines, edits } = editing;
  const lineEnd = lines.endOf(node.end);
  if (head === "" && startsLine(text, lines, node.start)) {
    const comment = text.slice(node.end, lineEnd).trim();
    const pad = " ".repeat(columnOf(lines, node.start));
    const above = comment === "" ? "" : pad + comment + editing.style.lineBreak;
    const written = below(editing, slot, body).slice(editing.style.lineBreak.length);
    edits.push({ start: lines.startOf(node.start), end: lineEnd, text: above + written });
    return;
  }
  edits.push({ start: head === "" ? slot.after : node.start, end: node.end, text: head });
  edits.push({ start: lineEnd, end: lineEnd, text: below(editing, slot, body) });
}

/** The comments between a key and the block collection below it. */
function commentsAbove(editing: Editing, slot: Slot, node: YamlNode): GapLine[] {
  if (node.kind === "scalar" || node.flow) return [];
  return gapLines(editing, { from: slot.after, to: node.start }).filter((line) => line.comment);
}

/** The old value is a block collection: its lines go, comments before the first of them stay. */
function replaceBlock(editing: Editing, slot: Slot, node: YamlNode, { head, body }: Written): void {
  const { text, lines, edits } = editing;
  const end = lines.endOf(node.end);
  if (!startsLine(text, lines, node.start)) {
    edits.push({ start: node.start, end, text: head + below(editing, slot, body) });
    return;
  }
  const comment = text.slice(slot.after, lines.endOf(slot.after));
  const first = head === "" ? comment : ` ${head}${comment}`;
  let above = "";
  for (const line of commentsAbove(editing, slot, node))
    above += editing.style.lineBreak + text.slice(line.start, line.end);
  edits.push({ start: slot.after, end, text: first + below(editing, slot, body) + above });
}

function replaceBlockScalar(editing: Editing, slot: Slot, node: ScalarNode, wanted: unknown): void {
  const { text, lines, edits, style } = editing;
  const headerEnd = endOfHeader(text, node.start);
  const lineEnd = lines.endOf(headerEnd);
  const bodyEnd = Math.max(lineEnd, node.end);
  const indent = node.event.indent > slot.column ? node.event.indent - slot.column : style.indent;
  const pad = " ".repeat(slot.column + indent);
  const isLast = node.end === text.length;
  const written =
    typeof wanted === "string" && !editing.noBlocks
      ? blockText(wanted, node, oldLines(text.slice(lineEnd, bodyEnd), slot.column + indent), indent)
      : undefined;
  if (written !== undefined) {
    const body = written.lines.map((line) => style.lineBreak + (line === "" ? "" : pad + line)).join("");
    edits.push({ start: node.start, end: headerEnd, text: written.header });
    edits.push({ start: lineEnd, end: bodyEnd, text: body + (isLast ? style.lineBreak : "") });
    return;
  }
  const { head, body } = headAndBody(editing, slot, node, wanted);
  edits.push({ start: head === "" ? slot.after : node.start, end: headerEnd, text: head });
  edits.push({ start: lineEnd, end: bodyEnd, text: below(editing, slot, body) });
}

/** The lines of a block scalar without their indentation. */
function oldLines(body: string, indent: number): string[] {
  const lines = body.split(/\r\n?|\n/).slice(1);
  return lines.map((line) => line.slice(indent));
}

function replaceRoot(editing: Editing, node: YamlNode, wanted: unknown): void {
  const { lines, style, edits } = editing;
  const written = documentLines(wanted, { style, blocks: "none" });
  const end = node.kind === "scalar" ? node.end : lines.endOf(node.end);
  edits.push({ start: node.start, end, text: joined(written, columnOf(lines, node.start), style.lineBreak) });
}
