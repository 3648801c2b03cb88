import type { Problem } from "../yaml/problem.ts";
import { folderMeant, FOLDERS } from "./layout.ts";

/** What can stand where a registry has a file, or in a work tree nothing any more. */
type Standing = "nothing" | "file" | "folder" | "link" | "submodule" | "other" | "too-large";

const WHAT: Readonly<Record<Standing, string>> = {
  nothing: "the file is gone",
  file: "this is a file",
  folder: "this is a folder, and what is in it is not read",
  link: "this is a link, and links are not followed",
  submodule: "this is a submodule, and what is in it is not read",
  other: "this is no regular file",
  "too-large": "the file is larger than 1 MiB",
};

/** The problem with something in a registry folder that is no file of it. The path is relative to that folder. */
export function noFile(path: string, kind: Standing): Problem {
  return folderProblem(path, WHAT[kind], insteadOf(path, kind));
}

function insteadOf(path: string, kind: Standing): string {
  const meant = folderMeant(path);
  if (meant !== undefined) return `name it ${meant}, or otherwise`;
  if (Object.hasOwn(FOLDERS, path)) return `make ${path} a folder`;
  const [folder = "", ...rest] = path.split("/");
  if (kind === "folder" && rest.length > 0) return `put its files right into ${folder}`;
  return kind === "too-large" ? "shorten it" : "put the file itself here";
}

/** A problem with a file as a whole. */
export function folderProblem(file: string, what: string, instead: string): Problem {
  return { file, line: 1, column: 1, what, instead };
}
