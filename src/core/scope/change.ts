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
  /** The value before; missing when there was none. */
  readonly before?: unknown;
  readonly after?: unknown;
  readonly scope: Scope;
  /** Where it gains, when it does: in the closed world, in the open one alone, or in both. */
  readonly world?: "closed" | "open" | "both";
  /** Whether calls that are permitted today may fail (input), or readers of answers may (output). */
  readonly breaks: boolean;
}
