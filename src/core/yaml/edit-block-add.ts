import { CHOMPING_MODE } from "js-yaml";
import type { Block } from "./edit-block.ts";
import { blockAtEnd, gapAfter, gapLines, type Gap } from "./edit-gap.ts";
import { startsLine, type Added, type Member } from "./edit-plan.ts";
import { flowFrom, isLeaf } from "./flow-from.ts";
import { entryLines, itemLines, type Manner } from "./render.ts";

/** Adds members behind a kept one, and behind the comments that belong to it. */
export function addAfter(block: Block, anchor: number, added: readonly Added[]): void {
  const { editing, members, plan } = block;
  const gaps: Gap[] = [];
  for (let i = anchor; i === anchor || (i < members.length && !plan.kept.has(i)); i++) {
    gaps.push(gapAfter(editing, members, i));
  }
  const at = endOfMember(block, anchor);
  const between = editing.style.lineBreak.repeat(isSeparated(block, anchor) ? 2 : 1);
  const pad = " ".repeat(block.column);
  let text = "";
  for (const [i, member] of added.entries()) {
    const isLast = i === added.length - 1;
    text += between + pad + textOfAdded(block, [member], isLast ? gaps : [], at, anchor);
  }
  editing.edits.push({ start: at, end: at, text });
}

/** Adds members before the first kept one, and before the comments that stand right above it. */
export function addFirst(block: Block, added: readonly Added[], movesUp: boolean): void {
  const { editing, members, plan, column, slot } = block;
  const firstKept = members.findIndex((_, i) => plan.kept.has(i));
  const kept = members[firstKept];
  if (kept === undefined) return;
  const isBehindDash = movesUp || !startsLine(editing.text, editing.lines, kept.start);
  // Above the first key of a file stands what is about the whole file, and the line of a dash need not change.
  const isAbove = isBehindDash || (slot.kind === "root" && firstKept === 0);
  if (isAbove && added[0]?.name !== undefined) return addAfter(block, firstKept, added);
  const text = textOfAdded(block, added, [], 0, firstKept);
  const pad = " ".repeat(column);
  const { lineBreak } = editing.style;
  if (isBehindDash) {
    editing.edits.push({ start: kept.start, end: kept.start, text: text + lineBreak + pad });
    return;
  }
  const start = topOfComments(block, kept);
  editing.edits.push({ start, end: start, text: pad + text + lineBreak });
}

/**
 * The text of new members, without the indentation of its first line. Nothing in the gaps behind them, from an offset on,
 * may become part of them. They look like the member that they stand beside.
 */
export function textOfAdded(
  block: Block,
  added: readonly Added[],
  gaps: readonly Gap[],
  from: number,
  beside: number,
): string {
  const { editing, column, slot } = block;
  const deep = gaps.some((gap) =>
    gapLines(editing, gap).some((line) => line.start >= from && line.indent > column),
  );
  const lines: string[] = [];
  for (const [i, { name, value }] of added.entries()) {
    const inline = slot.kind === "root" && name !== undefined && editing.inline.has(name);
    const safe = deep && i === added.length - 1 ? "not-last" : "all";
    const manner: Manner = {
      style: editing.style,
      flowFrom: inline ? 1 : flowBeside(block, beside),
      blocks: editing.noBlocks ? "none" : safe,
    };
    lines.push(...(name === undefined ? itemLines(value, manner) : entryLines(name, value, manner)));
  }
  return joined(lines, column, editing.style.lineBreak);
}

/** Lines as one text, all but the first indented; lines without text stay without blanks. */
export function joined(lines: readonly string[], column: number, lineBreak: string): string {
  const pad = " ".repeat(column);
  return lines.map((line, i) => (i === 0 || line === "" ? line : pad + line)).join(lineBreak);
}

function flowBeside({ members, example }: Block, beside: number): number | undefined {
  const near = members[beside]?.node;
  const like = near === undefined || isLeaf(near) ? example : near;
  return like && flowFrom(like);
}

/** The offset at the end of a member's last line, or of the last comment behind it that is indented deeper than it. */
function endOfMember(block: Block, index: number): number {
  const { editing, members, column } = block;
  let end = editing.lines.endOf(members[index]?.node.end ?? 0);
  for (const line of gapLines(editing, gapAfter(editing, members, index))) {
    if (line.comment && line.indent > column) end = line.end;
  }
  return end;
}

/** Whether blank lines stand between a member and those beside it. */
function isSeparated(block: Block, index: number): boolean {
  const { editing, members } = block;
  const keeps = (at: number) => blockAtEnd(members[at]?.node)?.event.chomping === CHOMPING_MODE.KEEP;
  const hasBlank = (at: number) =>
    gapLines(editing, gapAfter(editing, members, at)).some((line) => !line.comment);
  if (keeps(index)) return false;
  const before = index > 0 && !keeps(index - 1) && hasBlank(index - 1);
  return before || (index < members.length - 1 && hasBlank(index));
}

/** Where the comments start that stand right above a member, in its column. */
function topOfComments(block: Block, member: Member): number {
  const { editing, members, column } = block;
  let top = editing.lines.startOf(member.start);
  for (const line of gapLines(
    editing,
    gapAfter(editing, members, members.indexOf(member) - 1),
  ).toReversed()) {
    if (!line.comment || line.indent !== column || line.next !== top) break;
    top = line.start;
  }
  return top;
}
