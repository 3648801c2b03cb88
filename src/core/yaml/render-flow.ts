import { COLLECTION_STYLE, DUMP_SCHEMA, present, SCALAR_STYLE } from "js-yaml";
import type { Node, ScalarNode } from "js-yaml";
import type { Style } from "./style.ts";

/** Writes a node on one line, as it can stand in brackets and braces. */
export type FlowWriter = (node: Node) => string;

const TEXT_TAG = "tag:yaml.org,2002:str";

/** True for a scalar that is text. */
export function isText(node: Node): boolean {
  return node.kind === "scalar" && node.tag === TEXT_TAG;
}

/** Makes a `FlowWriter`. */
export function flowWriter(style: Style): FlowWriter {
  const written = new Map<string, string>();
  const scalar = (node: ScalarNode, isKey: boolean): string => {
    const known = `${isKey} ${node.tag} ${node.style} ${node.value}`;
    const text = written.get(known) ?? flowScalar(node, isKey, style);
    written.set(known, text);
    return text;
  };
  const write = (node: Node, isKey = false): string => {
    if (node.kind === "scalar") return scalar(node, isKey);
    if (node.kind === "sequence") return `[${node.items.map((item) => write(item)).join(", ")}]`;
    if (node.kind !== "mapping" || node.items.length === 0) return "{}";
    const pairs = node.items.map(({ key, value }) => `${write(key, true)}: ${write(value)}`);
    const padding = style.padding ? " " : "";
    return `{${padding}${pairs.join(", ")}${padding}}`;
  };
  return (node) => write(node);
}

function flowScalar(node: ScalarNode, isKey: boolean, style: Style): string {
  const nothing: ScalarNode = {
    kind: "scalar",
    tag: TEXT_TAG,
    tagged: false,
    style: SCALAR_STYLE.PLAIN,
    value: "x",
  };
  const common = { tag: "", tagged: false, style: COLLECTION_STYLE.FLOW } as const;
  const around: Node = isKey
    ? { kind: "mapping", ...common, items: [{ key: node, value: nothing }] }
    : { kind: "sequence", ...common, items: [node] };
  const text = present([{ contents: around, directives: [] }], {
    schema: DUMP_SCHEMA,
    lineWidth: -1,
    quoteStyle: style.quote,
    forceQuotes: style.quoteAll && !isKey,
    quoteFlowKeys: style.quoteKeys && style.quote === "double",
  });
  return text.slice(1, isKey ? text.lastIndexOf(":") : text.lastIndexOf("]"));
}
