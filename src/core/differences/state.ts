import type { SchemaChangeKind } from "./kinds.ts";
import type { Document, View } from "./view.ts";

/** One step of making the old document differ; `at` is a pointer into the respelled old document. */
export type Edit =
  /** Sets a key of the object or list there, or removes it (`undefined`). */
  | { readonly at: string; readonly key: string | number; readonly value: unknown }
  /** Puts a name into the map under a keyword, and the map where there is none; without a name, the map alone. */
  | { readonly at: string; readonly map: string; readonly name?: string; readonly value?: unknown }
  /** Puts a text into a list of texts under a key, or takes it out. */
  | { readonly at: string; readonly list: string; readonly add?: string; readonly drop?: string }
  /** Adds to the list of values (`enum`, or `const`) of the schema there, or takes some out. */
  | { readonly at: string; readonly addValues: readonly unknown[] }
  | { readonly at: string; readonly dropValues: readonly unknown[] }
  /** Adds an item to the list there. */
  | { readonly at: string; readonly append: unknown }
  /** Puts another schema in the place of the one there. */
  | { readonly at: string; readonly schema: unknown }
  /** Gives the document, as it was written, another `$schema`. */
  | { readonly at: string; readonly dialect: unknown }
  /** Gives a keyword another name. */
  | { readonly at: string; readonly rename: string; readonly to: string }
  /** Makes the schema there one branch of a union, beside another one. */
  | { readonly at: string; readonly union: "anyOf" | "oneOf"; readonly branch: unknown };

/** One difference between two schemas, before anybody has asked what it does. */
export interface Difference {
  readonly kind: SchemaChangeKind;
  /** JSON pointer into the schema as it was written: the one after, or the one before for what is gone. */
  readonly pointer: string;
  /** The field for people (DESIGN §6). */
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
  /** What makes the old document differ by this alone; values are of the new document. */
  readonly edits: readonly Edit[];
  /** Other fields that show the same difference, as they refer to the same definition: at most 20. */
  readonly alsoAt?: readonly string[];
  /** True for a field that the other schema has as well, in another branch of the same union. */
  readonly elsewhere?: true;
}

/** What a comparison reports; the walk adds the path. */
export type Finding = Omit<Difference, "path" | "before" | "after"> & {
  readonly path?: string;
  readonly before?: unknown;
  readonly after?: unknown;
};

/** Where a difference inside a `not`, `if`, `contains` or `propertyNames` is reported: as one, of the whole. */
export interface Whole {
  readonly kind: SchemaChangeKind;
  readonly pointer: string;
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly edits: Edit[];
}

/** What a schema and everything it composes declare at one place. */
export interface Declared {
  readonly names: ReadonlySet<string>;
  /** True when there is a `properties` or `patternProperties`, which is what closes a place (DESIGN §5). */
  readonly closes: boolean;
}

/** Two schemas that stand at the same place, to be compared. */
export interface Pair {
  readonly before: View;
  readonly after: View;
  readonly path: string;
  /** What all branches at this place declare, when there are any (DESIGN §6: branches merged by name). */
  readonly union?: { readonly before: Declared; readonly after: Declared };
  /** True at the root of an input, which refuses what it does not declare, whatever it declares (DESIGN §5). */
  readonly closes?: true;
  /** Set inside a `not`, `if`, `contains` or `propertyNames`. */
  readonly whole?: Whole;
  /** True when the words around the two were compared already. */
  readonly wordless?: true;
}

/** The walk over two documents. */
export interface Walk {
  readonly before: Document;
  readonly after: Document;
  /** Notes a difference between the two schemas of a pair. */
  found(pair: Pair, finding: Finding): void;
  /** Takes steps for what costs more than others; false when there are not so many left, which ends the walk. */
  affords(steps: number): boolean;
  /** Puts two schemas under a pair on the list of what is still to be compared. */
  push(pair: PushedPair): void;
}

/** A pair not yet followed. */
export type PushedPair = Omit<Pair, "before" | "after"> & {
  readonly before: View["spot"];
  readonly after: View["spot"];
};
