import { NotModelled } from "../json/bounds.ts";
import { READING, type NameSet, type Node } from "./formula.ts";
import type { Store } from "./store.ts";
import { ANYTHING, STRING } from "./types.ts";
import { countAt } from "../schema/keyword-values.ts";
import type { SchemaObject } from "../schema/lower.ts";
import type { Resolver } from "../schema/resolve.ts";

/** What the building of one document needs at every step. */
export interface Building {
  readonly store: Store;
  readonly resolver: Resolver;
  /** Makes the node of a schema. `lenient`: in a positive place of an output, where what may be lacking says nothing. */
  readonly build: (schema: unknown, lenient: boolean) => Node;
}

/** Makes the node of one keyword; the keywords beside it that it depends on it reads itself. */
export type Builder = (building: Building, schema: SchemaObject, lenient: boolean) => Node;

/** Builders by keyword. */
export type Builders = Readonly<Record<string, Builder>>;

/**
 * An assumption about how validators read what they differ about: it holds for all values or for none. In the reading
 * of the specification none of them holds.
 */
export function reading(store: Store, name: string): Node {
  return store.make({ kind: "opaque", on: ANYTHING, name: READING + name });
}

/** The node of a pattern. @throws NotModelled for what is no pattern: validators refuse the schema. */
export function patternNode(store: Store, source: string): Node {
  try {
    store.expression(source);
  } catch (error) {
    throw error instanceof NotModelled ? error : new NotModelled("an invalid pattern");
  }
  return store.make({ kind: "pattern", source });
}

/** The builders of `min…` and `max…`; in a lenient place the lower bound says nothing. */
export function sizeBuilders(on: number, noun: string): Builders {
  const builder =
    (side: "min" | "max"): Builder =>
    ({ store }, schema, lenient) => {
      const value = countAt(schema, `${side}${noun}`);
      const idle = side === "min" && (value === 0 || (lenient && on !== STRING));
      return idle ? store.anything : store.make({ kind: "size", on, side, value });
    };
  return { [`min${noun}`]: builder("min"), [`max${noun}`]: builder("max") };
}

/** Every item from a position on, or the one there alone, satisfies the node. */
export function itemsNode(store: Store, from: number, only: boolean, value: Node): Node {
  return value === store.anything ? value : store.make({ kind: "items", from, only, value });
}

/** Every property whose name is in the set satisfies the node. */
export function namesNode(store: Store, set: NameSet, value: Node): Node {
  if (value === store.anything) return value;
  if ("only" in set) return store.make({ kind: "names", set, value });
  // Names are strings: what a schema says of other types does not matter here.
  const mask = set.node.kind === "type" ? set.node.mask & STRING : undefined;
  if (mask === 0) return store.anything;
  const node = mask === undefined ? set.node : store.anything;
  return node === store.nothing
    ? store.anything
    : store.make({ kind: "names", set: { except: set.except, node }, value });
}
