import { isObject } from "../json/value.ts";
import { createPatterns, type Patterns } from "../pattern/patterns.ts";
import { canonicalText } from "./canonical-text.ts";
import type { Form, Node } from "./formula.ts";
import { ANYTHING, typeOf } from "./types.ts";

/** Where the nodes of one question live. */
export interface Store extends Patterns {
  readonly make: (form: Form) => Node;
  readonly all: (parts: readonly Node[]) => Node;
  readonly any: (parts: readonly Node[]) => Node;
  readonly not: (part: Node) => Node;
  readonly type: (mask: number) => Node;
  readonly enum: (values: readonly unknown[]) => Node;
  readonly anything: Node;
  readonly nothing: Node;
  /** All nodes, in the order in which they were made. */
  readonly nodes: readonly Node[];
}

/** Makes an empty store. */
export function createStore(): Store {
  const nodes: Node[] = [];
  const known = new Map<string, Node>();
  const make = (form: Form): Node => {
    const key = keyOf(form);
    const old = key === undefined ? undefined : known.get(key);
    if (old !== undefined) return old;
    const node: Node = { id: nodes.length, ...form };
    nodes.push(node);
    if (key !== undefined) known.set(key, node);
    return node;
  };
  const anything = make({ kind: "all", parts: [] });
  const nothing = make({ kind: "any", parts: [] });
  const type = (mask: number) =>
    mask === ANYTHING ? anything : mask === 0 ? nothing : make({ kind: "type", mask });
  const not = (part: Node): Node => {
    if (part === anything) return nothing;
    if (part === nothing) return anything;
    if (part.kind === "not") return part.part;
    return part.kind === "type" ? type(ANYTHING & ~part.mask) : make({ kind: "not", part });
  };
  const enumOf = (values: readonly unknown[]) => {
    const entries = values.map((value): [string, unknown] => [canonicalText(value), value]);
    return entries.length === 0 ? nothing : make({ kind: "enum", values: new Map(entries) });
  };
  const store = { make, not, type, enum: enumOf, anything, nothing, nodes, ...createPatterns() };
  return {
    ...store,
    all: (parts) => joined(store, "all", parts),
    any: (parts) => joined(store, "any", parts),
  };
}

/** A conjunction or disjunction in normal form: flat, a set, with its types and its lists of values merged. */
function joined(store: Omit<Store, "all" | "any">, kind: "all" | "any", parts: readonly Node[]): Node {
  const [neutral, absorbing] =
    kind === "all" ? [store.anything, store.nothing] : [store.nothing, store.anything];
  const [single] = parts;
  if (single === undefined) return neutral;
  if (parts.length === 1) return single;
  const flat = new Map<number, Node>();
  let mask = kind === "all" ? ANYTHING : 0;
  let list: Values | undefined;
  for (const outer of parts) {
    for (const part of outer.kind === kind ? outer.parts : [outer]) {
      if (part === absorbing) return absorbing;
      if (part.kind === "type") mask = kind === "all" ? mask & part.mask : mask | part.mask;
      else if (part.kind === "enum")
        list = list === undefined ? part.values : merged(kind, list, part.values);
      else if (part !== neutral) flat.set(part.id, part);
    }
  }
  if (list !== undefined) {
    // A list of values takes its types in: `{type: string, const: a}` is `{const: a}`.
    const stays = (value: unknown) => ((typeOf(value) & mask) !== 0) === (kind === "all");
    const left = new Map([...list].filter(([, value]) => stays(value)));
    const listed = left.size === 0 ? store.nothing : store.make({ kind: "enum", values: left });
    if (listed === absorbing) return absorbing;
    if (listed !== neutral) flat.set(listed.id, listed);
    if (kind === "all") mask = ANYTHING;
  }
  const types = store.type(mask);
  if (types === absorbing) return absorbing;
  if (types !== neutral) flat.set(types.id, types);
  for (const part of flat.values()) if (part.kind === "not" && flat.has(part.part.id)) return absorbing;
  const [first] = flat.values();
  if (first === undefined) return neutral;
  if (flat.size === 1) return first;
  return store.make({ kind, parts: [...flat.values()].toSorted((a, b) => a.id - b.id) });
}

type Values = ReadonlyMap<string, unknown>;

function merged(kind: "all" | "any", values: Values, more: Values): Values {
  return new Map(kind === "any" ? [...values, ...more] : [...values].filter(([key]) => more.has(key)));
}

/** The text that two equal forms have in common; none for a recursive reference, which is only equal to itself. */
function keyOf(form: Form): string | undefined {
  return form.kind === "ref" ? undefined : JSON.stringify(form, inKey);
}

/** Nodes go by their ids, sets and lists of values by what is in them in any order. Keys of a form have one order. */
function inKey(_: string, part: unknown): unknown {
  if (part instanceof Set || part instanceof Map) return Array.from(part.keys(), String).toSorted();
  return isObject(part) && Object.hasOwn(part, "id") ? part["id"] : part;
}
