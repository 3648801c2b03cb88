import { isDeciding } from "../../core/gate/deciding.ts";
import { CODEOWNERS_LOCATIONS } from "../../core/owners/codeowners.ts";
import type { ObjectId } from "../../core/propose/state.ts";
import { DEFAULT_FOLDER, FOLDER_FILE, parseFolder } from "../../core/registry/folder.ts";
import { folderMeant, FOLDERS, registryPath } from "../../core/registry/layout.ts";
import { MAX_BYTES } from "../../core/yaml/decode.ts";
import type { TreeEntry } from "./tree.ts";

/** Objects that were read already. */
export interface Known {
  readonly tree: (oid: ObjectId) => readonly TreeEntry[] | undefined;
  readonly blob: (oid: ObjectId) => Uint8Array | undefined;
}

/** What decides at one commit, as far as it can be told from the objects that are known, and those it takes to tell. */
export interface Deciding {
  readonly folder: string | undefined;
  readonly entries: ReadonlyMap<string, TreeEntry>;
  readonly missingTrees: readonly ObjectId[];
  /** The file that says where the registry is, if it was not read yet. */
  readonly missingBlob: TreeEntry | undefined;
}

/** More folders under `.github/`, or more files of a registry, and nothing is decided. */
const MOST_FOLDERS = 2000;
const MOST_FILES = 20_000;

/**
 * The deciding files below the tree of a commit (see `Snapshot`).
 * @throws Error when there are more of them than can be looked at
 */
export function decidingFiles(root: ObjectId, known: Known): Deciding {
  const entries = new Map<string, TreeEntry>();
  const missingTrees = new Set<ObjectId>();
  const list = (oid: ObjectId): readonly TreeEntry[] => {
    const found = known.tree(oid);
    if (found === undefined) missingTrees.add(oid);
    return found ?? [];
  };
  const add = (path: string, entry: TreeEntry): void => {
    entries.set(path, entry);
    if (entries.size > MOST_FILES) throw new Error(`more than ${MOST_FILES} files decide`);
  };
  const top = list(root);
  for (const path of CODEOWNERS_LOCATIONS) {
    const names = path.split("/");
    const found = entryAt(top, names, list);
    if (found === undefined) continue;
    const at = names.slice(0, names.length - found.rest).join("/");
    if (isDeciding(at, found.entry.kind, undefined)) add(at, found.entry);
  }
  addGithub(top, list, add);
  const folderFile = entryAt(top, FOLDER_FILE.split("/"), list);
  const hasFile = folderFile?.rest === 0;
  if (hasFile) add(FOLDER_FILE, folderFile.entry);
  const done = (folder: string | undefined, missingBlob?: TreeEntry): Deciding => {
    return { folder, entries, missingTrees: [...missingTrees], missingBlob };
  };
  if (missingTrees.size > 0) return done(undefined);
  if (!hasFile) {
    addRegistry(top, DEFAULT_FOLDER, list, add);
    return done(DEFAULT_FOLDER);
  }
  const { kind, size, oid } = folderFile.entry;
  if (kind !== "file" || size > MAX_BYTES) return done(undefined);
  const bytes = known.blob(oid);
  if (bytes === undefined) return done(undefined, folderFile.entry);
  const parsed = parseFolder(bytes);
  if (!parsed.ok) return done(undefined);
  addRegistry(top, parsed.value, list, add);
  return done(parsed.value);
}

type List = (oid: ObjectId) => readonly TreeEntry[];
type Add = (path: string, entry: TreeEntry) => void;

/**
 * What stands at a path, or in the way of it: `rest` names are left behind a step that is no folder. Undefined where
 * nothing stands.
 */
function entryAt(
  top: readonly TreeEntry[],
  names: readonly string[],
  list: List,
): { readonly entry: TreeEntry; readonly rest: number } | undefined {
  let inside = top;
  for (const [at, name] of names.entries()) {
    const entry = inside.find((each) => each.name === name);
    if (entry === undefined) return undefined;
    const rest = names.length - at - 1;
    if (rest === 0 || entry.kind !== "folder") return { entry, rest };
    inside = list(entry.oid);
  }
  return undefined;
}

/** Under `.github/` every YAML file, as it may be a workflow or an action, and what leads to others. */
function addGithub(top: readonly TreeEntry[], list: List, add: Add): void {
  const github = top.find(({ name }) => name === ".github");
  if (github?.kind !== "folder") return;
  const folders: [path: string, oid: ObjectId][] = [[".github", github.oid]];
  for (const [path, oid] of folders) {
    if (folders.length > MOST_FOLDERS) throw new Error(`.github has more than ${MOST_FOLDERS} folders`);
    for (const entry of list(oid)) {
      const inside = `${path}/${entry.name}`;
      if (entry.kind === "folder") folders.push([inside, entry.oid]);
      else if (isDeciding(inside, entry.kind, undefined)) add(inside, entry);
    }
  }
}

/** The files of a registry, and whatever else is where one would be: a link, a folder, a submodule. */
function addRegistry(top: readonly TreeEntry[], folder: string, list: List, add: Add): void {
  const names = folder === "" ? [] : folder.split("/");
  const at = entryAt(top, names, list);
  if (at !== undefined && (at.rest > 0 || at.entry.kind !== "folder")) {
    add(names.slice(0, names.length - at.rest).join("/"), at.entry);
    return;
  }
  if (names.length > 0 && at === undefined) return;
  const prefix = folder === "" ? "" : `${folder}/`;
  for (const entry of at === undefined ? top : list(at.entry.oid)) {
    if ((registryPath(entry.name) ?? folderMeant(entry.name)) !== undefined) add(prefix + entry.name, entry);
    if (!Object.hasOwn(FOLDERS, entry.name)) continue;
    if (entry.kind !== "folder") {
      add(prefix + entry.name, entry);
      continue;
    }
    for (const file of list(entry.oid)) {
      const path = `${entry.name}/${file.name}`;
      if (file.kind !== "file" || registryPath(path) !== undefined) add(prefix + path, file);
    }
  }
}
