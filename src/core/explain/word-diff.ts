import { diffWordsWithSpace } from "diff";
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

/** How many edited words a diff may have that is one of so many. */
export function editsFor(texts: number): number {
  return Math.min(MOST_EDITS, Math.max(LEAST_EDITS, Math.floor(EDITS_OF_ALL / Math.max(1, texts))));
}

/**
 * The difference of two texts by words. Texts with little in common, and those that differ by more words than `edits`,
 * are one removed and one added stretch.
 */
export function wordDiff(before: string, after: string, edits = MOST_EDITS): TextPart[] {
  if (before === after) return [{ kind: "kept", text: after }];
  const found = diffWordsWithSpace(before, after, { maxEditLength: edits });
  if (found === undefined) return replaced(before, after);
  const parts: TextPart[] = found.map(({ added, removed, value }) => {
    return { kind: added ? "added" : removed ? "removed" : "kept", text: value };
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
  return text.length <= CRUMB_LENGTH && (text.match(/\S+/g) ?? []).length <= CRUMB_WORDS;
}

/** A diff as a phrase: bold is new, struck is gone. Between two stretches stands a blank that is ours. */
export function diffPhrase(parts: readonly TextPart[], room: DiffRoom): Phrase {
  return parts.flatMap((part, at) => {
    const first = at === 0 ? part.text : part.text.replace(/^ (?=.)/s, "");
    const text = at === parts.length - 1 ? first : first.replace(/(?<=.) $/s, "");
    const phrase = part.kind === "kept" ? keptPhrase(text, room.kept) : quote(text, room.changed, part.kind);
    return at === 0 ? phrase : [...words(" "), ...phrase];
  });
}

function keptPhrase(text: string, room: number): Phrase {
  const half = Math.ceil(room / 2);
  const hidden = text.length <= room ? 0 : charactersIn(text) - 2 * half;
  if (hidden <= 0) return pieces(text, "code");
  const tail = text.slice(bounded(text, charactersIn(text) - half).head.length);
  return say`${pieces(bounded(text, half).head, "code")} … (${hidden} unchanged characters) … ${pieces(tail, "code")}`;
}
