import {
  isBlank,
  membersOf,
  startsLine,
  type Added,
  type Editing,
  type Member,
  type Plan,
} from "./edit-plan.ts";
import { isLeaf } from "./flow-from.ts";
import { flowAdded, flowValue } from "./edit-flow-text.ts";
import { skip, type MapNode, type SeqNode, type YamlNode } from "./tree.ts";

/** A collection in brackets while it is edited. */
interface Flow {
  readonly editing: Editing;
  readonly members: readonly Member[];
  readonly plan: Plan;
  /** The offset of the comma behind each member; -1 when there is none. */
  readonly commas: readonly number[];
  /** The first and last member that are kept; -1 when none is. */
  readonly firstKept: number;
  readonly lastKept: number;
  /** A collection in it, to see from how they are written. */
  readonly example: YamlNode | undefined;
}

/** Edits the members of a mapping or sequence in brackets; commas stay between those that are there in the end. */
export function editFlow(editing: Editing, node: MapNode | SeqNode, plan: Plan, wanted: unknown): void {
  const { text, edits } = editing;
  const members = membersOf(node);
  const isStructural = plan.kept.size < members.length || plan.added.size > 0;
  const isBarePair = node.kind === "map" && !node.braces;
  const isRenewed = plan.kept.size === 0 && !text.slice(node.start, node.end).includes("#");
  if (isStructural && (isBarePair || isRenewed)) {
    edits.push({ start: node.start, end: node.end, text: flowValue(editing, node, wanted) });
    return;
  }
  const flow = flowOf(editing, members, plan);
  for (const [i, member] of members.entries()) {
    if (!plan.kept.has(i)) remove(flow, i);
    else
      editing.change(
        { kind: node.kind, flow: true, after: member.after, column: 0 },
        member.node,
        plan.kept.get(i),
      );
  }
  mendCommas(flow);
  for (const [anchor, added] of plan.added) {
    if (anchor >= 0) addAfter(flow, anchor, added);
    else if (plan.kept.size > 0) addFirst(flow, added);
    else addAlone(flow, node.start + 1, added);
  }
}

function flowOf(editing: Editing, members: readonly Member[], plan: Plan): Flow {
  const commas = members.map((member) => {
    const at = skip(editing.text, member.node.end);
    return editing.text.charAt(at) === "," ? at : -1;
  });
  const firstKept = members.findIndex((_, i) => plan.kept.has(i));
  const lastKept = members.findLastIndex((_, i) => plan.kept.has(i));
  const example = members.find((member) => !isLeaf(member.node))?.node;
  return { editing, members, plan, commas, firstKept, lastKept, example };
}

/** The offset after a member and its comma. */
function endOf({ members, commas }: Flow, i: number): number {
  const comma = commas[i] ?? -1;
  return comma < 0 ? (members[i]?.node.end ?? 0) : comma + 1;
}

/** True when nothing but a comment follows in the line of an offset. */
function endsLine({ text, lines }: Editing, offset: number): boolean {
  const end = lines.endOf(offset);
  let at = offset;
  while (at < end && isBlank(text.charCodeAt(at))) at++;
  return at === end || text.charAt(at) === "#";
}

/** Removes a member with its comma: its lines when they are its own, else the blanks beside it. */
function remove(flow: Flow, i: number): void {
  const { text, lines, edits } = flow.editing;
  let start = flow.members[i]?.start ?? 0;
  let end = endOf(flow, i);
  if (startsLine(text, lines, start) && endsLine(flow.editing, end)) {
    edits.push({ start: lines.startOf(start), end: lines.nextOf(end), text: "" });
    return;
  }
  // Where the member starts its line, its indentation becomes that of what follows: a bracket needs one.
  const takesBlanksBehind =
    startsLine(text, lines, start) || (i < flow.lastKept && !endsLine(flow.editing, end));
  if (takesBlanksBehind) while (isBlank(text.charCodeAt(end))) end++;
  else while (isBlank(text.charCodeAt(start - 1))) start--;
  edits.push({ start, end, text: "" });
}

/** Takes away the comma behind the new last member, and gives one to the old last when something follows it now. */
function mendCommas(flow: Flow): void {
  const { editing, members, plan, commas, lastKept } = flow;
  const last = members[lastKept];
  if (last === undefined) return;
  const comma = commas[lastKept] ?? -1;
  const isFollowed = plan.added.has(lastKept);
  if (comma < 0 && isFollowed) editing.edits.push({ start: last.node.end, end: last.node.end, text: "," });
  if (comma < 0 || isFollowed || hasTrailingComma(flow)) return;
  editing.edits.push({ start: comma, end: comma + 1, text: "" });
}

function hasTrailingComma({ commas }: Flow): boolean {
  return (commas.at(-1) ?? -1) >= 0;
}

function addAfter(flow: Flow, anchor: number, added: readonly Added[]): void {
  const { editing, members, lastKept } = flow;
  const { text, lines, style } = editing;
  const member = members[anchor];
  if (member === undefined) return;
  const isFollowed = anchor < lastKept || hasTrailingComma(flow);
  const end = endOf(flow, anchor);
  const isOnOwnLine = startsLine(text, lines, member.start) && endsLine(editing, end);
  const at = isOnOwnLine ? lines.endOf(end) : end;
  const pad = isOnOwnLine ? style.lineBreak + text.slice(lines.startOf(member.start), member.start) : " ";
  const between = isOnOwnLine ? pad : (style.json?.comma ?? " ");
  let inserted = "";
  for (const [i, one] of added.entries()) {
    const comma = i < added.length - 1 || isFollowed ? "," : "";
    inserted += between + flowAdded(editing, one, member, flow.example) + comma;
  }
  editing.edits.push({ start: at, end: at, text: inserted });
}

function addFirst(flow: Flow, added: readonly Added[]): void {
  const { editing, members, firstKept } = flow;
  const { text, lines, style } = editing;
  const member = members[firstKept];
  if (member === undefined) return;
  const isOnOwnLine = startsLine(text, lines, member.start);
  const pad = isOnOwnLine
    ? style.lineBreak + text.slice(lines.startOf(member.start), member.start)
    : (style.json?.comma ?? " ");
  const inserted = added.map((one) => `${flowAdded(editing, one, member, flow.example)},${pad}`).join("");
  editing.edits.push({ start: member.start, end: member.start, text: inserted });
}

/** Adds members right behind the bracket: around them only comments stay. */
function addAlone(flow: Flow, at: number, added: readonly Added[]): void {
  const { editing } = flow;
  const inserted = added.map((one) => flowAdded(editing, one, undefined, flow.example)).join(", ");
  editing.edits.push({ start: at, end: at, text: inserted });
}
