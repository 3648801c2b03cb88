import type { Typed } from "../registry/typed.ts";
import type { ENTRY_SHAPES } from "./shape-entry.ts";

/** The first entry of a record: the state that it starts from, declared by somebody and approved by the next one. */
export type Adoption = Typed<typeof ENTRY_SHAPES.adoption>;

/** What landed on the default branch in one deciding file, and who approved it or what is missing. */
export type Change = Typed<typeof ENTRY_SHAPES.change>;

/** A line of approvals.jsonl. */
export type Entry = Adoption | Change;

/** What links an entry to the one before; given when it is appended. */
type Link = "sequence" | "previous" | "hash" | "cut";

/** An entry before it has its place in the record. */
export type AdoptionDraft = Omit<Adoption, Link>;
export type ChangeDraft = Omit<Change, Link>;
export type Draft = AdoptionDraft | ChangeDraft;

/** What keeps a landing from being approved. */
export type Missing = Change["missing"][number];

/** Somebody who counts, and as whom: `line` of the CODEOWNERS file names `owner`, which they are or are one of. */
export type Approver = Change["approvers"][number];

/** A grant by its names, with the server that it is on. */
export type GrantName = Adoption["grants"][number];
