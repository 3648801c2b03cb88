import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { sorted } from "../core/json/order.ts";
import { folderMeant, FOLDERS, registryPath } from "../core/registry/layout.ts";
import { folderProblem, noFile } from "../core/registry/no-file.ts";
import type { Problem } from "../core/yaml/problem.ts";
import { entryKind, errorCode, readRegular, type Regular } from "./regular.ts";

/** The files of a registry folder, by their paths in it, and what is there but can't be read as one. */
interface FolderFiles {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly problems: readonly Problem[];
}

/**
 * Reads the files of a registry folder: toolcard.yaml, and what is in cards/ and grants/. Only regular files of 1 MiB at
 * most are read; a link, a folder or anything else in their place is a problem, and no link is followed.
 */
export async function readFolder(folder: string): Promise<FolderFiles> {
  const files = new Map<string, Uint8Array>();
  const problems: Problem[] = [];
  const top = await entryKind(folder);
  if (top !== "folder") {
    problems.push(
      top === "nothing" ? noRegistry(folder) : folderProblem(folder, "this is no folder", NAME_IT),
    );
    return { files, problems };
  }
  for (const path of await candidates(folder, problems)) {
    const read = await tried(join(folder, path));
    if (typeof read === "string") problems.push(folderProblem(path, read, "let toolcard read it"));
    else if (read.kind === "file") files.set(path, read.bytes);
    else problems.push(noFile(path, read.kind));
  }
  return { files, problems };
}

const NAME_IT = "name the registry's folder, or start one with toolcard publish";

/** The problem with a folder that has nothing of a registry in it. */
export function noRegistry(folder: string): Problem {
  return folderProblem(folder === "" ? "." : folder, "there is no registry here", NAME_IT);
}

/** The paths that are part of the registry's layout, or nearly; what is no file and never part is a problem at once. */
async function candidates(folder: string, problems: Problem[]): Promise<string[]> {
  const names = await readdir(folder);
  const paths = names.filter((name) => registryPath(name) !== undefined);
  for (const name of names)
    if (folderMeant(name) !== undefined) problems.push(noFile(name, await entryKind(join(folder, name))));
  for (const name of Object.keys(FOLDERS)) {
    const kind = await entryKind(join(folder, name));
    if (kind === "nothing") continue;
    if (kind !== "folder") {
      problems.push(noFile(name, kind));
      continue;
    }
    for (const entry of await readdir(join(folder, name), { withFileTypes: true })) {
      const path = `${name}/${entry.name}`;
      if (registryPath(path) !== undefined) paths.push(path);
      else if (!entry.isFile()) problems.push(noFile(path, await entryKind(join(folder, path))));
    }
  }
  return sorted(paths);
}

async function tried(path: string): Promise<Regular | string> {
  try {
    return await readRegular(path);
  } catch (error) {
    return `the file can't be read: ${errorCode(error)}`;
  }
}
