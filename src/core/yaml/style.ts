import { SCALAR_STYLE } from "js-yaml";
import type { Lines } from "./lines.ts";
import type { JsonSpacing } from "./render-json.ts";
import type { MapNode, ScalarNode, SeqNode, YamlNode } from "./tree.ts";

/** How a text is written, so that what is added to it looks alike. */
export interface Style {
  readonly lineBreak: string;
  /** Blanks that a mapping in a mapping is indented by. */
  readonly indent: number;
  /** Dashes stand in the column of the key above them. */
  readonly seqNoIndent: boolean;
  readonly quote: "single" | "double";
  /** Every text is quoted. */
  readonly quoteAll: boolean;
  /** Every key is quoted. */
  readonly quoteKeys: boolean;
  /** `{ a: 1 }` rather than `{a: 1}`. */
  readonly padding: boolean;
  /** Short lists of scalars are written in brackets. */
  readonly flowLists: boolean;
  /** The longest text in brackets; what is longer is written in lines. At least 100. */
  readonly flowWidth: number;
  /** Long texts are folded at this column; undefined when they are not. */
  readonly foldWidth: number | undefined;
  /** The text is JSON too and has to stay so: how it is spaced. */
  readonly json: JsonStyle | undefined;
}

/** How a JSON text is spaced. */
interface JsonStyle extends JsonSpacing {
  /** Blanks that the members of an object are indented by; missing when all is on one line. */
  readonly indent: number | undefined;
}

interface Seen {
  readonly text: string;
  readonly lines: Lines;
  indent?: number;
  seqNoIndent?: boolean;
  padding?: boolean;
  plain: number;
  single: number;
  double: number;
  plainKeys: number;
  quotedKeys: number;
  flowLists: number;
  blockLists: number;
  foldWidth: number;
  flowWidth: number;
}

/** A list of scalars that is longer than this is written in lines even where others are in brackets. */
export const SHORT_LIST = 80;

/** Sees from a text how it is written. */
export function styleOf(text: string, lines: Lines, root: YamlNode): Style {
  const counts = {
    plain: 0,
    single: 0,
    double: 0,
    plainKeys: 0,
    quotedKeys: 0,
    flowLists: 0,
    blockLists: 0,
    foldWidth: 0,
    flowWidth: 100,
  };
  const seen: Seen = { text, lines, ...counts };
  look(seen, root);
  return {
    lineBreak: /\r\n|\n|\r/.exec(text)?.[0] ?? "\n",
    indent: seen.indent ?? 2,
    seqNoIndent: seen.seqNoIndent ?? false,
    quote: seen.single > 0 && seen.single >= seen.double ? "single" : "double",
    quoteAll: seen.plain === 0 && seen.single + seen.double > 0,
    quoteKeys: seen.plainKeys === 0 && seen.quotedKeys > 0,
    padding: seen.padding ?? true,
    flowLists: seen.flowLists > 0 && seen.blockLists === 0,
    flowWidth: seen.flowWidth,
    foldWidth: seen.foldWidth > 0 ? Math.min(160, Math.max(60, seen.foldWidth)) : undefined,
    json: jsonStyle(text, lines, root),
  };
}

function jsonStyle(text: string, lines: Lines, root: YamlNode): JsonStyle | undefined {
  if (root.kind !== "map" || !root.flow) return undefined;
  try {
    JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
  const [first, second] = root.entries;
  const onOwnLine = first !== undefined && lines.startOf(first.start) > root.start;
  return {
    comma: second !== undefined && text.charAt(second.start - 1) === "," ? "" : " ",
    colon: first !== undefined && first.node.start === first.afterColon ? "" : " ",
    indent: onOwnLine ? columnOf(lines, first.start) : undefined,
  };
}

function look(seen: Seen, node: YamlNode): void {
  if (node.kind === "scalar") return lookAtScalar(seen, node);
  if (node.flow) seen.flowWidth = Math.max(seen.flowWidth, node.end - node.start);
  if (node.kind === "seq") return lookAtSeq(seen, node);
  if (node.braces && node.entries.length > 0) seen.padding ??= seen.text.charAt(node.start + 1) === " ";
  for (const entry of node.entries) {
    if (entry.key.kind === "scalar" && entry.key.event.style === SCALAR_STYLE.PLAIN) seen.plainKeys++;
    else seen.quotedKeys++;
    lookAtIndent(seen, node, entry.start, entry.node);
    look(seen, entry.node);
  }
}

function lookAtScalar(seen: Seen, { value, start, end, event: { style } }: ScalarNode): void {
  if (typeof value !== "string") return;
  if (style === SCALAR_STYLE.PLAIN) seen.plain++;
  else if (style === SCALAR_STYLE.SINGLE_QUOTED) seen.single++;
  else if (style === SCALAR_STYLE.DOUBLE_QUOTED) seen.double++;
  if (style !== SCALAR_STYLE.FOLDED_BLOCK) return;
  const lines = seen.text.slice(start, end).split(/\r\n?|\n/);
  for (const line of lines) seen.foldWidth = Math.max(seen.foldWidth, line.length);
}

function lookAtSeq(seen: Seen, node: SeqNode): void {
  if (node.items.length > 0 && node.items.every((item) => item.node.kind === "scalar")) {
    if (node.flow) seen.flowLists++;
    else if (node.end - node.start < SHORT_LIST) seen.blockLists++;
  }
  for (const item of node.items) look(seen, item.node);
}

function lookAtIndent(seen: Seen, parent: MapNode, start: number, node: YamlNode): void {
  if (parent.flow || node.kind === "scalar" || node.flow) return;
  const deeper = columnOf(seen.lines, node.start) - columnOf(seen.lines, start);
  if (node.kind === "seq") seen.seqNoIndent ??= deeper === 0;
  else if (deeper > 0) seen.indent ??= deeper;
}

/** How many units stand before an offset in its line. */
export function columnOf(lines: Lines, offset: number): number {
  return offset - lines.startOf(offset);
}
