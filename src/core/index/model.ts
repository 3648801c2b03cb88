import type { SchemaChangeKind } from "../differences/kinds.ts";
import type { MalformedWhy } from "../tool/tool.ts";
import type { Address } from "../reading/reading.ts";
import type { UnreadableWhy } from "../drift/choose.ts";

/** What an orchestrator uses: the live lists merged under the cards (DESIGN §4). It is JSON through and through. */
export interface Index {
  /** Of this format; it rises when a reader of an older one would read something wrongly. */
  readonly version: 1;
  /** When it was merged: RFC 3339, UTC. */
  readonly at: string;
  /** A reading that is older permits nothing. Where approvals are in use, the smaller of the approved and the present. */
  readonly maxAgeMinutes: number;
  /** By name. */
  readonly servers: readonly IndexServer[];
  readonly warnings: readonly IndexWarning[];
}

/** One server: who is enrolled, what was read, and its tools. */
export interface IndexServer {
  readonly server: string;
  /** The card's id; missing where the card can't be read. */
  readonly id?: string;
  readonly title?: string;
  readonly address?: Address;
  /** Why no tool of it may be called now, for people. */
  readonly suspended?: string;
  readonly reading: IndexReading;
  /** The agents that are enrolled under the card's `id`. */
  readonly enrolled: readonly Enrolled[];
  /** Every grant on file for those agents, also for tools that are not on the card. */
  readonly grants: readonly IndexGrant[];
  /** By name: what is on the card, and what is on the live list. */
  readonly tools: readonly IndexTool[];
}

/** Something that is in the registry, but not in its last approved state: it permits nothing. */
interface Approvable {
  readonly unapproved?: true;
}

/** An agent that is enrolled. */
export interface Enrolled extends Approvable {
  readonly agent: string;
}

/** This agent may call this tool for this job. */
export interface IndexGrant extends Approvable {
  readonly agent: string;
  readonly tool: string;
  readonly job: string;
}

/** What is known of a server's live list. `at` is when it was read; its age is counted from there. */
export type IndexReading =
  | { readonly state: "complete"; readonly at: string; readonly ageMinutes: number }
  | { readonly state: "too-old"; readonly at?: string; readonly ageMinutes?: number }
  | { readonly state: "other-address" | "unapproved-address"; readonly at: string }
  | { readonly state: "unreadable"; readonly why: UnreadableWhy; readonly at?: string };

/** Where a tool is (DESIGN §4, the merge table). */
type ToolState = "callable" | "new" | "gone" | "unreadable" | "malformed";

/** Whose schemas arguments must be permitted by, in the order in which they are asked. */
export const LIMITS = ["card", "approved", "live"] as const;

/** A schema that arguments must be permitted by, and of whom it is. */
export interface Limit {
  readonly of: readonly (typeof LIMITS)[number][];
  readonly schema: unknown;
}

/** A tool as an orchestrator sees it. */
export interface IndexTool extends Approvable {
  readonly name: string;
  /** Whether it is on the card as it is now. */
  readonly onCard: boolean;
  readonly state: ToolState;
  /** What the model is shown: MCP's own fields of a tool, `inputSchema` being the effective one where it is callable. */
  readonly shown?: Readonly<Record<string, unknown>>;
  /** What arguments are judged by; only where it is callable. */
  readonly limits?: readonly Limit[];
  /** What the live server offers beyond the card, and is refused. */
  readonly withheld?: readonly Withheld[];
  /** No call can be permitted by all limits: why. */
  readonly blocked?: Blocked;
  /** Hints of the live list that ask for more trust than the card's. */
  readonly looserHints?: readonly string[];
  /** It is new, and its name was on this card once: the first revision without it. */
  readonly retired?: number;
  /** A reviewer said no to this live form. */
  readonly declined?: true;
  readonly malformed?: MalformedWhy;
}

/** One thing that the live server offers and the card does not. */
export interface Withheld {
  readonly kind: SchemaChangeKind;
  /** The field, as DESIGN §6 writes paths; empty for the whole schema. */
  readonly path: string;
  /** JSON pointer (RFC 6901) into the input schema. */
  readonly pointer: string;
}

/** Why nothing can be called: live asks for a name that the card lacks, the two exclude each other, or one can't be bounded. */
export type Blocked =
  | { readonly why: "required-beyond-card"; readonly names: readonly string[] }
  | { readonly why: "nothing-in-common" | "undecidable" };

/** What an orchestrator's operator should know. `server` and `tool` say where. */
export type IndexWarning =
  | {
      readonly kind: "tool-skipped";
      readonly server: string;
      readonly tool: string;
      readonly why: "other-address";
    }
  | { readonly kind: "reading-without-card"; readonly server: string }
  | { readonly kind: "invalid-file"; readonly file: string; readonly line: number; readonly what: string };
