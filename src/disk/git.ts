import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { FOLDERS, registryPath } from "../core/registry/layout.ts";
import { MAX_BYTES } from "../core/yaml/decode.ts";
import type { Problem } from "../core/yaml/problem.ts";
import { refused, type FolderFiles } from "./refused.ts";

const run = promisify(execFile);

/** The most that git may answer: a registry of some thousand cards is a tenth of it. */
const MOST_BYTES = 268_435_456;

/**
 * A file as it is in a commit, by git's own objects: nothing is checked out, no shell reads the words. Undefined when the
 * commit has no regular file there.
 * @param repository a folder of the repository
 * @param ref a commit, branch or tag
 * @param path from the repository's root, with forward slashes
 * @throws Error when git is missing, the folder is in no repository, or the ref names no commit
 */
export async function fileAt(repository: string, ref: string, path: string): Promise<Uint8Array | undefined> {
  const commit = await commitOf(repository, ref);
  const listed = await git(repository, [
    "--literal-pathspecs",
    "ls-tree",
    "-z",
    "--full-tree",
    commit,
    "--",
    path,
  ]);
  // mode, type, object, tab, path. 120000 is a link.
  const found = /^100\d{3} blob ([0-9a-f]+)\t/.exec(listed.toString());
  if (found?.[1] === undefined) return undefined;
  return git(repository, ["cat-file", "blob", found[1]]);
}

/** An object of a tree that is no folder: its mode (100644 a file, 120000 a link, 160000 a submodule). */
interface TreeEntry {
  readonly path: string;
  readonly mode: string;
  readonly object: string;
  readonly bytes: number;
}

/**
 * The files of a registry folder as they are in a commit, by the same rules as `readFolder`. A commit without the folder
 * has none.
 * @param folder from the repository's root, with forward slashes and none at the end; empty for the root itself
 * @throws Error as `fileAt`
 */
export async function filesAt(repository: string, ref: string, folder: string): Promise<FolderFiles> {
  const commit = await commitOf(repository, ref);
  const inside = folder === "" ? "" : `${folder}/`;
  const wanted: TreeEntry[] = [];
  const problems: Problem[] = [];
  for (const entry of await treeEntries(repository, commit, folder)) {
    const path = entry.path.slice(inside.length);
    if (!entry.mode.startsWith("100")) {
      if (isOurs(path)) problems.push(refused(path, entry.mode === "120000" ? "link" : "other"));
    } else if (registryPath(path) !== undefined) {
      if (entry.bytes > MAX_BYTES) problems.push(refused(path, "too-large"));
      else wanted.push({ ...entry, path });
    }
  }
  return { files: await contents(repository, wanted), problems };
}

/** Whether something that is no file stands where the registry would have one. */
function isOurs(path: string): boolean {
  const top = path.split("/", 1)[0] ?? "";
  return registryPath(path) !== undefined || Object.hasOwn(FOLDERS, top);
}

async function treeEntries(repository: string, commit: string, folder: string): Promise<TreeEntry[]> {
  const words = ["--literal-pathspecs", "ls-tree", "-r", "-z", "--long", "--full-tree", commit];
  const listed = await git(repository, folder === "" ? words : [...words, "--", `${folder}/`], MOST_BYTES);
  const entries: TreeEntry[] = [];
  for (const line of listed.toString().split("\0")) {
    const found = /^(\d+) \w+ ([0-9a-f]+) +(\d+|-)\t(.+)$/s.exec(line);
    if (found === null) continue;
    const [, mode = "", object = "", size = "", path = ""] = found;
    entries.push({ path, mode, object, bytes: size === "-" ? 0 : Number(size) });
  }
  return entries;
}

/** The contents of many objects, by one process. */
async function contents(repository: string, entries: readonly TreeEntry[]): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  if (entries.length === 0) return files;
  const asked = entries.map(({ object }) => `${object}\n`).join("");
  const answer = await git(repository, ["cat-file", "--batch"], MOST_BYTES, asked);
  let at = 0;
  for (const { path, bytes } of entries) {
    // A line `<object> blob <size>`, the content, a line end.
    const start = answer.indexOf(10, at) + 1;
    files.set(path, answer.subarray(start, start + bytes));
    at = start + bytes + 1;
  }
  return files;
}

/** The full name of the commit that a ref names. */
export async function commitOf(repository: string, ref: string): Promise<string> {
  // So that no ref can be read as an option.
  const words = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`];
  try {
    return (await git(repository, words)).toString().trim();
  } catch (error) {
    throw new Error(`git knows no commit ${JSON.stringify(ref)} here`, { cause: error });
  }
}

/** Runs git in a repository, without a shell, and gives what it prints. @throws what running it throws */
export async function git(
  repository: string,
  words: readonly string[],
  maxBuffer = 2 * MAX_BYTES,
  input?: string,
): Promise<Buffer> {
  const running = run("git", words, { cwd: repository, encoding: "buffer", maxBuffer });
  // A broken pipe: git ended early, and why comes with its exit.
  running.child.stdin?.on("error", () => {}).end(input);
  return (await running).stdout;
}
