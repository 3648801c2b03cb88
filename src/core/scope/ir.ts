import { NotModelled, spend, type Budget } from "./bounds.ts";
import { canonicalText } from "./canonical-text.ts";
import { createWordTest, type WordTest } from "./language.ts";
import { parsePattern, type BEYOND, type Expression } from "./pattern.ts";

/** The six types of JSON, as bits of a mask; `integer` is a number that is a multiple of 1. */
export const NULL = 1;
export const BOOLEAN = 2;
export const NUMBER = 4;
export const STRING = 8;
export const ARRAY = 16;
export const OBJECT = 32;
export const ANYTHING = 63;

/** Each type alone, in the order in which they are tried: the cheap ones first. */
export const TYPES = [NULL, BOOLEAN, NUMBER, STRING, ARRAY, OBJECT] as const;

/** How the names of predicates begin that stand for an assumption about how schemas are read. */
export const READING = "reading ";

/** A set of property names: one alone, or all but some that satisfy a schema of strings. */
export type NameSet =
  | { readonly only: string }
  | { readonly except: ReadonlySet<string>; readonly node: Node };

/**
 * A schema as a formula. An atom that is `on` a type constrains values of that type alone and holds for all others, as
 * keywords do. Nodes are interned: equal formulas are one object, with one id, however they were written.
 */
export type Node = { readonly id: number } & Form;

/** What a node says. */
export type Form =
  | { readonly kind: "all" | "any" | "one"; readonly parts: readonly Node[] }
  | { readonly kind: "not"; readonly part: Node }
  /** A recursive reference; its target is set when the schema that it is inside of is complete. */
  | { readonly kind: "ref"; target: Node | undefined }
  | { readonly kind: "type"; readonly mask: number }
  | { readonly kind: "enum"; readonly values: ReadonlyMap<string, unknown> }
  /** A predicate of which only the name is known: `format`, readings that validators differ about. */
  | { readonly kind: "opaque"; readonly on: number; readonly name: string }
  | { readonly kind: "bound"; readonly side: "min" | "max"; readonly value: number; readonly open: boolean }
  | { readonly kind: "multiple"; readonly of: number }
  | { readonly kind: "pattern"; readonly source: string }
  /** A length: of a string in code points, of an array in items, of an object in properties. */
  | { readonly kind: "size"; readonly on: number; readonly side: "min" | "max"; readonly value: number }
  /** Every item from a position on, or the one there alone. */
  | { readonly kind: "items"; readonly from: number; readonly only: boolean; readonly value: Node }
  /** At least so many items satisfy the schema. */
  | { readonly kind: "count"; readonly least: number; readonly value: Node }
  | { readonly kind: "unique" }
  /** Every property whose name is in the set. */
  | { readonly kind: "names"; readonly set: NameSet; readonly value: Node }
  | { readonly kind: "has"; readonly name: string };

/** How many different patterns two schemas may have. */
const MAX_PATTERNS = 1000;

/** Where the nodes of one question live. */
export interface Store {
  readonly make: (form: Form) => Node;
  readonly all: (parts: readonly Node[]) => Node;
  readonly any: (parts: readonly Node[]) => Node;
  readonly not: (part: Node) => Node;
  readonly type: (mask: number) => Node;
  readonly enum: (values: readonly unknown[]) => Node;
  readonly anything: Node;
  readonly nothing: Node;
  /** The node with an id. */
  readonly at: (id: number) => Node;
  /** All nodes, in the order in which they were made. */
  readonly nodes: readonly Node[];
  /** A pattern as an expression; reading it first costs. @throws SyntaxError for what is no pattern, OutOfSteps */
  readonly expression: (source: string, budget?: Budget) => Expression | typeof BEYOND;
  /** Whether a text matches a pattern; undefined where that is not regular. @throws OutOfSteps */
  readonly matches: (source: string, text: string, budget: Budget) => boolean | undefined;
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
  const expressions = new Map<string, Expression | typeof BEYOND>();
  const expression = (source: string, budget?: Budget) => {
    const old = expressions.get(source);
    if (old !== undefined) return old;
    if (expressions.size > MAX_PATTERNS) throw new NotModelled("too many patterns");
    // A class of Unicode has hundreds of ranges of characters.
    if (budget !== undefined) spend(budget, 10 + source.length / 2 + 100 * (source.split(/\\p/i).length - 1));
    const parsed = parsePattern(source);
    expressions.set(source, parsed);
    return parsed;
  };
  const tests = new Map<string, WordTest | undefined>();
  const matches = (source: string, text: string, budget: Budget) => {
    if (!tests.has(source)) tests.set(source, createWordTest(expression(source)));
    return tests.get(source)?.(text, budget);
  };
  const at = (id: number) => nodes[id] as Node;
  const store = { make, not, type, enum: enumOf, anything, nothing, at, nodes, expression, matches };
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
  let list: Listed | undefined;
  for (const outer of parts) {
    for (const part of outer.kind === kind ? outer.parts : [outer]) {
      if (part === absorbing) return absorbing;
      if (part.kind === "type") mask = kind === "all" ? mask & part.mask : mask | part.mask;
      else if (part.kind === "enum") list = list === undefined ? part : mergedLists(store, kind, list, part);
      else if (part !== neutral) flat.set(part.id, part);
    }
  }
  if (list !== undefined) {
    const left = typedList(store, kind, list, mask);
    if (left === absorbing) return absorbing;
    if (left !== neutral) flat.set(left.id, left);
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

type Listed = Node & { readonly kind: "enum" };

function listNode(store: Pick<Store, "make" | "nothing">, values: ReadonlyMap<string, unknown>): Node {
  return values.size === 0 ? store.nothing : store.make({ kind: "enum", values });
}

function mergedLists(
  store: Pick<Store, "make">,
  kind: "all" | "any",
  { values }: Listed,
  { values: more }: Listed,
): Listed {
  const merged = kind === "any" ? [...values, ...more] : [...values].filter(([key]) => more.has(key));
  return store.make({ kind: "enum", values: new Map(merged) }) as Listed;
}

/** A list of values takes its types in: `{type: string, const: a}` is `{const: a}`. */
function typedList(
  store: Pick<Store, "make" | "nothing">,
  kind: "all" | "any",
  list: Listed,
  mask: number,
): Node {
  const stays = (value: unknown) => ((typeOf(value) & mask) !== 0) === (kind === "all");
  const left = [...list.values].filter(([, value]) => stays(value));
  return left.length === list.values.size && left.length > 0 ? list : listNode(store, new Map(left));
}

/** The text that two equal forms have in common; none for a recursive reference, which is only equal to itself. */
function keyOf(form: Form): string | undefined {
  switch (form.kind) {
    case "all":
    case "any":
    case "one":
      return `${form.kind}:${form.parts.map((part) => part.id).join(",")}`;
    case "not":
      return `not:${form.part.id}`;
    case "ref":
      return undefined;
    case "enum":
      return `enum:${[...form.values.keys()].toSorted().join(",")}`;
    case "items":
      return `items:${form.from}:${form.only}:${form.value.id}`;
    case "count":
      return `count:${form.least}:${form.value.id}`;
    case "names":
      return `names:${form.value.id}:${setKey(form.set)}`;
    case "type":
      return `type:${form.mask}`;
    case "has":
      return `has:${form.name}`;
    case "pattern":
      return `pattern:${form.source}`;
    case "bound":
      return `bound:${form.side}:${form.value}:${form.open}`;
    case "size":
      return `size:${form.on}:${form.side}:${form.value}`;
    case "multiple":
      return `multiple:${form.of}`;
    case "opaque":
      return `opaque:${form.on}:${form.name}`;
    default:
      return form.kind;
  }
}

function setKey(set: NameSet): string {
  return "only" in set ? `=${set.only}` : `${JSON.stringify([...set.except].toSorted())}${set.node.id}`;
}

/** The type of a value, as a bit. */
export function typeOf(value: unknown): number {
  if (value === null) return NULL;
  if (Array.isArray(value)) return ARRAY;
  switch (typeof value) {
    case "boolean":
      return BOOLEAN;
    case "number":
      return NUMBER;
    case "string":
      return STRING;
    default:
      return OBJECT;
  }
}

/** The types that a node constrains at all; it holds for values of the others. */
export function typesOn(form: Form): number {
  switch (form.kind) {
    case "bound":
    case "multiple":
      return NUMBER;
    case "pattern":
      return STRING;
    case "items":
    case "count":
    case "unique":
      return ARRAY;
    case "names":
    case "has":
      return OBJECT;
    case "size":
    case "opaque":
      return form.on;
    default:
      return ANYTHING;
  }
}
