import { join } from "node:path";
import type { FileAt } from "../core/gate/snapshot.ts";
import { CODEOWNERS_LIMIT } from "../core/owners/codeowners.ts";
import { CODEOWNERS_PATHS, codeownersIn } from "../core/owners/place.ts";
import { readRegular, type Regular } from "./regular.ts";
import { filesAt } from "./snapshot.ts";

/** The text of a repository's CODEOWNERS file, where GitHub looks for it; empty where there is none that GitHub reads. */
export async function readCodeowners(repository: string): Promise<string> {
  const found = codeownersIn(await codeownersOnDisk(repository));
  return found.ok ? (found.file?.text ?? "") : "";
}

/** What stands in a folder at `CODEOWNERS_PATHS`; no more of it than GitHub reads. */
export async function codeownersOnDisk(repository: string): Promise<Map<string, Regular>> {
  const found = new Map<string, Regular>();
  for (const path of CODEOWNERS_PATHS) {
    found.set(path, await readRegular(join(repository, path), CODEOWNERS_LIMIT - 1));
  }
  return found;
}

/** The same of a commit of a local repository. */
export async function codeownersAt(repository: string, commit: string): Promise<ReadonlyMap<string, FileAt>> {
  return filesAt(repository, commit, CODEOWNERS_PATHS);
}
