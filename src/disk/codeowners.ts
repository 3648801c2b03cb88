import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { CODEOWNERS_LOCATIONS } from "../core/owners/codeowners.ts";
import { entryKind } from "./regular.ts";

/** The text of a repository's CODEOWNERS file, where GitHub looks for it; empty where there is none. */
export async function readCodeowners(repository: string): Promise<string> {
  for (const path of CODEOWNERS_LOCATIONS) {
    const file = join(repository, path);
    if ((await entryKind(file)) === "file") return readFile(file, "utf8");
  }
  return "";
}
