import type { ChangeDraft, Draft, Entry } from "./entry.ts";
import { linked, lineOf, readLine } from "./line.ts";
import { stateOf } from "./state.ts";

/** The file of the record, and the branch that it is on. */
export const LEDGER_FILE = "approvals.jsonl";
export const LEDGER_BRANCH = "toolcard-approvals";

/** The most bytes of a record that are read: about a hundred thousand entries. */
export const MOST_OF_LEDGER = 268_435_456;

/** Something that is wrong with the record, with its line from 1. */
export interface LedgerFault {
  readonly line: number;
  readonly what: string;
}

/** A record, read: the entries before the first line that is wrong, and all lines that are. */
export interface Ledger {
  readonly entries: readonly Entry[];
  /** Any breaks the record: nothing behind the first one can be trusted. */
  readonly faults: readonly LedgerFault[];
}

/**
 * approvals.jsonl as text. A line that is no UTF-8 becomes one that is no entry: read as something near, it would pass for
 * what it is not, and be written back as that.
 */
export function ledgerText(bytes: Uint8Array): string {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const textOf = (part: Uint8Array): string | undefined => {
    try {
      return decoder.decode(part);
    } catch {
      return undefined;
    }
  };
  const whole = textOf(bytes);
  if (whole !== undefined) return whole;
  const lines: string[] = [];
  for (let start = 0; start <= bytes.length;) {
    const found = bytes.indexOf(10, start);
    const end = found < 0 ? bytes.length : found;
    lines.push(textOf(bytes.subarray(start, end)) ?? "this line is no UTF-8");
    start = end + 1;
  }
  return lines.join("\n");
}

/** How many faults are told; the rest follow from them. */
const MOST_FAULTS = 20;

/**
 * Reads approvals.jsonl: one entry a line, each linked to the one before by its hash. Every line that is changed, lost,
 * repeated, moved or put in breaks the chain there, and is named. It never throws.
 */
export function readLedger(text: string): Ledger {
  if (text === "") return { entries: [], faults: [{ line: 1, what: "the record is empty" }] };
  const lines = text.split("\n");
  const faults: LedgerFault[] = [];
  if (lines.pop() !== "")
    faults.push({ line: lines.length + 1, what: "the last line has no end: it was cut" });
  const entries: Entry[] = [];
  let last: Entry | undefined;
  for (const [at, line] of lines.entries()) {
    if (faults.length >= MOST_FAULTS) break;
    const read = readLine(line);
    if (!read.ok) {
      faults.push({ line: at + 1, what: read.what });
      // The next line is held against what it says itself, so that one changed line is one fault.
      last = undefined;
      continue;
    }
    const { entry } = read;
    const what = last === undefined && at > 0 ? undefined : brokenLink(last, entry);
    if (what !== undefined) faults.push({ line: at + 1, what });
    if (faults.length === 0) entries.push(entry);
    last = entry;
  }
  return { entries, faults: faults.toSorted((one, two) => one.line - two.line) };
}

function brokenLink(before: Entry | undefined, entry: Entry): string | undefined {
  if (before === undefined) {
    if (entry.kind !== "adoption") return "the first entry is no adoption: what was before it is lost";
    return entry.sequence === 0 && entry.previous === null ? undefined : "it is not the first entry";
  }
  if (entry.kind === "adoption") return "there is a second adoption";
  const next = before.sequence + 1;
  if (entry.previous !== before.hash)
    return entry.sequence === next
      ? "the entry before it is another one than it was written after"
      : `entry ${entry.sequence} stands where entry ${next} should`;
  return entry.sequence === next ? undefined : `its number is ${entry.sequence} and not ${next}`;
}

/**
 * The entries that drafts add to a record. A change is left out that does not follow on what is recorded of its file, or
 * whose landing is recorded already, unless the branch was pushed back to it: writing twice writes once.
 */
export function following(entries: readonly Entry[], drafts: readonly Draft[]): Entry[] {
  const known = new Set(entries.map(keyOf));
  const recorded = new Map<string, string>(stateOf(entries)?.recorded);
  const added: Entry[] = [];
  let last = entries.at(-1);
  for (const draft of drafts) {
    if (draft.kind === "adoption" ? last !== undefined : isRecorded(draft, recorded, known)) continue;
    known.add(keyOf(draft));
    last = linked(draft, last);
    added.push(last);
    if (draft.kind === "adoption") for (const { file, digest } of draft.files) recorded.set(file, digest);
    else if (draft.after === null) recorded.delete(draft.file);
    else recorded.set(draft.file, draft.after);
  }
  return added;
}

/** Entries as lines, each with its end. */
export function linesOf(entries: readonly Entry[]): string {
  return entries.map((entry) => `${lineOf(entry)}\n`).join("");
}

function isRecorded(
  draft: ChangeDraft,
  recorded: ReadonlyMap<string, string>,
  known: ReadonlySet<string>,
): boolean {
  if ((recorded.get(draft.file) ?? null) !== draft.before) return true;
  return known.has(keyOf(draft)) && !draft.missing.some(({ kind }) => kind === "history-rewritten");
}

function keyOf(entry: Draft): string {
  return entry.kind === "adoption" ? "adoption" : `${entry.commit} ${entry.file}`;
}
