import type { Snapshot } from "../core/gate/snapshot.ts";
import { adoptedBy, type Adopted } from "../core/record/adopted.ts";
import { approvedContent, approvedRegistry, NOTHING, type ContentOf } from "../core/record/approved.ts";
import type { Change } from "../core/record/entry.ts";
import type { Finding } from "../core/record/finding.ts";
import { readLedger, type Ledger } from "../core/record/ledger.ts";
import { stateOf } from "../core/record/state.ts";
import { verifyRecord, type VerifyInput } from "../core/record/verify.ts";
import { CODEOWNERS_LOCATIONS } from "../core/owners/codeowners.ts";
import { DEFAULT_FOLDER, FOLDER_FILE, parseFolder } from "../core/registry/folder.ts";
import { FOLDERS, SETTINGS } from "../core/registry/layout.ts";
import type { Registry } from "../core/registry/registry.ts";
import { parseSettings } from "../core/registry/settings.ts";
import type { History } from "../core/record/history.ts";
import { firstParentHistory, readBlobs, type BlobRead } from "../disk/git-history.ts";
import { readLedgerBranch, type LedgerRead } from "../disk/git-ledger.ts";
import { commitOf } from "../disk/git.ts";

/** Where to look in a clone, and at what. */
export interface RecordPlace {
  readonly repository: string;
  /** The default branch; what `origin` calls so, else what is checked out. */
  readonly branch?: string | undefined;
  /** The record's branch, where it has another name here. */
  readonly ledger?: string | undefined;
  /** A hash that was seen in the record before. */
  readonly since?: string | undefined;
  /** Whether the files of all entries are read again, and not those of the newest alone. */
  readonly all?: boolean | undefined;
}

/** How many of the newest entries have their files read again: those that somebody could still write anew. */
const READ_AGAIN = 200;

/** A record with all that a clone knows of it. */
export interface OpenRecord {
  /** Whether approvals are in use (DESIGN §12): once a commit of the default branch had `approval.genesis`, they are. */
  readonly use: "in-use" | "not-in-use" | "unknown";
  readonly read: LedgerRead | undefined;
  readonly ledger: Ledger;
  readonly adopted: Adopted;
  /** Everything that is wrong; for approvals that are not in use, nothing. */
  readonly findings: readonly Finding[];
  /** The last approved registry where approvals are in use: what both it and the present allow is permitted. */
  readonly approved: () => Registry | undefined;
}

/** Opens the record of a repository and verifies it, offline. @throws Error when git can't be asked */
export async function openRecord(place: RecordPlace): Promise<OpenRecord> {
  const { repository, since } = place;
  const tip = await defaultTip(repository, place.branch);
  const read = await readLedgerBranch(repository, place.ledger);
  const ledger = read === undefined ? { entries: [], faults: [] } : readLedger(read.text);
  const first = place.all === true ? 0 : ledger.entries.length - READ_AGAIN;
  const isReadAgain = ({ sequence }: Change) => sequence >= first;
  const clone = await readClone(repository, tip, ledger, isReadAgain);
  const { history, contentOf } = clone;
  const named = genesisNames(clone);
  const adopted = adoptedBy(ledger.entries, contentOf);
  const input = { ledger, ...clone, isReadAgain, ...(since !== undefined && { since }) };
  const found = findingsOf(input, read, named, adopted);
  const use = useOf(named, history, read !== undefined, adopted.kind === "ended" && !found.some(isFatal));
  const findings = use === "not-in-use" && read === undefined ? [] : found;
  const approved = () => (use === "in-use" ? approvedOf(input, found) : undefined);
  return { use, read, ledger, adopted, findings, approved };
}

/** The commit that counts as what the default branch is now. @throws Error when there is none */
export async function defaultTip(repository: string, branch?: string): Promise<string> {
  if (branch !== undefined) return commitOf(repository, branch);
  return commitOf(repository, "refs/remotes/origin/HEAD").catch(() => commitOf(repository, "HEAD"));
}

/** The history, and what is needed of its contents. */
interface Clone extends Pick<VerifyInput, "history" | "digestAt" | "contentOf" | "folderAt"> {
  readonly settingsChanges: readonly { readonly commit: string; readonly path: string }[];
}

async function readClone(
  repository: string,
  tip: string,
  { entries }: Ledger,
  isReadAgain: (entry: Change) => boolean,
): Promise<Clone> {
  const folderHistory = await firstParentHistory(repository, tip, [FOLDER_FILE]);
  const folderBlobs = await readBlobs(repository, blobsOf(folderHistory), () => true);
  const folderAt = (commit: string) => folderBy(folderHistory.blobAt(commit, FOLDER_FILE), folderBlobs);
  const folders = new Set([DEFAULT_FOLDER]);
  for (const { commit } of folderHistory.changes) folders.add(folderAt(commit) ?? DEFAULT_FOLDER);
  const history = await firstParentHistory(repository, tip, pathsIn(folders));
  const kept = new Set<string>();
  const keep = (commit: string, path: string) => {
    const blob = history.blobAt(commit, path);
    if (typeof blob === "string") kept.add(blob);
  };
  const state = stateOf(entries);
  for (const [file, { commit }] of state?.approved ?? []) keep(commit, file);
  for (const entry of entries) {
    if (entry.kind === "change" && (entry.of === "owners" || entry.of === "settings"))
      keep(entry.commit, entry.file);
    if (entry.kind === "change" && isReadAgain(entry)) {
      keep(entry.commit, entry.file);
      if (entry.parent !== null) keep(entry.parent, entry.file);
    }
    if (entry.kind === "adoption") for (const path of CODEOWNERS_LOCATIONS) keep(entry.commit, path);
  }
  const settingsPaths = new Set([...folders].map((folder) => inFolder(folder, SETTINGS)));
  const settingsChanges = history.changes.filter(({ path }) => settingsPaths.has(path));
  for (const { commit, path } of settingsChanges) keep(commit, path);
  const blobs = await readBlobs(repository, blobsOf(history), (id) => kept.has(id));
  const blobOf = (commit: string, path: string) => {
    const id = history.blobAt(commit, path);
    return typeof id === "string" ? blobs.get(id) : id;
  };
  const contentOf: ContentOf = ({ commit, file }) => blobOf(commit, file)?.bytes;
  return {
    history,
    folderAt,
    contentOf,
    settingsChanges,
    digestAt: (commit, path) => {
      const blob = blobOf(commit, path);
      return blob === null ? null : blob?.digest;
    },
  };
}

function blobsOf({ changes }: History): string[] {
  return changes.flatMap(({ blob }) => blob ?? []);
}

function folderBy(blob: string | null | undefined, blobs: ReadonlyMap<string, BlobRead>): Snapshot["folder"] {
  if (blob === null) return DEFAULT_FOLDER;
  const bytes = blob === undefined ? undefined : blobs.get(blob)?.bytes;
  const parsed = bytes === undefined ? undefined : parseFolder(bytes);
  return parsed?.ok === true ? parsed.value : undefined;
}

function pathsIn(folders: ReadonlySet<string>): string[] {
  const inside = [...folders].flatMap((folder) =>
    [SETTINGS, ...Object.keys(FOLDERS)].map((name) => inFolder(folder, name)),
  );
  return [FOLDER_FILE, ...CODEOWNERS_LOCATIONS, ...inside];
}

function inFolder(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** The values that `approval.genesis` had on the default branch, oldest first. */
function genesisNames({ settingsChanges, contentOf, folderAt }: Clone): string[] {
  return settingsChanges.flatMap(({ commit, path }) => {
    const folder = folderAt(commit);
    const isIt = folder !== undefined && path === inFolder(folder, SETTINGS);
    const bytes = isIt ? contentOf({ commit, file: path }) : undefined;
    const parsed = bytes === undefined ? undefined : parseSettings(bytes, SETTINGS);
    return parsed?.ok === true ? (parsed.value.approval.genesis ?? []) : [];
  });
}

function useOf(
  named: readonly string[],
  { complete }: History,
  isThere: boolean,
  /** By a record that can be relied on. */
  hasEnded: boolean,
): OpenRecord["use"] {
  if (hasEnded) return "not-in-use";
  if (named.length > 0) return "in-use";
  if (complete) return "not-in-use";
  // The key may have been there before what this clone knows.
  return isThere ? "in-use" : "unknown";
}

function findingsOf(
  input: VerifyInput,
  read: LedgerRead | undefined,
  named: readonly string[],
  adopted: Adopted,
): Finding[] {
  if (read === undefined) return [{ kind: "record-missing" }];
  const findings: Finding[] = read.rewrites.map((commit) => ({ kind: "record-rewritten", commit }));
  const [first] = input.ledger.entries;
  const [genesis] = named;
  if (first !== undefined && genesis !== undefined && genesis !== first.hash)
    findings.push({ kind: "other-genesis", named: genesis, found: first.hash });
  if (adopted.kind === "never") findings.push({ kind: "adoption-unapproved" });
  return [...findings, ...verifyRecord(input)];
}

/** The last approved registry; where the record can't be relied on, what permits nothing. */
function approvedOf(input: VerifyInput, findings: readonly Finding[]): Registry {
  const state = stateOf(input.ledger.entries);
  if (state === undefined || findings.some(isFatal)) return NOTHING;
  // What landed and is not recorded yet may be what a record that was cut had taken away.
  const behind = findings.flatMap((finding) => (finding.kind === "unrecorded" ? [finding.file] : []));
  return approvedRegistry(approvedContent(state, input.contentOf, new Set(behind)));
}

/** Whether a finding says that no entry can be relied on. */
function isFatal(finding: Finding): boolean {
  switch (finding.kind) {
    case "record-broken":
    case "record-missing":
    case "record-rewritten":
    case "hash-gone":
    case "other-genesis":
    case "adoption-unapproved":
    case "entry-wrong":
    case "history-cut":
      return true;
    case "content-lost":
    case "unrecorded":
    case "unapproved":
      return false;
    default:
      return finding satisfies never;
  }
}
