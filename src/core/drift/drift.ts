import type { Address, ReadAs } from "../reading/reading.ts";
import type { Scope, Side, SchemaChange } from "../differences/change.ts";
import type { ChangeKind } from "./kinds.ts";
import type { Warning } from "./warning.ts";

/** This agent may call this tool for this job; on which server the context says. */
export interface Grant {
  readonly agent: string;
  readonly tool: string;
  readonly job: string;
}

/** Names of fields that one schema of a tool gained, lost or changed, as paths (DESIGN §6). */
export interface FieldNames {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed?: readonly string[];
}

/** A tool on both sides whose input or output schema differs beyond wording. */
export interface ChangedTool {
  readonly tool: string;
  readonly input: FieldNames;
  readonly output: FieldNames;
}

/** One fact of a drift; sorted by tool (facts of the whole card first), side, pointer, kind and path. Words are made of it last, in `explain/`. */
export interface Change {
  readonly kind: ChangeKind;
  /** Missing for what concerns the whole card, as its connection. */
  readonly tool?: string;
  readonly side?: Side;
  /** JSON pointer (RFC 6901) into the tool, or into the card when there is no tool. */
  readonly pointer: string;
  /** The field for people, when the change is inside a schema. */
  readonly path?: string;
  /** Other fields that show the same difference; see `SchemaChange`. */
  readonly alsoAt?: readonly string[];
  /** See `SchemaChange`. */
  readonly elsewhere?: true;
  /** The value before; the whole tool where it is removed. */
  readonly before?: unknown;
  /** The value after; the whole tool where it is added. */
  readonly after?: unknown;
  readonly scope: Scope;
  readonly world?: NonNullable<SchemaChange["world"]>;
  readonly breaks: boolean;
  /** The grants that it touches. */
  readonly grants: readonly Grant[];
}

/** How the list was read: a reading's facts without its time, so that the same drift gives the same bytes. */
export interface ReadingFacts {
  readonly address: Address;
  readonly readAs: ReadAs;
  readonly confirmed: boolean;
}

/** The difference between a complete reading and the card (DESIGN §6; the first five keys are fixed, in this order). */
export interface Drift {
  readonly server: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly ChangedTool[];
  readonly revokes: readonly string[];
  readonly scope: Scope;
  readonly changes: readonly Change[];
  /** The grants that merging revokes. */
  readonly grants: readonly Grant[];
  readonly warnings: readonly Warning[];
  readonly reading?: ReadingFacts;
}
