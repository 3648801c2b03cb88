import type { Digest } from "../json/canonical.ts";
import type { ObjectId } from "../propose/state.ts";
import type { Change, Entry } from "./entry.ts";

/** A file as it was approved, and the commit that has it so. */
export interface ApprovedFile {
  readonly digest: Digest;
  readonly commit: ObjectId;
}

/** What a record says of the deciding files, up to its last entry. */
export interface RecordState {
  /** The commit of the default branch that it has come to. */
  readonly commit: ObjectId;
  /** Each file as it was recorded last, approved or not. */
  readonly recorded: ReadonlyMap<string, Digest>;
  /** Each file as it was approved last. */
  readonly approved: ReadonlyMap<string, ApprovedFile>;
  /** The files that are now otherwise than they were approved, each by the entry with which that began. */
  readonly unapproved: ReadonlyMap<string, Change>;
}

/** What the entries of a record come to; undefined when there are none. */
export function stateOf(entries: readonly Entry[]): RecordState | undefined {
  const [first, ...rest] = entries;
  if (first?.kind !== "adoption") return undefined;
  const recorded = new Map(first.files.map(({ file, digest }) => [file, digest as Digest]));
  const approved = new Map<string, ApprovedFile>();
  for (const [file, digest] of recorded) approved.set(file, { digest, commit: first.commit });
  const unapproved = new Map<string, Change>();
  let { commit } = first;
  for (const entry of rest) {
    if (entry.kind !== "change") continue;
    ({ commit } = entry);
    const { file } = entry;
    const after = entry.after as Digest | null;
    if (after === null) recorded.delete(file);
    else recorded.set(file, after);
    if (entry.approved && after === null) approved.delete(file);
    else if (entry.approved && after !== null) approved.set(file, { digest: after, commit });
    if (entry.approved || recorded.get(file) === approved.get(file)?.digest) unapproved.delete(file);
    else if (!unapproved.has(file)) unapproved.set(file, entry);
  }
  return { commit, recorded, approved, unapproved };
}
