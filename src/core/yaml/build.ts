import { COLLECTION_STYLE, EVENT_ID, getScalarValue } from "js-yaml";
import type { AliasEvent, Event, MappingEvent, ScalarEvent, SequenceEvent } from "js-yaml";
import { put } from "../json/value.ts";
import { readPlainScalars, wrongScalar, type TwoReadings } from "./plain.ts";
import { shown, type Found } from "./problem.ts";
import { isPlain, rangeOf } from "./scalar-range.ts";
import { TOO_DEEP } from "./syntax.ts";
import {
  MAX_NESTING,
  skip,
  type Entry,
  type Item,
  type MapNode,
  type Scalar,
  type SeqNode,
  type YamlNode,
} from "./tree.ts";

type NodeEvent = ScalarEvent | SequenceEvent | MappingEvent | AliasEvent;

interface Builder {
  readonly text: string;
  readonly events: readonly Event[];
  readonly readings: ReadonlyMap<string, TwoReadings>;
  readonly found: Found[];
  /** The next event. */
  next: number;
  /** The offset up to which the text is used up. */
  at: number;
  /** How many collections are open. */
  depth: number;
}

/**
 * Makes the tree of a text from the parser's events, and finds what is refused. Events know no colons, dashes and ends of
 * collections; these are found in the gaps between them. The tree is to be used only when nothing was found.
 */
export function buildTree(
  text: string,
  events: readonly Event[],
): { root?: YamlNode; found: readonly Found[] } {
  const readings = readPlainScalars(text, events);
  const builder: Builder = { text, events, readings, found: [], next: 1, at: 0, depth: 0 };
  const start = events[0];
  if (start?.type !== EVENT_ID.DOCUMENT || isEmpty(events)) {
    return { found: [{ offset: 0, what: "the file is empty", instead: "write `key: value` lines" }] };
  }
  builder.at = afterMarkers(text);
  if (start.directives.some((directive) => directive.kind !== "yaml" || directive.version !== "1.2")) {
    const what = "a directive (a line that starts with %)";
    builder.found.push({ offset: text.search(/^\uFEFF?%/m), what, instead: "remove it" });
  }
  const root = readNode(builder);
  // What follows is the end of the document, or more documents.
  if (builder.events.length > builder.next + 1) {
    const offset = skip(text, builder.at);
    builder.found.push({
      offset,
      what: "a second document starts here",
      instead: "keep one document a file",
    });
  }
  return { root, found: builder.found };
}

/** The offset after directives and `---`. */
function afterMarkers(text: string): number {
  let at = skip(text, 0);
  while (text.charCodeAt(at) === 0x25) {
    while (at < text.length && !/[\r\n]/.test(text.charAt(at))) at++;
    at = skip(text, at);
  }
  return /^---(?:\s|$)/.test(text.slice(at, at + 4)) ? at + 3 : at;
}

function isEmpty(events: readonly Event[]): boolean {
  const [, node, end] = events;
  return (
    events.length === 3 && node?.type === EVENT_ID.SCALAR && node.valueStart < 0 && end?.type === EVENT_ID.POP
  );
}

function readNode(builder: Builder): YamlNode {
  const event = builder.events[builder.next++] as NodeEvent;
  if (event.type === EVENT_ID.ALIAS) return readAlias(builder, event);
  refuseProperties(builder, event);
  if (event.type === EVENT_ID.SCALAR) return readScalar(builder, event);
  builder.depth++;
  if (builder.depth === MAX_NESTING + 1) builder.found.push({ offset: event.start, ...TOO_DEEP });
  const node = event.type === EVENT_ID.MAPPING ? readMap(builder, event) : readSeq(builder, event);
  builder.depth--;
  return node;
}

function readAlias(builder: Builder, event: AliasEvent): YamlNode {
  const name = builder.text.slice(event.anchorStart, event.anchorEnd);
  const what = `${shown(`*${name}`)} is an alias, which is refused here`;
  builder.found.push({
    offset: event.anchorStart - 1,
    what,
    instead: "write the value itself, or quote the text",
  });
  builder.at = event.anchorEnd;
  const range = { start: builder.at, end: builder.at };
  return { kind: "map", flow: true, braces: true, ...range, value: {}, entries: [] };
}

function refuseProperties(builder: Builder, event: ScalarEvent | SequenceEvent | MappingEvent): void {
  if (event.anchorStart >= 0) {
    const name = builder.text.slice(event.anchorStart - 1, event.anchorEnd);
    const what = `${shown(name)} is an anchor, which is refused here`;
    builder.found.push({ offset: event.anchorStart - 1, what, instead: "remove it, or quote the text" });
  }
  if (event.tagStart >= 0) {
    const what = `${shown(builder.text.slice(event.tagStart, event.tagEnd))} is a tag, which is refused here`;
    const instead = "remove it, or quote the text";
    builder.found.push({ offset: event.tagStart, what, instead });
  }
  builder.at = Math.max(builder.at, event.anchorEnd, event.tagEnd);
}

function readScalar(builder: Builder, event: ScalarEvent): YamlNode {
  const { text } = builder;
  const source = getScalarValue(text, event);
  const readings = builder.readings.get(source);
  const range = rangeOf(text, event, builder.at);
  const hasProperty = event.anchorStart >= 0 || event.tagStart >= 0;
  const wrong = hasProperty ? undefined : wrongScalar(source, event, readings);
  if (wrong !== undefined) builder.found.push({ offset: range.start, ...wrong });
  builder.at = range.end;
  const value: Scalar = readings !== undefined && isPlain(event) ? readings.core : source;
  return { kind: "scalar", ...range, value, event };
}

function readSeq(builder: Builder, event: SequenceEvent): SeqNode {
  const flow = event.style === COLLECTION_STYLE.FLOW;
  if (flow) builder.at = event.start + 1;
  const items: Item[] = [];
  const value: unknown[] = [];
  while (!popped(builder)) {
    const start = flow ? startInFlow(builder) : skip(builder.text, builder.at);
    if (!flow) builder.at = start + 1;
    let node = readNode(builder);
    if (node.kind === "map" && node.flow && !node.braces) node = { ...node, start };
    items.push({ start, node });
    value.push(node.value);
  }
  if (flow) builder.at = endOfFlow(builder);
  return { kind: "seq", flow, start: event.start, end: builder.at, value, items };
}

function readMap(builder: Builder, event: MappingEvent): MapNode {
  const flow = event.style === COLLECTION_STYLE.FLOW;
  const braces = flow && builder.text.charAt(event.start) === "{";
  if (braces) builder.at = event.start + 1;
  const entries: Entry[] = [];
  const value: Record<string, unknown> = {};
  const firsts = new Map<string, number>();
  while (!popped(builder)) {
    const entry = readEntry(builder, flow && entries.length + (braces ? 1 : 0) > 0);
    const first = firsts.get(entry.name);
    if (first !== undefined) {
      const what = `the key ${shown(entry.name)} is written twice in one mapping`;
      builder.found.push({ offset: entry.key.start, what, instead: "keep one of them" });
    }
    firsts.set(entry.name, entry.key.start);
    entries.push(entry);
    // Defining a property is slow, and only this name needs it.
    if (entry.name === "__proto__") put(value, entry.name, entry.node.value);
    else value[entry.name] = entry.node.value;
  }
  if (braces) builder.at = endOfFlow(builder);
  return { kind: "map", flow, braces, start: event.start, end: builder.at, value, entries };
}

function readEntry(builder: Builder, inBraces: boolean): Entry {
  const { text } = builder;
  const start = inBraces ? startInFlow(builder) : skip(text, builder.at);
  if (text.charAt(start) === "?" && /^\s?$/.test(text.charAt(start + 1))) builder.at = start + 1;
  const before = builder.found.length;
  const key = readNode(builder);
  const name = builder.found.length === before ? nameOf(builder, key) : shownName(key);
  const colon = skip(text, builder.at);
  if (text.charAt(colon) === ":") builder.at = colon + 1;
  const afterColon = builder.at;
  return { start, key, name, afterColon, node: readNode(builder) };
}

/** A name for a key that is refused already. */
function shownName(key: YamlNode): string {
  return key.kind === "scalar" ? String(key.value) : "";
}

function nameOf(builder: Builder, key: YamlNode): string {
  if (key.kind !== "scalar") {
    const what = "a key that is a list or a mapping";
    builder.found.push({ offset: key.start, what, instead: "write a text as the key" });
    return "";
  }
  const name = String(key.value);
  if (typeof key.value !== "string" && name !== builder.text.slice(key.start, key.end)) {
    const what = `the key ${shown(builder.text.slice(key.start, key.end))} is a ${typeof key.value}`;
    builder.found.push({ offset: key.start, what, instead: "quote it" });
  }
  return name;
}

function popped(builder: Builder): boolean {
  if (builder.events[builder.next]?.type !== EVENT_ID.POP) return false;
  builder.next++;
  return true;
}

/** Where the next item of a flow collection starts, after the comma before it. */
function startInFlow(builder: Builder): number {
  const at = skip(builder.text, builder.at);
  const start = builder.text.charAt(at) === "," ? skip(builder.text, at + 1) : at;
  builder.at = start;
  return start;
}

/** The offset after the bracket that closes a flow collection. */
function endOfFlow(builder: Builder): number {
  return startInFlow(builder) + 1;
}
