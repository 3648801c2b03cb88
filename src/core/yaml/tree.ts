import type { ScalarEvent } from "js-yaml";
import { pointerKeys } from "../json/pointer.ts";

/** How deep a file may nest: a tool of 100 levels, inside the list of tools, inside the card. */
export const MAX_NESTING = 102;

/** What a scalar can say. */
export type Scalar = null | boolean | number | string;

/** A part of a YAML text with the value it says. Offsets are UTF-16 units of the raw text; `end` is after the last. */
export type YamlNode = ScalarNode | MapNode | SeqNode;

/** A scalar: quotes and the header of a block scalar are part of it, blank lines after it are not. */
export interface ScalarNode {
  readonly kind: "scalar";
  readonly start: number;
  readonly end: number;
  readonly value: Scalar;
  readonly event: ScalarEvent;
}

/** A mapping; without `braces` when it is a block, or the one pair of `[key: value]`. */
export interface MapNode {
  readonly kind: "map";
  readonly flow: boolean;
  readonly braces: boolean;
  readonly start: number;
  readonly end: number;
  readonly value: Readonly<Record<string, unknown>>;
  readonly entries: readonly Entry[];
}

/** One key of a mapping with its value. It starts at the key, or at the `?` before it. */
export interface Entry {
  readonly start: number;
  readonly name: string;
  readonly key: YamlNode;
  /** Offset after the colon. */
  readonly afterColon: number;
  readonly node: YamlNode;
}

/** A sequence. */
export interface SeqNode {
  readonly kind: "seq";
  readonly flow: boolean;
  readonly start: number;
  readonly end: number;
  readonly value: readonly unknown[];
  readonly items: readonly Item[];
}

/** One item of a sequence. It starts at its dash; in a flow sequence, where its value does. */
export interface Item {
  readonly start: number;
  readonly node: YamlNode;
}

/** The offset of what a JSON pointer names, or of the nearest ancestor that exists. */
export function placeIn(root: YamlNode, pointer: string, part: "key" | "value"): number {
  let node = root;
  let key = root.start;
  for (const step of pointerKeys(pointer)) {
    const next = childOf(node, step);
    if (next === undefined) return node.start;
    node = next.node;
    key = next.start;
  }
  return part === "key" ? key : node.start;
}

const ENTRIES = new WeakMap<MapNode, ReadonlyMap<string, Entry>>();

/** The entries of a mapping by name. */
function entriesOf(map: MapNode): ReadonlyMap<string, Entry> {
  const known = ENTRIES.get(map);
  if (known !== undefined) return known;
  const entries = new Map(map.entries.map((entry) => [entry.name, entry]));
  ENTRIES.set(map, entries);
  return entries;
}

function childOf(node: YamlNode, step: string): { start: number; node: YamlNode } | undefined {
  if (node.kind === "map") {
    const entry = entriesOf(node).get(step);
    return entry && { start: entry.key.start, node: entry.node };
  }
  if (node.kind !== "seq" || !/^(?:0|[1-9][0-9]{0,9})$/.test(step)) return undefined;
  const item = node.items[Number(step)];
  return item && { start: item.node.start, node: item.node };
}

/** The offset after blanks, line breaks and comments. Between two tokens of a YAML text there is nothing else. */
export function skip(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === 0x23) at = endOfComment(text, at);
    else if (code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d || code === 0xfeff) at++;
    else return at;
  }
}

function endOfComment(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) !== 0x0a && text.charCodeAt(at) !== 0x0d) at++;
  return at;
}
