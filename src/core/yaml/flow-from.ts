import type { YamlNode } from "./tree.ts";

interface Measure {
  /** How many levels of block collections are nested in a node. */
  readonly blocks: number;
  /** Whether something in it is written in brackets. */
  readonly flow: boolean;
}

const MEASURES = new WeakMap<YamlNode, Measure>();

/**
 * How deep in a node brackets begin: from there on every collection is written in them. Undefined when none is. What is
 * added beside the node shall look like it.
 */
export function flowFrom(node: YamlNode): number | undefined {
  const { blocks, flow } = measure(node);
  return flow ? blocks : undefined;
}

/** True for what is written the same in every style: a scalar, an empty collection. */
export function isLeaf(node: YamlNode): boolean {
  return node.kind === "scalar" || childrenOf(node).length === 0;
}

/** The nodes in a node. */
function childrenOf(node: YamlNode): YamlNode[] {
  if (node.kind === "scalar") return [];
  return node.kind === "map" ? node.entries.map((entry) => entry.node) : node.items.map((item) => item.node);
}

function measure(node: YamlNode): Measure {
  const known = MEASURES.get(node);
  if (known !== undefined) return known;
  const measured = measureNew(node);
  MEASURES.set(node, measured);
  return measured;
}

function measureNew(node: YamlNode): Measure {
  if (node.kind === "scalar" || isLeaf(node)) return { blocks: 0, flow: false };
  if (node.flow) return { blocks: 0, flow: true };
  let blocks = 0;
  let flow = false;
  for (const child of childrenOf(node)) {
    const inner = measure(child);
    blocks = Math.max(blocks, inner.blocks);
    flow ||= inner.flow;
  }
  return { blocks: blocks + 1, flow };
}
