import type { Missing } from "./entry.ts";

/** Something that verification found; any means that not everything in use is approved and recorded. */
export type Finding =
  /** A line of approvals.jsonl is not what was written there. */
  | { readonly kind: "record-broken"; readonly line: number; readonly what: string }
  | { readonly kind: "record-missing" }
  /** A commit of the record's branch took away or changed what was there. */
  | { readonly kind: "record-rewritten"; readonly commit: string }
  /** A hash that was seen before is no longer in the record. */
  | { readonly kind: "hash-gone"; readonly hash: string }
  /** The record begins with another entry than `approval.genesis` names. */
  | { readonly kind: "other-genesis"; readonly named: string; readonly found: string }
  /** No approved change wrote `approval.genesis`. */
  | { readonly kind: "adoption-unapproved" }
  /** An entry that git, or the entries before it, contradict. */
  | { readonly kind: "entry-wrong"; readonly line: number; readonly file: string; readonly what: string }
  /** The content that was approved last can't be had from git. */
  | { readonly kind: "content-lost"; readonly line: number; readonly file: string; readonly commit: string }
  /** A deciding file changed with this commit, and the record does not know. */
  | { readonly kind: "unrecorded"; readonly file: string; readonly commit: string }
  /** A file is otherwise than it was approved, since an entry of this line. */
  | {
      readonly kind: "unapproved";
      readonly line: number;
      readonly file: string;
      readonly commit: string;
      readonly pull: number | null;
      readonly missing: readonly Missing[];
    }
  | { readonly kind: "history-cut" };
