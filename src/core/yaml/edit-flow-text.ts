import { DUMP_SCHEMA, jsToAst, SCALAR_STYLE } from "js-yaml";
import type { Node, ScalarStyle } from "js-yaml";
import type { Added, Editing, Member } from "./edit-plan.ts";
import { isLeaf } from "./flow-from.ts";
import { flowWriter, isText } from "./render-flow.ts";
import { jsonEntry, jsonEntryLines, jsonLines, jsonText } from "./render-json.ts";
import type { YamlNode } from "./tree.ts";

/** The text of a value that takes the place of a node in brackets. */
export function flowValue(editing: Editing, node: YamlNode, wanted: unknown): string {
  const { json } = editing.style;
  if (json === undefined) return yamlFlow(editing, wanted, quotesFor(node, wanted));
  const isLong = json.indent !== undefined && (isLeaf(node) || spansLines(editing, node));
  if (!isLong) return jsonText(wanted, json);
  return jsonLines(wanted, json.indent ?? 2).join(
    editing.style.lineBreak + blanksBefore(editing, node.start),
  );
}

/** The text of a new member in brackets, beside others. */
export function flowAdded(
  editing: Editing,
  { name, value }: Added,
  beside: Member | undefined,
  example: YamlNode | undefined,
): string {
  const { json, lineBreak } = editing.style;
  if (json === undefined)
    return name === undefined ? yamlFlow(editing, value) : yamlFlowEntry(editing, name, value);
  const like = beside === undefined || isLeaf(beside.node) ? example : beside.node;
  const isLong = json.indent !== undefined && (like === undefined || spansLines(editing, like));
  if (!isLong) return name === undefined ? jsonText(value, json) : jsonEntry(name, value, json);
  const indent = json.indent ?? 2;
  const lines = name === undefined ? jsonLines(value, indent) : jsonEntryLines(name, value, indent);
  return lines.join(lineBreak + (beside === undefined ? "" : blanksBefore(editing, beside.start)));
}

function yamlFlow(editing: Editing, value: unknown, quotes?: ScalarStyle): string {
  const node = nodeOf(value);
  if (node.kind === "scalar" && quotes !== undefined && isText(node)) node.style = quotes;
  return flowWriter(editing.style)(node);
}

function yamlFlowEntry(editing: Editing, name: string, value: unknown): string {
  const entry = flowWriter({ ...editing.style, padding: false })(nodeOf({ [name]: null })).slice(1, -1);
  return entry.slice(0, -"null".length) + yamlFlow(editing, value);
}

function nodeOf(value: unknown): Node {
  const node = jsToAst(value, DUMP_SCHEMA, { noRefs: true })[0]?.contents;
  if (node === undefined || node === null) throw new TypeError("not a JSON value");
  return node;
}

/** How a text that takes the place of a quoted one is quoted: alike, but single quotes are for one line. */
export function quotesFor(node: YamlNode, wanted: unknown): ScalarStyle | undefined {
  if (node.kind !== "scalar" || typeof wanted !== "string") return undefined;
  const { style } = node.event;
  if (style === SCALAR_STYLE.DOUBLE_QUOTED) return style;
  return style === SCALAR_STYLE.SINGLE_QUOTED && !wanted.includes("\n") ? style : undefined;
}

function spansLines({ lines }: Editing, node: YamlNode): boolean {
  return lines.startOf(node.start) !== lines.startOf(node.end);
}

/** The blanks that the line of an offset starts with. */
function blanksBefore({ text, lines }: Editing, offset: number): string {
  const start = lines.startOf(offset);
  let end = start;
  while (end < offset && (text.charAt(end) === " " || text.charAt(end) === "\t")) end++;
  return text.slice(start, end);
}
