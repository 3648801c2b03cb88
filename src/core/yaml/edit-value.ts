import { joined } from "./edit-block-add.ts";
import { flowValue, quotesFor } from "./edit-flow-text.ts";
import { refoldedText } from "./edit-refold.ts";
import { gapLines, type GapLine } from "./edit-gap.ts";
import { startsLine, type Edit, type Editing, type Slot } from "./edit-plan.ts";
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
  const folded = node.kind === "scalar" ? refoldedText(editing, node, wanted) : undefined;
  if (folded !== undefined) {
    edits.push({ start: node.start, end: node.end, text: folded });
    return;
  }
  const written = headAndBody(editing, slot, node, wanted);
  if (node.kind !== "scalar" && !node.flow) return replaceBlock(editing, slot, node, written);
  replaceInline(editing, slot, node, written, wanted);
}

/** A value as it stands behind a colon or dash. */
interface Written {
  /** What is in the same line, with the blanks before it that its own columns need. */
  readonly head: string;
  /** The lines below, without the indentation of the key or dash. */
  readonly body: readonly string[];
  readonly manner: Manner;
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
  // Behind a dash a collection starts in the same line, in the column that its other lines have.
  const head = slot.kind === "seq" ? first.slice(2) : first.slice(first.indexOf(":") + 2);
  return { head, body, manner };
}

/** The lines below the first, each with its line break before it. */
function below(editing: Editing, slot: Slot, body: readonly string[]): string {
  return body.length === 0 ? "" : joined(["", ...body], slot.column, editing.style.lineBreak);
}

/** Where a head is written: behind the colon or dash when its column matters, else where the old value starts. */
function headEdit(slot: Slot, node: YamlNode, end: number, { head }: Written, wanted: unknown): Edit {
  const isScalar = typeof wanted !== "object" || wanted === null;
  if (isScalar) return { start: node.start, end, text: head };
  return { start: slot.after, end, text: head === "" ? "" : ` ${head}` };
}

/** The old value is a scalar or in brackets; behind it there may be a comment, which stays in its line. */
function replaceInline(
  editing: Editing,
  slot: Slot,
  node: YamlNode,
  written: Written,
  wanted: unknown,
): void {
  const { text, lines, edits, style } = editing;
  const lineEnd = lines.endOf(node.end);
  if (typeof wanted === "object" && wanted !== null && startsLine(text, lines, node.start)) {
    const column = columnOf(lines, node.start);
    const comment = text.slice(node.end, lineEnd).trim();
    const above = comment === "" ? "" : comment + style.lineBreak + " ".repeat(column);
    const own = joined(documentLines(wanted, written.manner), column, style.lineBreak);
    edits.push({ start: node.start, end: lineEnd, text: above + own });
    return;
  }
  edits.push(headEdit(slot, node, node.end, written, wanted));
  edits.push({ start: lineEnd, end: lineEnd, text: below(editing, slot, written.body) });
}

/** The comments between a key and the block collection below it. */
function commentsAbove(editing: Editing, slot: Slot, node: YamlNode): GapLine[] {
  if (node.kind === "scalar" || node.flow) return [];
  return gapLines(editing, { from: slot.after, to: node.start }).filter((line) => line.comment);
}

/** The old value is a block collection: its lines go, comments before the first of them stay. */
function replaceBlock(editing: Editing, slot: Slot, node: YamlNode, { head, body }: Written): void {
  const { text, lines, edits, style } = editing;
  const start = slot.after;
  const end = lines.endOf(node.end);
  const first = head === "" ? "" : ` ${head}`;
  if (!startsLine(text, lines, node.start)) {
    edits.push({ start, end, text: first + below(editing, slot, body) });
    return;
  }
  const comment = text.slice(start, lines.endOf(start)).trimEnd();
  const kept = commentsAbove(editing, slot, node).map(
    (line) => style.lineBreak + text.slice(line.start, line.end),
  );
  edits.push({ start, end, text: first + comment + below(editing, slot, body) + kept.join("") });
}

function replaceBlockScalar(editing: Editing, slot: Slot, node: ScalarNode, wanted: unknown): void {
  const { text, lines, edits, style } = editing;
  const headerEnd = endOfHeader(text, node.start);
  const lineEnd = lines.endOf(headerEnd);
  const bodyEnd = Math.max(lineEnd, node.end);
  const indent = node.event.indent > slot.column ? node.event.indent - slot.column : style.indent;
  const pad = " ".repeat(slot.column + indent);
  const block =
    typeof wanted === "string" && !editing.noBlocks
      ? blockText(wanted, node, oldLines(text.slice(lineEnd, bodyEnd), slot.column + indent), indent)
      : undefined;
  if (block !== undefined) {
    const body = block.lines.map((line) => style.lineBreak + (line === "" ? "" : pad + line)).join("");
    const needsBreak = bodyEnd === text.length && !block.header.endsWith("-");
    edits.push({ start: node.start, end: headerEnd, text: block.header });
    edits.push({ start: lineEnd, end: bodyEnd, text: body + (needsBreak ? style.lineBreak : "") });
    return;
  }
  const written = headAndBody(editing, slot, node, wanted);
  edits.push(headEdit(slot, node, headerEnd, written, wanted));
  edits.push({ start: lineEnd, end: bodyEnd, text: below(editing, slot, written.body) });
}

/** The lines of a block scalar without their indentation. */
function oldLines(body: string, indent: number): string[] {
  const lines = body.split(/\r\n?|\n/).slice(1);
  return lines.map((line) => line.slice(indent));
}

function replaceRoot(editing: Editing, node: YamlNode, wanted: unknown): void {
  const { text, lines, style, edits } = editing;
  const written = joined(
    documentLines(wanted, { style, blocks: "none" }),
    columnOf(lines, node.start),
    style.lineBreak,
  );
  const isBlock = node.kind !== "scalar" && !node.flow;
  const end = lines.endOf(node.end);
  const comment = isBlock ? "" : text.slice(node.end, end).trim();
  const above = comment === "" ? "" : comment + style.lineBreak + " ".repeat(columnOf(lines, node.start));
  edits.push({ start: node.start, end, text: above + written });
}
