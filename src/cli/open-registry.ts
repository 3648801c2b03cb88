import { relative, resolve } from "node:path";
import { readRegistry, type Registry } from "../core/registry/registry.ts";
import { problemLine, type Problem } from "../core/yaml/problem.ts";
import { DEFAULT_FOLDER } from "../core/registry/folder.ts";
import { findRegistry, type Found } from "../disk/find-registry.ts";
import { noRegistry, readFolder } from "../disk/read-folder.ts";
import { entryKind } from "../disk/regular.ts";
import type { Io } from "./io.ts";

/** A registry on disk. */
export interface OpenRegistry {
  /** The registry's folder, absolute. */
  readonly folder: string;
  /** The repository's folder, absolute: what paths in commits are relative to. */
  readonly repository: string;
  /** The registry's folder as people gave it: how paths are shown. */
  readonly shown: string;
  readonly registry: Registry;
  /** False when nothing of a registry is there yet. */
  readonly exists: boolean;
}

/**
 * Opens the registry that an argument names: its own folder, or one that holds it. Without an argument, that of the
 * repository that the current folder is in. A named folder that is neither is not passed over for another one.
 */
export async function openRegistry(argument: string | undefined, io: Pick<Io, "cwd">): Promise<OpenRegistry> {
  const start = resolve(io.cwd, argument ?? ".");
  const found = await findRegistry(start);
  const folder = await folderOf(start, argument !== undefined, found);
  const { files, problems } = await readFolder(folder);
  const unread = found.ok ? [...problems] : [...found.problems, ...problems];
  const exists = await isRegistry(folder);
  if (unread.length === 0 && !exists) unread.push(noRegistry(relative(io.cwd, folder)));
  const registry = readRegistry(files, unread);
  const repository = found.ok ? found.repository : start;
  return { folder, repository, shown: relative(io.cwd, folder) || ".", registry, exists };
}

async function folderOf(start: string, isNamed: boolean, found: Found): Promise<string> {
  if (!found.ok) return start;
  const folder = resolve(found.repository, found.folder);
  const isHeld = !relative(start, folder).startsWith("..");
  if (isNamed && !isHeld) {
    const inside = resolve(start, DEFAULT_FOLDER);
    return !(await isRegistry(start)) && (await entryKind(inside)) === "folder" ? inside : start;
  }
  return (await entryKind(folder)) === "nothing" && (await isRegistry(start)) ? start : folder;
}

async function isRegistry(folder: string): Promise<boolean> {
  for (const name of ["cards", "grants", "toolcard.yaml"]) {
    if ((await entryKind(resolve(folder, name))) !== "nothing") return true;
  }
  return false;
}

/** The problems of a registry, a line each, with paths as people gave them. */
export function problemLines({ registry, shown }: OpenRegistry): string {
  return registry.problems.map((problem) => `${problemLine(shownProblem(problem, shown))}\n`).join("");
}

/** A problem with its file's path as seen from where the command was run. */
export function shownProblem(problem: Problem, shown: string): Problem {
  // Where the registry is may itself be wrong; that file and the folder are named by themselves.
  const inside = /^(?:cards|grants)(?:\/|$)|^[^/]+\.ya?ml$/i.test(problem.file);
  return inside && shown !== "." ? { ...problem, file: `${shown}/${problem.file}` } : problem;
}
