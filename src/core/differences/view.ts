import { pointerKeys, pointTo } from "../json/pointer.ts";
import { isObject, own } from "../json/value.ts";
import { respell, type Dialect, type Respelled } from "./dialect.ts";
import { isAnnotation } from "./vocabulary.ts";

/** A schema at its place: `at` in the respelled document, `pointer` in the text as it was written. */
export interface Spot {
  readonly node: unknown;
  readonly at: string;
  readonly pointer: string;
}

/** One of the two documents, in the words of 2020-12. */
export interface Document extends Respelled {
  readonly dialect: Dialect | undefined;
  /** Where a `$ref` leads, if that is inside this document. */
  resolve(reference: string): Spot | undefined;
}

/** Reads a schema for the walk. */
export function documentOf(schema: unknown, dialect: Dialect | undefined): Document {
  const respelled = respell(schema, dialect);
  const { root } = respelled;
  let named: ReadonlyMap<string, string> | undefined;
  const resolve = (reference: string): Spot | undefined => {
    const id = isObject(root) ? own(root, "$id") : undefined;
    const local =
      typeof id === "string" && reference.startsWith(`${id}#`) ? reference.slice(id.length) : reference;
    if (local === "#" || local === id) return spotAt(respelled, "");
    if (local.startsWith("#/")) return spotAt(respelled, decoded(local.slice(1)));
    named ??= namesIn(root);
    const pointer = named.get(local);
    return pointer === undefined ? undefined : spotAt(respelled, pointer);
  };
  return { ...respelled, dialect, resolve };
}

/** The place of a whole document. */
export function rootOf({ root }: Respelled): Spot {
  return { node: root, at: "", pointer: "" };
}

/** The step from a schema to what is under some of its keys: a keyword, then a name or an index. */
export function stepInto(document: Respelled, from: Spot, ...keys: (string | number)[]): Spot {
  let { node, at, pointer } = from;
  for (const key of keys) {
    const name = String(key);
    pointer = pointTo(pointer, isObject(node) ? document.original(node, name) : name);
    at = pointTo(at, name);
    node = childOf(node, name);
  }
  return { node, at, pointer };
}

function childOf(node: unknown, key: string): unknown {
  if (isObject(node)) return own(node, key);
  return Array.isArray(node) && /^\d+$/.test(key) ? node[Number(key)] : undefined;
}

/** Follows a pointer as the author wrote it, which may use the older names of respelled keywords. */
function spotAt(document: Respelled, pointer: string): Spot | undefined {
  let spot = rootOf(document);
  for (const key of pointerKeys(pointer)) {
    spot = stepInto(document, spot, respelledKey(document, spot.node, key));
    if (spot.node === undefined) return undefined;
  }
  return spot;
}

function respelledKey(document: Respelled, node: unknown, key: string): string {
  if (!isObject(node) || Object.hasOwn(node, key)) return key;
  return Object.keys(node).find((name) => document.original(node, name) === key) ?? key;
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** The `$anchor`s and `$id`s of a document, each with where it stands. A name given twice names nothing. */
function namesIn(root: unknown): ReadonlyMap<string, string> {
  const named = new Map<string, string>();
  const twice = new Set<string>();
  const rest: { value: unknown; at: string }[] = [{ value: root, at: "" }];
  const name = (key: string, at: string) => (named.has(key) ? twice.add(key) : named.set(key, at));
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { value, at } = next;
    if (Array.isArray(value))
      for (const [i, item] of value.entries()) rest.push({ value: item, at: pointTo(at, i) });
    if (!isObject(value)) continue;
    const anchor = own(value, "$anchor");
    const id = own(value, "$id");
    if (typeof anchor === "string") name(`#${anchor}`, at);
    if (typeof id === "string") name(id, at);
    for (const [key, inner] of Object.entries(value)) rest.push({ value: inner, at: pointTo(at, key) });
  }
  for (const key of twice) named.delete(key);
  return named;
}

/**
 * A schema as it acts at its place: its own keywords, and those of what it merely stands for: the target of a `$ref`,
 * or the one part of an allOf, when nothing beside it restricts values.
 */
export interface View {
  /** Where the schema stands, before anything was followed. */
  readonly spot: Spot;
  /** The objects it is made of, its own first. Empty when it is no object. */
  readonly layers: readonly Spot[];
}

/** The value of a keyword in the first layer that has it. */
export function keyword(view: View, key: string): unknown {
  const layer = view.layers.find(({ node }) => isObject(node) && Object.hasOwn(node, key));
  return layer === undefined ? undefined : own(layer.node as Readonly<Record<string, unknown>>, key);
}

/** The layer that has a keyword; the innermost when none has, which is where it would be written. */
export function holderOf(view: View, key: string): Spot {
  const has = ({ node }: Spot) => isObject(node) && Object.hasOwn(node, key);
  return view.layers.find(has) ?? view.layers.at(-1) ?? view.spot;
}

/** The keywords of all layers. */
export function keywordsOf(view: View): Set<string> {
  const keys = new Set<string>();
  for (const { node } of view.layers) if (isObject(node)) for (const key of Object.keys(node)) keys.add(key);
  return keys;
}

/** The schema at a place, unfollowed. */
export function plainView(spot: Spot): View {
  return { spot, layers: isObject(spot.node) ? [spot] : [] };
}

/** The schema at a place, with what it stands for followed; undefined when that leads nowhere or in a circle. */
export function followedView(document: Document, spot: Spot): View | undefined {
  const layers: Spot[] = [];
  const seen = new Set<unknown>();
  let next: Spot | undefined = spot;
  while (next !== undefined) {
    if (seen.has(next.node) || !isObject(next.node)) return undefined;
    seen.add(next.node);
    const way = wayOn(next.node);
    if (way === undefined) return { spot, layers: [...layers, next] };
    layers.push({ ...next, node: annotationsOf(next.node) });
    next =
      way === "$ref" ? document.resolve(String(next.node["$ref"])) : stepInto(document, next, "allOf", 0);
  }
  return undefined;
}

function annotationsOf(node: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(node).filter(([key]) => isAnnotation(key)));
}

/** By which keyword a schema merely stands for another one. */
function wayOn(node: Readonly<Record<string, unknown>>): "$ref" | "allOf" | undefined {
  const rest = Object.keys(node).filter((key) => !isAnnotation(key) && !HOLDING.has(key));
  if (rest.length !== 1) return undefined;
  if (rest[0] === "$ref" && typeof node["$ref"] === "string") return "$ref";
  const parts = rest[0] === "allOf" ? node["allOf"] : undefined;
  return Array.isArray(parts) && parts.length === 1 ? "allOf" : undefined;
}

/** Keywords that hold definitions or name the dialect: what stands beside them still merely stands for something. */
const HOLDING: ReadonlySet<string> = new Set(["$defs", "definitions", "$schema"]);
