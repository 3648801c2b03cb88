import { join } from "node:path";
import type { Registry } from "../core/registry/registry.ts";
import { commitOf } from "../disk/git.ts";
import { git } from "../disk/git-run.ts";
import { entryKind } from "../disk/regular.ts";
import { defaultTip, openRecord } from "./open-record.ts";

/**
 * The last approved registry of a clone, where approvals are in use; undefined where they are not. A key that is written
 * down and has not landed is the pull request that adopts them: until it has, they are not in use. Where the record can't be
 * relied on, it is one that permits nothing.
 * @param isNamed whether the settings name a record; where not, its history says whether they ever did
 * @throws Error when approvals may be in use, and it can't be told
 */
export async function approvedHere(repository: string, isNamed: boolean): Promise<Registry | undefined> {
  if (!isNamed && !(await hasHistory(repository))) return undefined;
  // The default branch, and what is checked out: either may have it first.
  for (const branch of new Set([await defaultTip(repository), await commitOf(repository, "HEAD")])) {
    const { use, approved } = await openRecord({ repository, branch });
    if (use === "unknown")
      throw new Error("whether they are can't be told from a shallow clone: fetch the whole history");
    if (use === "in-use") return approved();
  }
  return undefined;
}

/** Whether there is a commit at all. @throws Error when there is a repository, and git can't be asked */
async function hasHistory(repository: string): Promise<boolean> {
  if ((await entryKind(join(repository, ".git"))) === "nothing") return false;
  const refs = await git(repository, ["for-each-ref", "--count=1", "--format=%(refname)"]);
  if (refs.length > 0) return true;
  return commitOf(repository, "HEAD").then(
    () => true,
    () => false,
  );
}
