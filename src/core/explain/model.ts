import type { Phrase } from "./phrase.ts";

/** Something folded away: on GitHub behind a line to click, on a terminal indented below it. */
export interface Fold {
  /** What it holds, in our words alone: inside HTML there are no code spans. */
  readonly summary: string;
  readonly items: readonly Phrase[];
}

/** One point of a section. */
export interface Item {
  readonly text: Phrase;
  /** Points of its own, below it. */
  readonly below?: readonly Phrase[];
  readonly fold?: Fold;
}

/** What a section tells; they come in the order of DESIGN §11. */
export type SectionId =
  | "revoked"
  | "warnings"
  | "wider"
  | "noted"
  | "narrower"
  | "behaviour"
  | "wording"
  | "codes"
  | "decision";

/** A part of the explanation: a heading, then paragraphs, points, and paragraphs again. */
export interface Section {
  readonly id: SectionId;
  readonly heading?: Phrase;
  readonly before?: readonly Phrase[];
  readonly items: readonly Item[];
  readonly numbered?: boolean;
  readonly after?: readonly Phrase[];
}

/** The folded end: the change as data, for engineers. */
export interface Data {
  readonly summary: string;
  readonly intro: Phrase;
  /** Missing where it was cut. */
  readonly json?: string;
}

/** An explanation before it has a form: the same for Markdown and terminals. */
export interface Explanation {
  /** The server's name and counts only: nothing that a server wrote. */
  readonly title: string;
  /** The server's name, with which the title begins: in Markdown it is code, as `www.example.com` is a name too. */
  readonly server?: string;
  /** What approving does: three sentences at most. */
  readonly summary: Phrase;
  /** What was left out to stay within the limit, counted; empty when nothing was. */
  readonly cuts: Phrase;
  readonly sections: readonly Section[];
  /** What our own words mean; on GitHub alone. */
  readonly glossary?: Fold;
  readonly data?: Data;
  /** True when not every widening and revoked grant could be shown: nobody can decide by this text. */
  readonly tooLarge: boolean;
}
