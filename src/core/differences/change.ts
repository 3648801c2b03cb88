import type { SchemaChangeKind } from "./kinds.ts";

/** What a change does to the set of permitted calls. `unknown` counts as widening everywhere (DESIGN §2, §5). */
export type Scope = "widens" | "narrows" | "same" | "unknown";

/** Which schema of a tool: what a call may send, or what it gives back. */
export type Side = "input" | "output";

/** One difference between two schemas, with the effect of that difference alone. */
export interface SchemaChange {
  readonly kind: SchemaChangeKind;
  /** JSON pointer (RFC 6901) to the keyword or field that differs, in the schema that has it. */
  readonly pointer: string;
  /** The field for people: `filter.name`, `tags[]`, `headers.*` (DESIGN §6); empty for the root. */
  readonly path: string;
  /**
   * Other fields that show the same difference, because they refer to the same definition: at most 20, sorted. The
   * pointer leads into the definition, and each pointer is listed once.
   */
  readonly alsoAt?: readonly string[];
  /** True for a field added or removed that the other schema has as well, in another branch of the same union. */
  readonly elsewhere?: true;
  /** The value before; missing when there was none. A list of values is a list here, `const` too. */
  readonly before?: unknown;
  readonly after?: unknown;
  /**
   * The effect of this difference alone, as far as it shows in the whole: what all differences together don't gain, none
   * of them is said to gain. Always `same` for behaviour and wording.
   */
  readonly scope: Scope;
  /** Where it gains or may gain: in the closed world alone, in the open one alone, or in both. */
  readonly world?: "closed" | "open" | "both";
  /** Whether calls that are permitted today may fail (input), or readers of answers may (output); see compare.ts. */
  readonly breaks: boolean;
}
