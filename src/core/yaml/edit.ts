import { isObject } from "../json/value.ts";
import { isTooLarge, MAX_BYTES } from "./decode.ts";
import { editBlock } from "./edit-block.ts";
import { editFlow } from "./edit-flow.ts";
import { planMap, planSeq, type Edit, type Editing, type Plan, type Slot } from "./edit-plan.ts";
import { replaceValue } from "./edit-value.ts";
import { isLeaf } from "./flow-from.ts";
import { parseTree, type Parsed } from "./parse.ts";
import { problemLine } from "./problem.ts";
import { identities, type Identity } from "./same.ts";
import { styleOf } from "./style.ts";
import type { MapNode, SeqNode, YamlNode } from "./tree.ts";

/** What an edit may be told. */
export interface EditOptions {
  /** Keys of the root: when one is new, its list is written with one item a line. */
  readonly inline?: readonly string[];
}

/**
 * Edits a YAML text in place so that it says another value: the smallest run of text changes, the rest stays byte for
 * byte, comments, order of keys, quotes and blank lines. Comments inside what is removed go with it. The order of keys in
 * `wanted` only says where new ones go. What comes out was read again and says exactly `wanted`.
 * @throws Error when the text can't be read, or can't be edited so; RangeError when it would grow larger than 1 MiB. Then
 * nothing is to be written.
 */
export function editYaml(text: string, wanted: unknown, options: EditOptions = {}): string {
  const parsed = parseTree(text, "the text");
  if (!parsed.ok) throw new Error(parsed.problems.slice(0, 10).map(problemLine).join("\n"));
  const same = identities();
  if (same(parsed.root.value) === same(wanted)) return text;
  let why = "";
  for (const noBlocks of [false, true]) {
    const edited = attempt(parsed, wanted, same, noBlocks, options);
    if (isTooLarge(edited)) throw new RangeError(`the text would be larger than 1 MiB (${MAX_BYTES} bytes)`);
    const failure = whyNot(edited, wanted, same);
    if (failure === undefined) return edited;
    why = failure;
  }
  throw new Error(`the text can't be edited in place: ${why}`);
}

function whyNot(edited: string, wanted: unknown, same: Identity): string | undefined {
  const read = parseTree(edited, "after the edit");
  if (!read.ok) return read.problems.slice(0, 3).map(problemLine).join("; ");
  return same(read.root.value) === same(wanted)
    ? undefined
    : "after the edit it would not say what it should";
}

function attempt(
  parsed: Extract<Parsed, { ok: true }>,
  wanted: unknown,
  same: Identity,
  noBlocks: boolean,
  options: EditOptions,
): string {
  const { text, lines, root } = parsed;
  const style = styleOf(text, lines, root);
  const inline = new Set(options.inline);
  const edits: Edit[] = [];
  const change = (slot: Slot, node: YamlNode, value: unknown): void => changeNode(editing, slot, node, value);
  const editing: Editing = { text, lines, style, same, edits, inline, noBlocks, change };
  change({ kind: "root", flow: false, after: root.start, column: 0 }, root, wanted);
  return applied(text, edits);
}

function changeNode(editing: Editing, slot: Slot, node: YamlNode, wanted: unknown): void {
  if (editing.same(node.value) === editing.same(wanted)) return;
  const plan = planFor(editing, node, wanted);
  if (plan === undefined || node.kind === "scalar" || (isLeaf(node) && canRenew(editing, slot, node))) {
    replaceValue(editing, slot, node, wanted);
  } else if (node.flow) {
    editFlow(editing, node, plan, wanted);
  } else {
    editBlock(editing, slot, node, plan);
  }
}

function planFor(editing: Editing, node: YamlNode, wanted: unknown): Plan | undefined {
  if (node.kind === "map" && isObject(wanted)) return planMap(node, wanted);
  return node.kind === "seq" && Array.isArray(wanted) ? planSeq(node, wanted, editing.same) : undefined;
}

/** An empty collection becomes a block when it may, and no comment is inside its brackets. */
function canRenew(editing: Editing, slot: Slot, node: MapNode | SeqNode): boolean {
  return !slot.flow && !editing.text.slice(node.start, node.end).includes("#");
}

/** What is put in before something comes before what replaces it. */
function insertionsFirst(a: Edit, b: Edit): number {
  return (a.end > a.start ? 1 : 0) - (b.end > b.start ? 1 : 0);
}

function applied(text: string, edits: readonly Edit[]): string {
  const ordered = edits.toSorted((a, b) => a.start - b.start || insertionsFirst(a, b));
  const parts: string[] = [];
  let at = 0;
  for (const edit of ordered) {
    // Removals may overlap in the blanks between two members.
    if (edit.start > at) parts.push(text.slice(at, edit.start));
    parts.push(edit.text);
    at = Math.max(at, edit.end);
  }
  parts.push(text.slice(at));
  return parts.join("");
}
