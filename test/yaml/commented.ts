import { dump } from "js-yaml";
import { isObject } from "../../src/core/json/value.ts";
import { parseTree } from "../../src/core/yaml/parse.ts";
import { identities, type Identity } from "../../src/core/yaml/same.ts";
import { skip, type YamlNode } from "../../src/core/yaml/tree.ts";

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
function nodesOf(root: YamlNode): YamlNode[] {
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

/** The lines of a text that an edit may change when the text comes to say another value; counted from 0. */
export function linesToChange(text: string, wanted: unknown): Set<number> {
  const parsed = parseTree(text, "text");
  if (!parsed.ok) throw new Error("not readable");
  const found = new Set<number>();
  const lineOf = (offset: number): number => parsed.lines.place(offset).line - 1;
  const release = (start: number, end: number): void => {
    for (let line = lineOf(start); line <= lineOf(end); line++) found.add(line);
  };
  walk({ text, same: identities(), release }, parsed.root, parsed.root.start, wanted);
  return found;
}

interface Walk {
  readonly text: string;
  readonly same: Identity;
  readonly release: (start: number, end: number) => void;
}

/** `from` is where the key or dash of a node stands. */
function walk(all: Walk, node: YamlNode, from: number, wanted: unknown): void {
  const { text, same, release } = all;
  if (same(node.value) === same(wanted)) return;
  const members = membersToWalk(node, wanted);
  if (members === undefined) return release(from, node.end);
  const stays = members.some((member) => member.goesOn);
  // In brackets commas come and go; a list or mapping that loses all is written behind its key.
  const isNew = members.some((member) => !member.goesOn) || members.length < sizeOf(wanted);
  if (isNew && node.kind !== "scalar" && node.flow) return release(node.start, node.end);
  if (!stays) release(from, from);
  for (const [i, member] of members.entries()) {
    if (member.goesOn) walk(all, member.node, member.start, member.wanted);
    else {
      // What follows may move up to a dash, or has to be kept out of a block scalar.
      const next = members[i + 1]?.start ?? skip(text, member.node.end);
      release(member.start, Math.min(next, text.length));
    }
  }
}

interface WalkedMember {
  readonly start: number;
  readonly node: YamlNode;
  readonly goesOn: boolean;
  readonly wanted?: unknown;
}

function membersToWalk(node: YamlNode, wanted: unknown): WalkedMember[] | undefined {
  if (node.kind === "map" && isObject(wanted)) {
    return node.entries.map(({ start, node: inner, name }) => {
      return { start, node: inner, goesOn: Object.hasOwn(wanted, name), wanted: wanted[name] };
    });
  }
  if (node.kind !== "seq" || !Array.isArray(wanted) || isMoved(node.value.map(nameOf), wanted.map(nameOf)))
    return undefined;
  return node.items.map(({ start, node: inner }) => {
    const after: unknown = wanted.find((one) => nameOf(one) === nameOf(inner.value));
    return { start, node: inner, goesOn: after !== undefined, wanted: after };
  });
}

function sizeOf(value: unknown): number {
  return Array.isArray(value) || isObject(value) ? Object.keys(value).length : 0;
}

/** Whether some items of both lists change places, or have no names to tell. */
function isMoved(before: readonly unknown[], after: readonly unknown[]): boolean {
  if (before.includes(undefined) || after.includes(undefined)) return true;
  const places = after.filter((name) => before.includes(name)).map((name) => before.indexOf(name));
  return places.some((place, i) => i > 0 && place < (places[i - 1] ?? 0));
}

function nameOf(value: unknown): unknown {
  const name: unknown = isObject(value) ? value["name"] : undefined;
  return typeof name === "string" ? name : undefined;
}

/** The comments of a text that an edit must keep, when it may change some lines. */
export function commentsToKeep(text: string, free: ReadonlySet<number>): Set<string> {
  const lines = text.split(/\r\n?|\n/);
  const kept = commentsOf(text);
  // A comment in a line of its own stays, if it is not inside what is removed.
  for (const [i, line] of lines.entries())
    if (free.has(i)) for (const name of commentsOf(line)) kept.delete(name);
  return kept;
}

/** The first line that a text has lost or changed without need; undefined when there is none. */
export function lostLine(before: string, after: string, free: ReadonlySet<number>): string | undefined {
  const lines = after.split(/\r\n?|\n/);
  let at = 0;
  for (const [i, line] of before.split(/\r\n?|\n/).entries()) {
    if (free.has(i)) continue;
    while (at < lines.length && lines[at] !== line) at++;
    if (at === lines.length) return line;
    at++;
  }
  return undefined;
}
