/** Files given by tests: maps of paths to texts, or a folder on disk. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { putBlob, type Mode, type Objects } from "./objects.ts";
import { placePath, type Files } from "./trees.ts";

/** A file's content, with its mode where it is not a plain file; null takes the path away. */
type GivenFile = string | Buffer | { mode: Mode; content: string | Buffer } | null;

/** Files by path. */
export type GivenFiles = Readonly<Record<string, GivenFile>>;

/** Changes a map of files as a test says. For a submodule (mode 160000) the content is the commit's SHA. */
export function applyGiven(objects: Objects, files: Files, given: GivenFiles): Files {
  for (const [path, file] of Object.entries(given)) {
    if (file === null) {
      placePath(objects, files, path, null);
      continue;
    }
    const plain = typeof file === "string" || Buffer.isBuffer(file);
    const { mode, content } = plain ? { mode: "100644" as const, content: file } : file;
    const sha = mode === "160000" ? content.toString() : putBlob(objects, content);
    placePath(objects, files, path, { mode, sha });
  }
  return files;
}

/** Every file below a folder, by its path in it; `.git` and `node_modules` are left out. */
export function filesOfFolder(folder: string, prefix = ""): GivenFiles {
  const found: Record<string, GivenFile> = {};
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === ".git" || entry.name === "node_modules") continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) Object.assign(found, filesOfFolder(path, `${prefix}${entry.name}/`));
    else if (entry.isFile())
      found[`${prefix}${entry.name}`] = { mode: modeOf(path), content: readFileSync(path) };
  }
  return found;
}

const modeOf = (path: string): Mode => ((statSync(path).mode & 0o100) === 0 ? "100644" : "100755");
