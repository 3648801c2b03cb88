import { dump } from "js-yaml";
import { isObject } from "../../src/core/json/value.ts";
import { parseTree } from "../../src/core/yaml/parse.ts";
import type { YamlNode } from "../../src/core/yaml/tree.ts";

/** A small random number generator with a seed (mulberry32): the same seed gives the same test. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Ways to write one value as YAML. */
export const STYLES: Readonly<Record<string, (value: unknown) => string>> = {
  block: (value) => dump(value, { noRefs: true }),
  "one line a text": (value) => dump(value, { noRefs: true, lineWidth: -1 }),
  "dashes under keys": (value) => dump(value, { noRefs: true, seqNoIndent: true, lineWidth: -1 }),
  "indented by four": (value) => dump(value, { noRefs: true, indent: 4 }),
  "brackets from level 3": (value) => dump(value, { noRefs: true, flowLevel: 3, lineWidth: -1 }),
  "brackets from level 4": (value) => dump(value, { noRefs: true, flowLevel: 4, flowBracketPadding: true }),
  "JSON text": (value) => `${JSON.stringify(value, null, 2)}\n`,
  "JSON in one line": (value) => `${JSON.stringify(value)}\n`,
  "all double quoted": (value) => dump(value, { noRefs: true, forceQuotes: true, quoteStyle: "double" }),
  "all single quoted": (value) => dump(value, { noRefs: true, forceQuotes: true, lineWidth: -1 }),
};

/** The same text with comments: on lines of their own and behind values, each numbered. */
export function withComments(text: string, share: number, random: () => number): string {
  const parsed = parseTree(text, "text");
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems[0]));
  const closed: [number, number][] = [];
  for (const node of nodesOf(parsed.root)) {
    if (node.kind === "scalar") closed.push([node.start, node.end]);
  }
  closed.sort((a, b) => a[0] - b[0]);
  let number = 0;
  let next = 0;
  let result = "";
  let offset = 0;
  for (const line of text.split("\n").slice(0, -1)) {
    const end = offset + line.length;
    const isIn = (at: number): boolean => {
      while (next < closed.length && (closed[next]?.[1] ?? 0) < at) next++;
      const scalar = closed[next];
      return scalar !== undefined && scalar[0] < at && at <= scalar[1];
    };
    // At its own end a scalar in quotes or without takes a comment; a block scalar takes it as text.
    const inside = isIn(offset) && (closed[next]?.[0] ?? 0) < offset;
    const blank = line.trim() === "";
    // Behind a block scalar a deeper line would be text.
    const own = line.length - line.trimStart().length;
    const indent = isBehindBlock(text, closed[next - 1]) ? own : indentOf(own, random);
    if (!inside && !blank && random() < share) result += `${" ".repeat(indent)}# c${number++}\n`;
    result += line;
    const scalar = isIn(end) ? closed[next] : undefined;
    const isText =
      scalar !== undefined && (end < scalar[1] || /^[|>]/.test(text.slice(scalar[0], scalar[0] + 1)));
    if (!blank && !isText && random() < share) result += ` # c${number++}`;
    result += "\n";
    offset = end + 1;
  }
  return result;
}

function isBehindBlock(text: string, scalar: [number, number] | undefined): boolean {
  return scalar !== undefined && /^[|>]/.test(text.slice(scalar[0], scalar[0] + 1));
}

function indentOf(own: number, random: () => number): number {
  return random() < 0.8 ? own : Math.floor(random() * 8);
}

/** All nodes of a tree, keys too. */
export function nodesOf(root: YamlNode): YamlNode[] {
  const found: YamlNode[] = [];
  const rest: YamlNode[] = [root];
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    found.push(node);
    if (node.kind === "map") for (const entry of node.entries) rest.push(entry.key, entry.node);
    if (node.kind === "seq") for (const item of node.items) rest.push(item.node);
  }
  return found;
}

/** The numbers of the comments that a text has. */
export function commentsOf(text: string): Set<string> {
  return new Set([...text.matchAll(/# (c[0-9]+)(?=\r?$)/gm)].map((found) => found[1] ?? ""));
}

/**
 * The comments that may go when a text comes to say another value: those in the lines of what is removed, or of a list
 * that is not the same (which of its items goes on as which is not for the test to say).
 */
export function mayGo(text: string, wanted: unknown): Set<string> {
  const parsed = parseTree(text, "text");
  if (!parsed.ok) throw new Error("not readable");
  const free = new Set<string>();
  const release = (start: number, end: number): void => {
    for (const name of commentsOf(text.slice(parsed.lines.startOf(start), parsed.lines.endOf(end))))
      free.add(name);
  };
  const walk = (node: YamlNode, value: unknown): void => {
    if (JSON.stringify(node.value) === JSON.stringify(value)) return;
    if (node.kind === "map" && isObject(value)) {
      for (const entry of node.entries) {
        if (Object.hasOwn(value, entry.name)) walk(entry.node, value[entry.name]);
        else release(entry.start, entry.node.end);
      }
    } else if (
      node.kind === "seq" &&
      Array.isArray(value) &&
      !isMoved(node.value.map(nameOf), value.map(nameOf))
    ) {
      for (const item of node.items) {
        const name = nameOf(item.node.value);
        const after = name === undefined ? undefined : value.find((one) => nameOf(one) === name);
        if (after === undefined) release(item.start, item.node.end);
        else walk(item.node, after);
      }
    } else if (node.kind !== "scalar") release(node.start, node.end);
  };
  walk(parsed.root, wanted);
  return free;
}

/** Whether some items of both lists change places, or have no names to tell. */
function isMoved(before: readonly unknown[], after: readonly unknown[]): boolean {
  if (before.includes(undefined) || after.includes(undefined)) return true;
  const places = after.filter((name) => before.includes(name)).map((name) => before.indexOf(name));
  return places.some((place, i) => i > 0 && place < (places[i - 1] ?? 0));
}

function nameOf(value: unknown): unknown {
  return isObject(value) ? value["name"] : undefined;
}
