import { diffArrays } from "diff/lib/diff/array.js";
import { bounded, charactersIn } from "./inert.ts";
import { pieces, quote, say, words, type Phrase } from "./phrase.ts";

/** A stretch of two texts: kept in both, only in the later, only in the earlier one. */
export interface TextPart {
  readonly kind: "kept" | "added" | "removed";
  readonly text: string;
}

/** How much of a diff is shown. */
export interface DiffRoom {
  /** Characters of each kept stretch; what is between its ends is counted. */
  readonly kept: number;
  /** Characters of each added or removed stretch; what is behind is counted. */
  readonly changed: number;
}

// Beyond so many edited words a person reads two texts more easily than their difference.
const MOST_EDITS = 200;
const LEAST_EDITS = 20;
// The time of a diff grows with the square of its edits, so many texts share this many edits.
const EDITS_OF_ALL = 40_000;
const LEAST_KEPT = 0.3;
const CRUMB_WORDS = 2;
const CRUMB_LENGTH = 24;

// Scripts that put no blanks between words. Where a word ends there, dictionaries say, and each version of them otherwise,
// but the same drift has to give the same bytes: so their letters stand alone, and short kept stretches are crumbs.
const UNSPACED =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
const LETTER = new RegExp(`[${UNSPACED}]`, "gu");
// No mark is parted from its letter.
const TOKENS = new RegExp(
  `[${UNSPACED}]\\p{M}*|(?:(?![${UNSPACED}])[\\p{L}\\p{N}_]\\p{M}*)+|\\s+|[^]\\p{M}*`,
  "gu",
);
const LETTERS_IN_A_WORD = 2;
const SENTENCE_ENDS = /(?<=\n|[.!?]\s+|[。！？])(?=\S)/u;

/** How many edited words a diff may have that is one of so many. */
export function editsFor(texts: number): number {
  return Math.min(MOST_EDITS, Math.max(LEAST_EDITS, Math.floor(EDITS_OF_ALL / Math.max(1, texts))));
}

/**
 * The difference of two texts by words; by sentences and lines where more words than `edits` differ. Texts with little in
 * common are one removed and one added stretch.
 */
export function wordDiff(before: string, after: string, edits = MOST_EDITS): TextPart[] {
  if (before === after) return [{ kind: "kept", text: after }];
  const [old, now] = [before.match(TOKENS) ?? [], after.match(TOKENS) ?? []];
  const found =
    diffArrays(old, now, { maxEditLength: edits }) ??
    diffArrays(before.split(SENTENCE_ENDS), after.split(SENTENCE_ENDS), { maxEditLength: edits });
  if (found === undefined) return replaced(before, after);
  const parts: TextPart[] = found.map(({ added, removed, value }) => {
    return { kind: added ? "added" : removed ? "removed" : "kept", text: value.join("") };
  });
  const kept = parts.reduce((sum, part) => sum + (part.kind === "kept" ? part.text.length : 0), 0);
  const shorter = Math.min(before.length, after.length);
  return kept < LEAST_KEPT * shorter ? replaced(before, after) : withoutCrumbs(parts);
}

function replaced(before: string, after: string): TextPart[] {
  const parts: TextPart[] = [
    { kind: "removed", text: before },
    { kind: "added", text: after },
  ];
  return parts.filter((part) => part.text !== "");
}

/** Puts a kept word or two between two changes into both: a person reads one change more easily than two. */
function withoutCrumbs(parts: readonly TextPart[]): TextPart[] {
  const merged: TextPart[] = [];
  let removed = "";
  let added = "";
  const flush = () => {
    merged.push(...replaced(removed, added));
    removed = "";
    added = "";
  };
  for (const [at, part] of parts.entries()) {
    const between = (removed !== "" || added !== "") && at < parts.length - 1;
    if (part.kind === "removed") removed += part.text;
    else if (part.kind === "added") added += part.text;
    else if (between && isCrumb(part.text)) {
      removed += part.text;
      added += part.text;
    } else {
      flush();
      merged.push(part);
    }
  }
  flush();
  return merged;
}

function isCrumb(text: string): boolean {
  if (text.length > CRUMB_LENGTH) return false;
  const letters = (text.match(LETTER) ?? []).length;
  const spaced = text.replaceAll(LETTER, " ").match(/[\p{L}\p{N}]\S*/gu) ?? [];
  return spaced.length + letters / LETTERS_IN_A_WORD <= CRUMB_WORDS;
}

/** A diff as a phrase: bold is new, struck is gone. Between two stretches stands a blank that is ours. */
export function diffPhrase(parts: readonly TextPart[], room: DiffRoom): Phrase {
  return parts.flatMap((part, at) => {
    const text = /\S/.test(part.text) ? withoutBlanks(part.text, at, parts.length) : part.text;
    const phrase =
      part.kind === "kept"
        ? keptPhrase(text, room.kept)
        : quote(text, room.changed, part.kind, looksUnchanged(parts, at) ? "value" : "text");
    return at === 0 ? phrase : [...words(" "), ...phrase];
  });
}

/** A part without the blanks at its ends in whose place ours stand. */
function withoutBlanks(text: string, at: number, count: number): string {
  const first = at === 0 ? text : text.replace(/^ (?=.)/s, "");
  return at === count - 1 ? first : first.replace(/(?<=.) $/s, "");
}

/** True for one of two sides that differ only in how their letters are composed: to a person they look the same. */
function looksUnchanged(parts: readonly TextPart[], at: number): boolean {
  const [part, next, previous] = [parts[at], parts[at + 1], parts[at - 1]];
  const other = part?.kind === "removed" ? next : previous;
  if (part === undefined || other === undefined || other.kind === "kept" || other.kind === part.kind)
    return false;
  return part.text.normalize("NFKC") === other.text.normalize("NFKC");
}

function keptPhrase(text: string, room: number): Phrase {
  const half = Math.ceil(room / 2);
  const hidden = text.length <= room ? 0 : charactersIn(text) - 2 * half;
  if (hidden <= 0) return pieces(text, "code");
  const tail = text.slice(bounded(text, charactersIn(text) - half).head.length);
  return say`${pieces(bounded(text, half).head, "code")} … (${hidden} unchanged characters) … ${pieces(tail, "code")}`;
}
