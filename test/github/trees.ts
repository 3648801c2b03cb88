/** Trees of folders seen as one map of paths to files, and back. */
import { EMPTY_TREE, putTree, type Mode, type Objects, type TreeEntry } from "./objects.ts";

/** A file (or link, or submodule) of a tree: its mode and the name of its content. */
export type Leaf = { mode: Mode; sha: string };

/** The files of a tree by path, in git's order. */
export type Files = Map<string, Leaf>;

/** One line of a listing with its whole path. */
export type Listed = { path: string; mode: Mode; sha: string };

/** Everything below a tree; folders come before what is in them. */
export function listTree(objects: Objects, sha: string, recursive: boolean, prefix = ""): Listed[] {
  const listed: Listed[] = [];
  for (const { mode, name, sha: child } of objects.trees.get(sha) ?? []) {
    const path = prefix + name;
    listed.push({ path, mode, sha: child });
    if (recursive && mode === "040000") listed.push(...listTree(objects, child, true, `${path}/`));
  }
  return listed;
}

/** The files of a tree, folders left out. */
export function readFiles(objects: Objects, tree: string): Files {
  const files: Files = new Map();
  for (const { path, mode, sha } of listTree(objects, tree, true)) {
    if (mode !== "040000") files.set(path, { mode, sha });
  }
  return files;
}

/** Stores the tree of a map of files and gives its name. */
export function writeFiles(objects: Objects, files: ReadonlyMap<string, Leaf>): string {
  const entries: TreeEntry[] = [];
  const folders = new Map<string, Map<string, Leaf>>();
  for (const [path, leaf] of files) {
    const slash = path.indexOf("/");
    if (slash < 0) {
      entries.push({ name: path, ...leaf });
      continue;
    }
    const folder = path.slice(0, slash);
    const inside = folders.get(folder) ?? new Map<string, Leaf>();
    folders.set(folder, inside.set(path.slice(slash + 1), leaf));
  }
  for (const [name, inside] of folders) {
    entries.push({ name, mode: "040000", sha: writeFiles(objects, inside) });
  }
  return putTree(objects, entries);
}

/** What a path names in a tree: undefined when there is nothing. */
export function findPath(objects: Objects, tree: string, path: string): Leaf | undefined {
  let found: Leaf = { mode: "040000", sha: tree };
  for (const name of path.split("/")) {
    if (name === "") continue;
    const entries = found.mode === "040000" ? objects.trees.get(found.sha) : undefined;
    const entry = entries?.find((candidate) => candidate.name === name);
    if (entry === undefined) return undefined;
    found = { mode: entry.mode, sha: entry.sha };
  }
  return found;
}

/** Puts a file, or a whole tree, at a path of a map of files; `null` takes it, and all below it, away. */
export function placePath(objects: Objects, files: Files, path: string, leaf: Leaf | null): void {
  files.delete(path);
  for (const known of files.keys()) if (known.startsWith(`${path}/`)) files.delete(known);
  if (leaf === null) return;
  if (leaf.mode !== "040000") {
    files.set(path, leaf);
    return;
  }
  for (const [below, inside] of readFiles(objects, leaf.sha)) files.set(`${path}/${below}`, inside);
}

/** The files of a commit's tree; of no commit, none. */
export function filesAt(objects: Objects, commit: string | undefined): Files {
  const tree = commit === undefined ? EMPTY_TREE : (objects.commits.get(commit)?.tree ?? EMPTY_TREE);
  return readFiles(objects, tree);
}
