import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { sorted } from "../core/json/order.ts";
import { FOLDERS, registryPath } from "../core/registry/layout.ts";
import type { Problem } from "../core/yaml/problem.ts";
import { entryKind, errorCode, readRegular, type EntryKind, type Regular } from "./regular.ts";

/** The files of a registry folder, by their paths in it, and what is there but can't be read as one. */
export interface FolderFiles {
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
    const what = top === "nothing" ? "there is no registry here" : WHAT[top];
    problems.push(at(folder, what, "name the registry's folder, or start one with toolcard init"));
    return { files, problems };
  }
  for (const path of await candidates(folder, problems)) {
    const read = await tried(join(folder, path));
    if (typeof read === "string") problems.push(at(path, read, "let toolcard read it"));
    else if (read.kind === "file") files.set(path, read.bytes);
    else problems.push(at(path, WHAT[read.kind], read.kind === "too-large" ? "shorten it" : INSTEAD));
  }
  return { files, problems };
}

/** The paths that are part of the registry's layout, or nearly; entries that are no files and never part are told. */
async function candidates(folder: string, problems: Problem[]): Promise<string[]> {
  const paths = (await readdir(folder)).filter((name) => registryPath(name) !== undefined);
  for (const name of Object.keys(FOLDERS)) {
    const kind = await entryKind(join(folder, name));
    if (kind === "nothing") continue;
    if (kind !== "folder") {
      problems.push(at(name, WHAT[kind], `make ${name} a folder`));
      continue;
    }
    for (const entry of await readdir(join(folder, name), { withFileTypes: true })) {
      const path = `${name}/${entry.name}`;
      if (registryPath(path) !== undefined) paths.push(path);
      else if (!entry.isFile()) {
        const what = WHAT[await entryKind(join(folder, path))];
        problems.push(at(path, what, `put its files right into ${name}`));
      }
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

const INSTEAD = "put the file itself here";

const WHAT: Readonly<Record<EntryKind | "too-large", string>> = {
  nothing: "the file is gone",
  file: "this is a file",
  folder: "this is a folder, and what is in it is not read",
  link: "this is a link, and links are not followed",
  other: "this is no regular file",
  "too-large": "the file is larger than 1 MiB",
};

function at(file: string, what: string, instead: string): Problem {
  return { file, line: 1, column: 1, what, instead };
}
