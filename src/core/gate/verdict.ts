import type { ObjectId } from "../propose/state.ts";

/** Something in a pull request that needs the label. */
export interface Widening {
  /** Stable: the same widening of the same thing has the same id in every pull request. */
  readonly id: string;
  /** The file that it is in, from the repository's root. */
  readonly file: string;
  /** Where in the file at the head, from 1; undefined where the file is not there. */
  readonly line: number | undefined;
  /** In plain words without Markdown, at most 200 characters; what a pull request brings is escaped in it. */
  readonly what: string;
  /** Whose owners must allow it: the file itself, and for a grant or an enrolment the card that it reaches. */
  readonly needs: readonly string[];
}

/** What the gate says of one pull request. */
export interface Verdict {
  /** `refused`: invalid at the head, undeterminable, or too large to decide; no label helps. */
  readonly kind: "passes" | "needs-label" | "refused";
  readonly pullRequest: number;
  readonly head: ObjectId;
  readonly widenings: readonly Widening[];
  /** A sentence of what is missing and from whom, or why it passes; at most 255 characters. */
  readonly title: string;
  /** Markdown: the state of the label, then the explanation; at most 60,000 UTF-8 bytes. */
  readonly summary: string;
  /** At most 140 characters, for a commit status. */
  readonly description: string;
  readonly annotations: readonly Annotation[];
  /** Whether the person who opened it is told by a comment, and what it says; undefined where there is to be none. */
  readonly comment: string | undefined;
  /** Whether our label is on it without counting, and is to be taken off. */
  readonly unlabel: boolean;
}

/** A note on lines of a file at the head. */
export interface Annotation {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly level: "notice" | "warning" | "failure";
  readonly title: string;
  readonly message: string;
}
