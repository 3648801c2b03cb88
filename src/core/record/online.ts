import type { Change } from "./entry.ts";

/** Something that GitHub contradicts; any means that the record, or this clone of it, is not what it should be. */
export type OnlineFinding =
  /** GitHub's own copy of the record is another one from this line on. */
  | { readonly kind: "other-record"; readonly line: number }
  /** GitHub's record goes on: this clone is old, or was cut. */
  | { readonly kind: "record-behind"; readonly lines: number }
  /** This record goes on where GitHub's ends. */
  | { readonly kind: "record-ahead"; readonly lines: number }
  /** The default branch never had this landing, and nothing says that it was pushed over. */
  | { readonly kind: "not-landed"; readonly line: number; readonly file: string; readonly commit: string }
  /** A deciding file landed with this commit, and the record does not know. */
  | { readonly kind: "not-recorded"; readonly file: string; readonly commit: string }
  /** GitHub tells a fact of an entry otherwise. */
  | {
      readonly kind: "entry-differs";
      readonly line: number;
      readonly file: string;
      readonly commit: string;
      readonly field: string;
      readonly recorded: string;
      readonly now: string;
    };

/** Whether it is still so that an approver owns the file: who was in a team then is nowhere but in the record. */
export interface Ownership {
  readonly line: number;
  readonly file: string;
  readonly login: string;
  readonly owner: string;
  readonly is: "confirmed" | "recorded-only";
  /** Why it is not confirmed. */
  readonly why: string | null;
}

/** What GitHub can't say of an entry any more. */
export interface Lost {
  readonly line: number;
  readonly file: string;
  readonly why: string;
}

/** The line of an entry in approvals.jsonl. */
export function lineNumber({ sequence }: Pick<Change, "sequence">): number {
  return sequence + 1;
}

/** What is wrong where GitHub's own copy of the record is not the one here: both as texts. */
export function copyFindings(here: string, there: string): OnlineFinding[] {
  const [ours, theirs] = [here.split("\n"), there.split("\n")];
  // Behind the last line there is nothing.
  const [left, right] = [ours.length - 1, theirs.length - 1];
  let shared = 0;
  while (shared < Math.min(left, right) && ours[shared] === theirs[shared]) shared++;
  if (shared < Math.min(left, right)) return [{ kind: "other-record", line: shared + 1 }];
  if (left < right) return [{ kind: "record-behind", lines: right - left }];
  return left > right ? [{ kind: "record-ahead", lines: left - right }] : [];
}
