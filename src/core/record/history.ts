import type { ObjectId } from "../propose/state.ts";

/** What a commit of the first-parent history did to a path; a file that is gone has no blob. */
export interface PathChange {
  readonly commit: ObjectId;
  readonly path: string;
  /** Undefined where no regular file is left there: it is gone, or a link or a submodule stands in its place. */
  readonly blob: ObjectId | undefined;
}

/** The default branch's first-parent history, with what it did to the paths that decide. */
export interface History {
  /** Where a commit stands in it, from 0; undefined when it is no part of it. */
  readonly position: (commit: ObjectId) => number | undefined;
  /** The blob of a path at a commit: null when there is no regular file, undefined when the commit is no part of it. */
  readonly blobAt: (commit: ObjectId, path: string) => ObjectId | null | undefined;
  /** Oldest first. */
  readonly changes: readonly PathChange[];
  /** The newest commit; undefined where there is none. */
  readonly tip: ObjectId | undefined;
  /** False in a shallow clone: what was before its first commit is not known. */
  readonly complete: boolean;
}

/** Reads a history off its commits and what they changed, both oldest first. */
export function historyOf(
  commits: readonly ObjectId[],
  changes: readonly PathChange[],
  complete: boolean,
): History {
  const positions = new Map(commits.map((commit, at) => [commit, at]));
  const byPath = new Map<string, { at: number; blob: ObjectId | undefined }[]>();
  for (const { commit, path, blob } of changes) {
    const at = positions.get(commit);
    if (at === undefined) continue;
    const known = byPath.get(path);
    if (known === undefined) byPath.set(path, [{ at, blob }]);
    else known.push({ at, blob });
  }
  return {
    position: (commit) => positions.get(commit),
    blobAt: (commit, path) => {
      const until = positions.get(commit);
      if (until === undefined) return undefined;
      return byPath.get(path)?.findLast(({ at }) => at <= until)?.blob ?? null;
    },
    changes,
    tip: commits.at(-1),
    complete,
  };
}
