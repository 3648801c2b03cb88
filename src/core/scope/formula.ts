import { ANYTHING, ARRAY, NUMBER, OBJECT, STRING } from "./types.ts";

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

/** A node that combines others. */
export type Junction = Node & { readonly kind: "all" | "any" | "one" };

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

/** A form of one kind. */
export type Of<K extends Form["kind"]> = Extract<Form, { kind: K }>;
