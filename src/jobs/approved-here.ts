import type { Registry } from "../core/registry/registry.ts";
import { readLedgerBranch } from "../disk/git-ledger.ts";
import { openRecord } from "./open-record.ts";

/**
 * The last approved registry of a clone, where approvals are in use; undefined where they are not. A key that is written
 * down and has not landed is the pull request that adopts them: until it has, they are not in use. Where the record can't be
 * relied on, it is one that permits nothing.
 * @param isNamed whether the settings name a record; where not, and no record is here, there is nothing to look for
 * @throws Error when approvals may be in use, and it can't be told
 */
export async function approvedHere(repository: string, isNamed: boolean): Promise<Registry | undefined> {
  if (!isNamed) {
    const read = await readLedgerBranch(repository).catch(() => undefined);
    if (read === undefined) return undefined;
  }
  // The default branch, and what is checked out: either may have it first.
  for (const branch of [undefined, "HEAD"]) {
    const { use, approved } = await openRecord({ repository, branch });
    if (use === "unknown")
      throw new Error("whether they are can't be told from a shallow clone: fetch the whole history");
    if (use === "in-use") return approved();
  }
  return undefined;
}
