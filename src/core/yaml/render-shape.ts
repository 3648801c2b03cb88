import { SCALAR_STYLE } from "js-yaml";
import type { MappingNode, Node, ScalarNode, SequenceNode } from "js-yaml";
import { flowWriter, isText, type FlowWriter } from "./render-flow.ts";
import type { Manner } from "./render.ts";
import { SHORT_LIST } from "./style.ts";

interface Shaping {
  readonly manner: Manner;
  readonly write: FlowWriter;
  readonly flowFrom: number;
  /** The level of the value that the manner is about. */
  readonly levels: number;
  /** The scalar that ends the text. */
  readonly last: Node | undefined;
  readonly raw: Set<Node>;
}

/**
 * Sets the style of every node of a tree that is to be written. What goes in brackets becomes a scalar that is written
 * already; these are given back, to be put out as they are.
 */
export function shapeTree(root: Node, manner: Manner, levels: number): ReadonlySet<Node> {
  const flowFrom = (manner.flowFrom ?? Infinity) + levels;
  const raw = new Set<Node>();
  shapeInside(
    { manner, write: flowWriter(manner.style), flowFrom, levels, last: lastOf(root), raw },
    root,
    0,
  );
  return raw;
}

function lastOf(root: Node): Node | undefined {
  let last: Node | undefined = root;
  while (last?.kind === "sequence" || last?.kind === "mapping") {
    last = last.kind === "sequence" ? last.items.at(-1) : last.items.at(-1)?.value;
  }
  return last;
}

const QUOTED = { single: SCALAR_STYLE.SINGLE_QUOTED, double: SCALAR_STYLE.DOUBLE_QUOTED } as const;

function shapeInside(shaping: Shaping, node: Node, depth: number): void {
  const { style } = shaping.manner;
  if (node.kind === "sequence") {
    node.items = node.items.map((item) => shaped(shaping, item, depth + 1));
  } else if (node.kind === "mapping") {
    for (const item of node.items) {
      if (style.quoteKeys && item.key.kind === "scalar") item.key.style = QUOTED[style.quote];
      item.value = shaped(shaping, item.value, depth + 1);
    }
  }
}

function shaped(shaping: Shaping, node: Node, depth: number): Node {
  if (node.kind === "scalar") shapeScalar(shaping, node, depth);
  if (node.kind !== "sequence" && node.kind !== "mapping") return node;
  const value = isInline(shaping, node, depth) ? shaping.write(node) : undefined;
  const { flowWidth } = shaping.manner.style;
  if (value === undefined || value.length > (depth < shaping.flowFrom ? SHORT_LIST : flowWidth)) {
    shapeInside(shaping, node, depth);
    return node;
  }
  const written: ScalarNode = { kind: "scalar", tag: "", tagged: false, style: SCALAR_STYLE.PLAIN, value };
  shaping.raw.add(written);
  return written;
}

/** Whether a collection goes in brackets if it is short enough. */
function isInline({ manner, flowFrom }: Shaping, node: SequenceNode | MappingNode, depth: number): boolean {
  if (depth >= flowFrom || node.items.length === 0) return true;
  return (
    manner.style.flowLists && node.kind === "sequence" && node.items.every((item) => item.kind === "scalar")
  );
}

/** What reviewers must see is escaped in double quotes. */
const INVISIBLE = /[\t\u007F-\u00A0\u2028\u2029\uFEFF\uFFFE\uFFFF]/;

function shapeScalar(shaping: Shaping, node: ScalarNode, depth: number): void {
  if (!isText(node)) return;
  const { manner, levels, last } = shaping;
  const hasLines = node.value.includes("\n");
  // A text at the end could lose its blank lines, or take in what follows.
  const isOpen =
    node === last && (manner.blocks === "not-last" || node.value === "\n" || node.value.endsWith("\n\n"));
  if (isOpen && hasLines) node.style = SCALAR_STYLE.DOUBLE_QUOTED;
  else if (depth === levels && manner.scalar !== undefined) node.style = manner.scalar;
  else if (canFold(manner) && !isOpen && !INVISIBLE.test(node.value)) {
    if (hasLines) node.style = SCALAR_STYLE.LITERAL_BLOCK;
    else if (node.value.length + 10 > (manner.style.foldWidth ?? Infinity))
      node.style = SCALAR_STYLE.FOLDED_BLOCK;
  }
}

function canFold({ style, blocks }: Manner): boolean {
  return style.foldWidth !== undefined && !style.quoteAll && blocks !== "none";
}
