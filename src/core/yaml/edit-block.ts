import { CHOMPING_MODE } from "js-yaml";
import { addAfter, addFirst, textOfAdded } from "./edit-block-add.ts";
import { blockAtEnd, gapAfter, gapLines, shield } from "./edit-gap.ts";
import {
  isBlank,
  membersOf,
  startsLine,
  type Editing,
  type Member,
  type Plan,
  type Slot,
} from "./edit-plan.ts";
import { isLeaf } from "./flow-from.ts";
import { columnOf } from "./style.ts";
import type { MapNode, ScalarNode, SeqNode, YamlNode } from "./tree.ts";

/** A block collection while it is edited. */
export interface Block {
  readonly editing: Editing;
  readonly slot: Slot;
  readonly members: readonly Member[];
  readonly plan: Plan;
  /** The column of its keys or dashes. */
  readonly column: number;
  /** A collection in it, to see from how they are written. */
  readonly example: YamlNode | undefined;
}

/** Edits the members of a block mapping or sequence, each by whole lines. */
export function editBlock(editing: Editing, slot: Slot, node: MapNode | SeqNode, plan: Plan): void {
  const members = membersOf(node);
  const column = columnOf(editing.lines, node.start);
  const example = members.find((member) => !isLeaf(member.node))?.node;
  const block: Block = { editing, slot, members, plan, column, example };
  if (plan.kept.size === 0) return replaceAll(block, node.kind === "map" ? "{}" : "[]");
  for (const [i, wanted] of plan.kept) {
    const member = members[i];
    if (member === undefined) continue;
    const inline = slot.kind === "root" && member.name !== undefined && editing.inline.has(member.name);
    editing.change(
      { kind: node.kind, flow: false, after: member.after, column, inline },
      member.node,
      wanted,
    );
  }
  const movesUp = removeOthers(block);
  for (const [anchor, added] of plan.added) {
    if (anchor < 0) addFirst(block, added, movesUp);
    else addAfter(block, anchor, added);
  }
}

/** Nothing stays: new members take the place of the first one. */
function replaceAll(block: Block, empty: string): void {
  const { editing, slot, members, plan } = block;
  const [first, ...rest] = members;
  if (first === undefined) return;
  const added = plan.added.get(-1) ?? [];
  if (added.length === 0 && slot.kind !== "root" && startsLine(editing.text, editing.lines, first.start)) {
    editing.edits.push({ start: slot.after, end: slot.after, text: ` ${empty}` });
    for (const member of members) removeLines(block, member);
    return;
  }
  const gaps = members.map((_, i) => gapAfter(editing, members, i));
  const text = added.length === 0 ? empty : textOfAdded(block, added, gaps, first.node.end, 0);
  editing.edits.push({ start: first.start, end: editing.lines.endOf(first.node.end), text });
  for (const member of rest) removeLines(block, member);
}

/** Removes what the plan doesn't keep. True when the first kept member moves up to where the first one stood. */
function removeOthers(block: Block): boolean {
  const { editing, members, plan, column } = block;
  const firstKept = members.findIndex((_, i) => plan.kept.has(i));
  const movesUp = firstKept > 0 && removeBeforeDash(block, firstKept);
  let open: ScalarNode | undefined;
  for (const [i, member] of members.entries()) {
    if (plan.kept.has(i)) {
      open = plan.added.has(i) ? undefined : blockAtEnd(member.node);
      continue;
    }
    if (i > 0 || startsLine(editing.text, editing.lines, member.start)) {
      if (!movesUp || i > firstKept) removeLines(block, member, open);
    }
    if (open !== undefined && shield(editing, gapAfter(editing, members, i), open, column)) open = undefined;
  }
  return movesUp;
}

/**
 * Removes a first member that stands behind a dash, as `a` in `- a: 1`. What stays moves up to the dash, unless there are
 * comments between: they keep their lines.
 */
function removeBeforeDash(block: Block, firstKept: number): boolean {
  const { editing, members } = block;
  const first = members[0];
  const kept = members[firstKept];
  if (first === undefined || kept === undefined || startsLine(editing.text, editing.lines, first.start))
    return false;
  const gaps = members.slice(0, firstKept).map((_, i) => gapAfter(editing, members, i));
  if (!gaps.some((gap) => gapLines(editing, gap).some((line) => line.comment))) {
    editing.edits.push({ start: first.start, end: kept.start, text: "" });
    return true;
  }
  let start = first.start;
  while (isBlank(editing.text.charCodeAt(start - 1))) start--;
  editing.edits.push({ start, end: editing.lines.endOf(first.node.end), text: "" });
  return false;
}

/** Removes a member's lines with the line break before them: what is added behind a line stands before its break. */
function removeLines({ editing }: Block, member: Member, open?: ScalarNode): void {
  const { text, lines, edits } = editing;
  const start = lines.startOf(member.start);
  const end = lines.endOf(member.node.end);
  const previous = lines.endOf(start - 1);
  // A text that keeps its line breaks needs the last one too.
  const isNeeded = end === text.length && open?.event.chomping === CHOMPING_MODE.KEEP;
  if (previous < start && !isNeeded) edits.push({ start: previous, end, text: "" });
  else edits.push({ start, end: lines.nextOf(end), text: "" });
}
