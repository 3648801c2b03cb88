import { byId } from "../gate/assess.ts";
import { factsBetween } from "../gate/compare.ts";
import { registryAt, type RegistryAt } from "../gate/registry-at.ts";
import type { Snapshot } from "../gate/snapshot.ts";
import { wideningsOf, type Gated } from "../gate/widening.ts";
import { DEFAULT_FOLDER } from "../registry/folder.ts";
import type { Settings } from "../registry/settings.ts";
import type { LandingSeen, MergedPull } from "./evidence.ts";

/** What a pull request widens at the head that was merged, and what landed beyond that. */
export interface Wider {
  /** What the gate asks the label for. */
  readonly atHead: readonly Gated[];
  /** What landed is wider by, and the head was not. */
  readonly landedOnly: readonly Gated[];
  /** What could not be read, in words. */
  readonly unread: readonly string[];
}

/**
 * Holds what landed against the merged head (DESIGN §12), each from where it started and from the last approved state: a
 * push behind everybody's back that only the merge brought into the file was in no head that anybody approved.
 */
export function widerOf(
  seen: LandingSeen,
  merged: MergedPull,
  changed: ReadonlySet<string>,
  gate: Settings["gate"],
): Wider {
  const { landing, snapshots, cache, approved } = seen;
  const unread: string[] = [];
  const at = (commit: string | undefined): RegistryAt => {
    const snapshot = commit === undefined ? undefined : snapshots.get(commit);
    if (commit !== undefined && snapshot === undefined) unread.push("a commit could not be read");
    const registry = registryAt(snapshot ?? NOTHING, cache);
    if (registry.unread.length > 0) unread.push("a deciding file could not be read");
    return registry;
  };
  const [before, after] = [at(landing.before), at(landing.after)];
  const [start, head] = [at(merged.mergeBase), at(merged.pull.head)];
  const lastApproved = registryAt(approved, cache);
  const between = (from: RegistryAt, to: RegistryAt) => wideningsOf(factsBetween(from, to), to, gate);
  const own = between(start, head);
  const sinceApproved = between(lastApproved, head);
  // Workflows are no part of the approved state: what a head does to them is known from where it started.
  const touched = ({ file, kind }: Gated) =>
    kind !== "workflow-changed" && blobOf(start, file) !== blobOf(head, file);
  const known = new Set([...own, ...sinceApproved].map(({ id }) => id));
  const landed = [
    ...between(before, after),
    ...between(lastApproved, after).filter(({ file }) => changed.has(file)),
  ];
  return {
    atHead: byId([...own, ...sinceApproved.filter(touched)]),
    landedOnly: byId(landed).filter(({ id }) => !known.has(id)),
    unread: [...new Set(unread)],
  };
}

function blobOf({ snapshot }: RegistryAt, file: string): string | undefined {
  return snapshot.files.get(file)?.blob;
}

const NOTHING: Snapshot = { commit: "", folder: DEFAULT_FOLDER, files: new Map() };
