import type { Digest } from "../json/canonical.ts";
import type { ObjectId } from "../propose/state.ts";
import type { Adoption, Change, Entry } from "./entry.ts";

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

/** The same while entries are taken into it. */
export interface RunningState extends RecordState {
  commit: ObjectId;
  readonly recorded: Map<string, Digest>;
  readonly approved: Map<string, ApprovedFile>;
  readonly unapproved: Map<string, Change>;
}

/** What the entries of a record come to; undefined when there are none. */
export function stateOf(entries: readonly Entry[]): RecordState | undefined {
  const [first, ...rest] = entries;
  if (first?.kind !== "adoption") return undefined;
  const state = stateAtAdoption(first);
  for (const entry of rest) if (entry.kind === "change") take(state, entry);
  return state;
}

/** The state that a record starts from: all of it counts as approved. */
export function stateAtAdoption({ files, commit }: Adoption): RunningState {
  const recorded = new Map(files.map(({ file, digest }) => [file, digest as Digest]));
  const approved = new Map([...recorded].map(([file, digest]) => [file, { digest, commit }]));
  return { commit, recorded, approved, unapproved: new Map() };
}

/** Takes one more entry into a state. */
export function take(state: RunningState, entry: Change): void {
  const { recorded, approved, unapproved } = state;
  const { file, commit } = entry;
  const after = entry.after as Digest | null;
  state.commit = commit;
  if (after === null) recorded.delete(file);
  else recorded.set(file, after);
  if (entry.approved && after === null) approved.delete(file);
  else if (entry.approved && after !== null) approved.set(file, { digest: after, commit });
  if (recorded.get(file) === approved.get(file)?.digest) unapproved.delete(file);
  else if (!unapproved.has(file)) unapproved.set(file, entry);
}
