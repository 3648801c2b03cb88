import { CHOMPING_MODE } from "js-yaml";
import type { Editing, Member } from "./edit-plan.ts";
import { isBlockScalar } from "./scalar-range.ts";
import { skip, type ScalarNode, type YamlNode } from "./tree.ts";

/** The text between two values of a block: blank lines and comments, and the indentation of what follows. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** One whole line of a gap. */
export interface GapLine {
  readonly start: number;
  readonly end: number;
  /** Where the next line starts. */
  readonly next: number;
  /** How many blanks it starts with. */
  readonly indent: number;
  readonly comment: boolean;
}

/** The gap after a member: up to the next one, or to whatever follows the collection. */
export function gapAfter(editing: Editing, members: readonly Member[], index: number): Gap {
  const from = members[index]?.node.end ?? 0;
  return { from, to: members[index + 1]?.start ?? skip(editing.text, from) };
}

/** The whole lines of a gap; what stands behind a value on its own line is none of them. */
export function gapLines(editing: Editing, gap: Gap): GapLine[] {
  const { text, lines } = editing;
  const found: GapLine[] = [];
  const limit = gap.to === text.length ? text.length : lines.startOf(gap.to);
  for (let start = lines.nextOf(gap.from); start < limit; start = lines.nextOf(start)) {
    const end = lines.endOf(start);
    let at = start;
    while (at < end && text.charCodeAt(at) === 0x20) at++;
    found.push({
      start,
      end,
      next: lines.nextOf(start),
      indent: at - start,
      comment: text.charAt(at) === "#",
    });
  }
  return found;
}

/** The block scalar that a node ends with, if it does. */
export function blockAtEnd(node: YamlNode | undefined): ScalarNode | undefined {
  let last = node;
  while (last !== undefined && last.kind !== "scalar") {
    if (last.flow) return undefined;
    last = last.kind === "map" ? last.entries.at(-1)?.node : last.items.at(-1)?.node;
  }
  return last !== undefined && isBlockScalar(last.event) ? last : undefined;
}

/**
 * Keeps the lines of a gap out of a block scalar that comes to stand right before them. True when a comment ends it, so
 * that what follows is safe.
 */
export function shield(editing: Editing, gap: Gap, scalar: ScalarNode, column: number): boolean {
  const { indent, chomping } = scalar.event;
  for (const line of gapLines(editing, gap)) {
    if (line.comment) {
      if (line.indent >= indent) {
        editing.edits.push({ start: line.start, end: line.start + line.indent, text: " ".repeat(column) });
      }
      return true;
    }
    // With the break before it, as `removeLines` does: each break goes once.
    const before = editing.lines.endOf(line.start - 1);
    if (chomping === CHOMPING_MODE.KEEP) editing.edits.push({ start: before, end: line.end, text: "" });
    else if (line.end - line.start > indent)
      editing.edits.push({ start: line.start, end: line.end, text: "" });
  }
  return false;
}
