import type { Source } from "../gate/assess.ts";
import type { ApprovedNow, RecordFault } from "../gate/approved-now.ts";
import type { PullRequestNow } from "../gate/pull-request.ts";
import type { FileAt, Snapshot } from "../gate/snapshot.ts";
import { sorted } from "../json/order.ts";
import { SETTINGS } from "../registry/layout.ts";
import { parseSettings } from "../registry/settings.ts";
import { adoptedBy } from "./adopted.ts";
import type { ContentOf } from "./approved.ts";
import { decidingPath, digestOfBytes, digestOfFile } from "./deciding.ts";
import type { Entry } from "./entry.ts";
import { LEDGER_FILE, readLedger, type Ledger } from "./ledger.ts";
import { stateOf, type RecordState } from "./state.ts";

type Looked = Pick<Source, "snapshots" | "cache">;

/**
 * What the record says of the files that a pull request touches (DESIGN §10, §12); undefined where approvals are not in
 * use. The record itself says whether they are, and where there is none the key on the base or the default branch. It
 * is asked again when `contentOf` has what it did not have.
 */
export function approvedNow(
  pull: PullRequestNow,
  { snapshots, cache }: Looked,
  contentOf: ContentOf,
): ApprovedNow | undefined {
  const tip = snapshots.get(pull.defaultBranch.commit);
  // What can't be read is refused anyway.
  if (tip === undefined) return undefined;
  const named = genesisIn(tip);
  const isNamed = named !== undefined || genesisIn(snapshots.get(pull.base.commit)) !== undefined;
  const ledger = ledgerAt(pull.record, cache, contentOf);
  if (ledger === undefined) return isNamed ? fault("record-missing") : undefined;
  const { entries, faults } = ledger;
  const [first] = entries;
  const state = stateIn(entries);
  if (faults.length > 0 || first === undefined || state === undefined) return fault("record-broken");
  if (named !== undefined && named !== first.hash) return fault("record-other");
  const content = contentIn(snapshots, contentOf);
  let lost: string | undefined;
  const adoptedIn = (some: readonly Entry[]) =>
    adoptedBy(some, (entry) => {
      if (entry.after === null) return undefined;
      const at = content(entry.file, entry.after, entry.commit);
      if (at === undefined) lost = entry.file;
      return at?.bytes;
    }).kind;
  // Mostly the newest says it, and is what the default branch has: then no other is read.
  const newest = entries.findLast(
    (entry) => entry.kind === "change" && entry.approved && entry.of === "settings",
  );
  const isNow = newest !== undefined && adoptedIn([first, newest]) === "now";
  const kind = isNow ? "now" : adoptedIn(entries);
  if (lost !== undefined) return fault("approved-content-lost", lost);
  if (kind === "ended" || (kind === "never" && !isNamed)) return undefined;
  return filesIn(touchedBy(pull, snapshots), tip, state, content);
}

function fault(kind: RecordFault["kind"], file?: string): ApprovedNow {
  return { fault: file === undefined ? { kind } : { kind, file } };
}

/** The key in the settings of a commit. */
function genesisIn(snapshot: Snapshot | undefined): string | undefined {
  if (snapshot?.folder === undefined) return undefined;
  const { folder, files } = snapshot;
  const at = files.get(folder === "" ? SETTINGS : `${folder}/${SETTINGS}`);
  const parsed = at?.kind === "file" && at.bytes ? parseSettings(at.bytes, SETTINGS) : undefined;
  return parsed?.ok === true ? parsed.value.approval.genesis : undefined;
}

const states = new WeakMap<readonly Entry[], RecordState>();

/** A long record is not gone through again for each pull request. */
function stateIn(entries: readonly Entry[]): RecordState | undefined {
  const state = states.get(entries) ?? stateOf(entries);
  if (state !== undefined) states.set(entries, state);
  return state;
}

function ledgerAt(
  record: string | undefined,
  cache: Looked["cache"],
  contentOf: ContentOf,
): Ledger | undefined {
  const bytes = record === undefined ? undefined : contentOf({ commit: record, file: LEDGER_FILE });
  if (record === undefined || bytes === undefined) return undefined;
  return cache.ledger(record, () => readLedger(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)));
}

type Content = (file: string, digest: string, commit: string) => (FileAt & { kind: "file" }) | undefined;

/** Approved content: what a commit that was looked at still has, else what git has. */
function contentIn(snapshots: Looked["snapshots"], contentOf: ContentOf): Content {
  return (file, digest, commit) => {
    for (const { files } of snapshots.values()) {
      const at = files.get(file);
      if (at?.kind === "file" && digestOfFile(at) === digest) return at;
    }
    const bytes = contentOf({ commit, file });
    if (bytes === undefined || digestOfBytes(bytes) !== digest) return undefined;
    return { kind: "file", blob: digest, bytes };
  };
}

/** The files that a pull request changes, from where it left its base or the default branch. */
function touchedBy({ head, mergeBase }: PullRequestNow, snapshots: Looked["snapshots"]): string[] {
  const touched = new Set<string>();
  const now = snapshots.get(head)?.files ?? new Map<string, FileAt>();
  for (const start of [mergeBase.base, mergeBase.default]) {
    const before = snapshots.get(start ?? "")?.files ?? new Map<string, FileAt>();
    for (const path of [...before.keys(), ...now.keys()])
      if (before.get(path)?.blob !== now.get(path)?.blob) touched.add(path);
  }
  return sorted(touched);
}

function filesIn(
  touched: readonly string[],
  tip: Snapshot,
  { recorded, approved }: RecordState,
  content: Content,
): ApprovedNow {
  const files = new Map<string, FileAt | undefined>();
  for (const file of touched) {
    const was = approved.get(file);
    if (was === undefined && !recorded.has(file) && decidingPath(file, tip.folder) === undefined) continue;
    const now = digestOfFile(tip.files.get(file));
    // It landed just now; or the record was cut, and nobody can tell what it said.
    if (now !== recorded.get(file)) return fault("record-behind", file);
    if (now === was?.digest) continue;
    const at = was && content(file, was.digest, was.commit);
    if (was !== undefined && at === undefined) return fault("approved-content-lost", file);
    files.set(file, at);
  }
  return { files };
}
