import { ownersAt } from "../gate/owners-at.ts";
import type { OwnerRule } from "../owners/codeowners.ts";
import { CODEOWNERS_LOCATIONS } from "../owners/codeowners.ts";
import type { FileAt } from "../gate/snapshot.ts";
import type { ContentOf } from "./approved.ts";
import { wrongInContent } from "./check-content.ts";
import { wrongInEntry } from "./check-entry.ts";
import { decidingPath, digestOfBytes } from "./deciding.ts";
import type { Change, Entry } from "./entry.ts";
import type { Finding } from "./finding.ts";
import type { History } from "./history.ts";
import type { Ledger } from "./ledger.ts";
import { stateAtAdoption, stateOf, take, type ApprovedFile, type RecordState } from "./state.ts";

/** What a record is verified with: all of it is in a clone. */
export interface VerifyInput {
  readonly ledger: Ledger;
  readonly history: History;
  /** The digest of a path's bytes at a commit: null when no regular file is there, undefined when that can't be told. */
  readonly digestAt: (commit: string, path: string) => string | null | undefined;
  readonly contentOf: ContentOf;
  /** The registry's folder by what a commit itself says; undefined when that can't be told. */
  readonly folderAt: (commit: string) => string | undefined;
  /** Whether the content of an entry's file is read again, and all that the entry says of it held against it. */
  readonly isReadAgain: (entry: Change) => boolean;
  /** A hash that whoever asks has seen in the record before. */
  readonly since?: string;
}

/** Holds a record against git: everything that it says and git knows (DESIGN §12). The same input gives the same findings. */
export function verifyRecord(input: VerifyInput): Finding[] {
  const { ledger, since, history } = input;
  const findings: Finding[] = ledger.faults.map(({ line, what }) => ({ kind: "record-broken", line, what }));
  if (!history.complete) findings.push({ kind: "history-cut" });
  if (since !== undefined && !ledger.entries.some(({ hash }) => hash === since))
    findings.push({ kind: "hash-gone", hash: since });
  const state = stateOf(ledger.entries);
  if (state === undefined) return findings;
  findings.push(...wrongEntries(input), ...lostContents(input, state));
  if (ledger.faults.length === 0) findings.push(...unrecorded(input), ...unapproved(state));
  return findings;
}

/** A landing's entries, which all were decided by the state before it. */
function landingsIn(entries: readonly Entry[]): Change[][] {
  const landings: Change[][] = [];
  for (const entry of entries) {
    if (entry.kind !== "change") continue;
    const last = landings.at(-1);
    if (last?.[0]?.commit === entry.commit) last.push(entry);
    else landings.push([entry]);
  }
  return landings;
}

function wrongEntries(input: VerifyInput): Finding[] {
  const { history, contentOf } = input;
  const { entries } = input.ledger;
  const findings: Finding[] = [];
  const wrong = (line: number, file: string, what: string) =>
    findings.push({ kind: "entry-wrong", line, file, what });
  const [first] = entries;
  if (first?.kind !== "adoption") return findings;
  for (const { file, digest } of first.files) {
    const found = input.digestAt(first.commit, file);
    if (found !== undefined && found !== digest) wrong(1, file, "its content is not what was adopted");
  }
  const lastRewrite = entries.findLastIndex(isRewrite);
  const running = stateAtAdoption(first);
  let position = history.position(first.commit) ?? -1;
  for (const landing of landingsIn(entries)) {
    const ruleOf = rulesOf(running.approved, contentOf);
    for (const entry of landing) {
      const { file, sequence } = entry;
      const line = sequence + 1;
      for (const what of wrongInEntry(entry, running.recorded.get(file), ruleOf)) wrong(line, file, what);
      const found = decidingAt(input, entry.commit, file);
      if (found !== undefined && found !== entry.after)
        wrong(line, file, "its content at that commit is not what the entry says");
      if (input.isReadAgain(entry)) for (const what of wrongAgain(entry, contentOf)) wrong(line, file, what);
      const at = history.position(entry.commit);
      if (at === undefined && sequence > lastRewrite && history.complete)
        wrong(line, file, "the default branch has no such commit");
      if (at !== undefined && at < position && !isRewrite(entry))
        wrong(line, file, "it landed before the entry before it");
      position = at ?? position;
    }
    for (const entry of landing) take(running, entry);
  }
  return findings;
}

/** What the file says otherwise; nothing where the contents can't be had, or are not those of the entry. */
function wrongAgain(entry: Change, contentOf: ContentOf): string[] {
  const { file, commit, parent } = entry;
  const before = parent === null ? undefined : contentOf({ commit: parent, file });
  const after = contentOf({ commit, file });
  return isIt(before, entry.before) && isIt(after, entry.after) ? wrongInContent(entry, before, after) : [];
}

function isIt(bytes: Uint8Array | undefined, digest: string | null): boolean {
  return (bytes === undefined ? null : digestOfBytes(bytes)) === digest;
}

function isRewrite(entry: Entry): boolean {
  return entry.kind === "change" && entry.missing.some(({ kind }) => kind === "history-rewritten");
}

const rules = new WeakMap<ContentOf, Map<string, (path: string) => OwnerRule | undefined>>();

/** The rules of the CODEOWNERS file that is approved; none where its content can't be had. */
function rulesOf(
  approved: ReadonlyMap<string, ApprovedFile>,
  contentOf: ContentOf,
): (path: string) => OwnerRule | undefined {
  const key = CODEOWNERS_LOCATIONS.map((file) => approved.get(file)?.digest ?? "").join(" ");
  const known = rules.get(contentOf) ?? new Map<string, (path: string) => OwnerRule | undefined>();
  rules.set(contentOf, known);
  const rule = known.get(key) ?? readRules(approved, contentOf);
  known.set(key, rule);
  return rule;
}

function readRules(
  approved: ReadonlyMap<string, ApprovedFile>,
  contentOf: ContentOf,
): (path: string) => OwnerRule | undefined {
  const files = new Map<string, FileAt>();
  for (const file of CODEOWNERS_LOCATIONS) {
    const at = approved.get(file);
    if (at === undefined) continue;
    const bytes = contentOf({ commit: at.commit, file });
    const isThere = bytes !== undefined && isIt(bytes, at.digest);
    files.set(file, isThere ? { kind: "file", blob: at.digest, bytes } : { kind: "link", blob: at.digest });
  }
  return ownersAt({ commit: "", folder: undefined, files }).rule;
}

/** The approved files whose content git does not have, by the last line that approves them. */
function lostContents({ ledger, digestAt }: VerifyInput, { approved }: RecordState): Finding[] {
  const lines = new Map<string, number>();
  for (const entry of ledger.entries)
    if (entry.kind === "change" && entry.approved) lines.set(entry.file, entry.sequence + 1);
  return [...approved].flatMap(([file, { commit }]): Finding[] => {
    if (digestAt(commit, file) !== undefined) return [];
    return [{ kind: "content-lost", line: lines.get(file) ?? 1, file, commit }];
  });
}

/** The digest of a file where it decides at that commit, and null where it does not. */
function decidingAt({ digestAt, folderAt }: VerifyInput, commit: string, path: string) {
  const digest = digestAt(commit, path);
  if (digest === undefined || digest === null) return digest;
  return decidingPath(path, folderAt(commit)) === undefined ? null : digest;
}

/** What changed and is in no entry: the record is behind, was cut, or somebody took care that it is. */
function unrecorded(input: VerifyInput): Finding[] {
  const { history } = input;
  const state = stateOf(input.ledger.entries);
  if (history.tip === undefined || state === undefined) return [];
  const recordedTo = history.position(state.commit) ?? -1;
  const found = new Map<string, Finding>();
  const isOtherwise = (commit: string, path: string) => {
    const digest = decidingAt(input, commit, path);
    return digest !== undefined && digest !== (state.recorded.get(path) ?? null);
  };
  const paths = new Set(state.recorded.keys());
  for (const { commit, path } of history.changes) {
    paths.add(path);
    // A landing has an entry for each file that it left otherwise, so only what came after the last one can be unknown.
    if ((history.position(commit) ?? -1) <= recordedTo || found.has(path)) continue;
    if (isOtherwise(commit, path)) found.set(path, { kind: "unrecorded", file: path, commit });
  }
  for (const path of paths) {
    if (found.has(path) || !isOtherwise(history.tip, path)) continue;
    const last = history.changes.findLast((change) => change.path === path);
    found.set(path, { kind: "unrecorded", file: path, commit: last?.commit ?? history.tip });
  }
  return [...found.values()];
}

function unapproved({ unapproved: files }: RecordState): Finding[] {
  return [...files.values()].map(({ file, sequence, commit, pull, missing }) => {
    return { kind: "unapproved", line: sequence + 1, file, commit, pull: pull?.number ?? null, missing };
  });
}
