import { isDeciding, mostBytes } from "../core/gate/deciding.ts";
import type { FileAt, Snapshot } from "../core/gate/snapshot.ts";
import { DEFAULT_FOLDER, FOLDER_FILE, parseFolder } from "../core/registry/folder.ts";
import { FOLDERS } from "../core/registry/layout.ts";
import { readBlobs, treeEntries, type TreeEntry } from "./git.ts";

/**
 * The deciding files of a local repository at a commit, by git's objects alone: nothing is checked out, run or fetched.
 * @param commit its full name; see `commitOf`
 * @throws Error as `treeEntries` and `readBlobs`
 */
export async function snapshotAt(repository: string, commit: string): Promise<Snapshot> {
  const entries = await treeEntries(repository, commit, [".github", "docs/CODEOWNERS"], true);
  const folder = await folderAt(repository, commit, entries.get(FOLDER_FILE));
  for (const more of await registryEntries(repository, commit, folder))
    for (const [path, entry] of more) entries.set(path, entry);
  const deciding = new Map([...entries].filter(([path, { kind }]) => isDeciding(path, kind, folder)));
  return { commit, folder, files: await filesOf(repository, commit, deciding) };
}

async function folderAt(
  repository: string,
  commit: string,
  entry: TreeEntry | undefined,
): Promise<string | undefined> {
  if (entry === undefined) return DEFAULT_FOLDER;
  const file = (await filesOf(repository, commit, new Map([[FOLDER_FILE, entry]]))).get(FOLDER_FILE);
  if (file?.kind !== "file" || file.bytes === undefined) return undefined;
  const parsed = parseFolder(file.bytes);
  return parsed.ok ? parsed.value : undefined;
}

/** What is in the root, right in the registry's folder and on the way to it, and right in its own folders. */
async function registryEntries(
  repository: string,
  commit: string,
  folder: string | undefined,
): Promise<Map<string, TreeEntry>[]> {
  const root = await treeEntries(repository, commit, []);
  if (folder === undefined) return [root];
  const inside = folder === "" ? "" : `${folder}/`;
  const names = Object.keys(FOLDERS).map((name) => `${inside}${name}/`);
  const below = await treeEntries(repository, commit, names);
  if (folder === "") return [root, below];
  const steps = folder.split("/");
  const way = steps.map((_, at) => steps.slice(0, at + 1).join("/"));
  return [root, await treeEntries(repository, commit, [...way, inside]), below];
}

/**
 * What stands at some paths of a commit, as a snapshot has it.
 * @param paths from the repository's root
 * @throws Error as `snapshotAt`
 */
export async function filesAt(
  repository: string,
  commit: string,
  paths: readonly string[],
): Promise<Map<string, FileAt>> {
  const entries = await treeEntries(repository, commit, paths);
  return filesOf(repository, commit, new Map([...entries].filter(([path]) => paths.includes(path))));
}

async function filesOf(
  repository: string,
  commit: string,
  entries: ReadonlyMap<string, TreeEntry>,
): Promise<Map<string, FileAt>> {
  const wanted = new Map<string, string>();
  for (const [path, { kind, object }] of entries) {
    // One blob may be at several paths, and is read by the widest of their limits.
    const other = wanted.get(object);
    if (kind === "file" && (other === undefined || mostBytes(path) > mostBytes(other)))
      wanted.set(object, path);
  }
  const blobs = await readBlobs(repository, commit, wanted, mostBytes);
  const files = new Map<string, FileAt>();
  for (const [path, { kind, object }] of entries) {
    const bytes = blobs.get(object);
    if (kind !== "file") files.set(path, { kind, blob: object });
    else if (bytes === undefined || bytes.length > mostBytes(path))
      files.set(path, { kind: "too-large", blob: object });
    else files.set(path, { kind, blob: object, bytes });
  }
  return files;
}
