import { FOLDERS } from "../core/registry/layout.ts";
import type { Problem } from "../core/yaml/problem.ts";
import type { EntryKind } from "./regular.ts";

/** The files of a registry folder, by their paths in it, and what is there but can't be read as one. */
export interface FolderFiles {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly problems: readonly Problem[];
}

const WHAT: Readonly<Record<EntryKind | "too-large", string>> = {
  nothing: "the file is gone",
  file: "this is a file",
  folder: "this is a folder, and what is in it is not read",
  link: "this is a link, and links are not followed",
  other: "this is no regular file",
  "too-large": "the file is larger than 1 MiB",
};

/** The problem with something in a registry folder that is no file of it; see `readFolder`. */
export function refused(path: string, kind: EntryKind | "too-large"): Problem {
  return folderProblem(path, WHAT[kind], insteadOf(path, kind));
}

function insteadOf(path: string, kind: EntryKind | "too-large"): string {
  if (Object.hasOwn(FOLDERS, path)) return `make ${path} a folder`;
  if (kind === "folder") return `put its files right into ${path.slice(0, path.indexOf("/"))}`;
  return kind === "too-large" ? "shorten it" : "put the file itself here";
}

/** A problem with a file as a whole. */
export function folderProblem(file: string, what: string, instead: string): Problem {
  return { file, line: 1, column: 1, what, instead };
}
