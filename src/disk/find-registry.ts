import { dirname, join, resolve } from "node:path";
import { DEFAULT_FOLDER, FOLDER_FILE, parseFolder } from "../core/registry/folder.ts";
import { shown, type Problem } from "../core/yaml/problem.ts";
import { entryKind, readRegular } from "./regular.ts";

/** Where a registry is, or why that can't be known. */
export type Found =
  | {
      readonly ok: true;
      /** The repository's folder: the nearest with `.git` in it, else the one the search started from. */
      readonly repository: string;
      /** The registry's folder inside it, with forward slashes; empty for the repository itself. It need not exist. */
      readonly folder: string;
    }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * Finds the registry of the repository that a folder is in: the path that `.github/toolcard.yml` names, else `registry`
 * (DESIGN §3). A path with a link on it is a problem.
 */
export async function findRegistry(start: string): Promise<Found> {
  const repository = await repositoryOf(resolve(start));
  const read = await readRegular(join(repository, FOLDER_FILE));
  if (read.kind === "nothing") return { ok: true, repository, folder: DEFAULT_FOLDER };
  if (read.kind !== "file") {
    const what = "this is no regular file of 1 MiB at most";
    const problem = { file: FOLDER_FILE, line: 1, column: 1, what, instead: "put the file itself here" };
    return { ok: false, problems: [problem] };
  }
  const parsed = parseFolder(read.bytes);
  if (!parsed.ok) return parsed;
  const link = await linkOn(repository, parsed.value);
  if (link === undefined) return { ok: true, repository, folder: parsed.value };
  const { line, column } = parsed.place("/registry");
  const what = `${shown(link)} is a link, and links are not followed`;
  const problem = { file: FOLDER_FILE, line, column, what, instead: "name the folder that it leads to" };
  return { ok: false, problems: [problem] };
}

/** The first step of a path that is a link: it may lead out of the repository, and be written to. */
async function linkOn(repository: string, folder: string): Promise<string | undefined> {
  const steps = folder.split("/");
  for (const at of steps.keys()) {
    const path = steps.slice(0, at + 1).join("/");
    if ((await entryKind(join(repository, path))) === "link") return path;
  }
  return undefined;
}

/** The repository's folder: the nearest with `.git` in it, else the one the search started from. */
export async function repositoryOf(start: string): Promise<string> {
  for (let at = start; ; at = dirname(at)) {
    if ((await entryKind(join(at, ".git"))) !== "nothing") return at;
    if (at === dirname(at)) return start;
  }
}
