import { shown } from "../core/yaml/problem.ts";
import { git, GitFailed } from "./git-run.ts";

/** The most that git may answer: a registry of some thousand cards is a tenth of it. */
const MOST_BYTES = 268_435_456;

/** What stands at a path in a commit, by the mode that its tree gives; one that git no longer writes counts as a link. */
export interface TreeEntry {
  readonly kind: "file" | "link" | "submodule" | "folder";
  readonly object: string;
}

/**
 * A file as it is in a commit, by git's own objects: nothing is checked out, no shell reads the words. Undefined when the
 * commit has no regular file there.
 * @param repository a folder of the repository
 * @param ref a commit, branch or tag
 * @param path from the repository's root, with forward slashes
 * @throws Error when git is missing, the folder is in no repository, the ref names no commit, or an object is not here
 */
export async function fileAt(repository: string, ref: string, path: string): Promise<Uint8Array | undefined> {
  const commit = await commitOf(repository, ref);
  const entry = (await treeEntries(repository, commit, [path])).get(path);
  if (entry?.kind !== "file") return undefined;
  const blobs = await readBlobs(repository, commit, new Map([[entry.object, path]]), () => MOST_BYTES);
  return blobs.get(entry.object);
}

/**
 * The full name of the commit that a ref names.
 * @throws Error when there is none, or when both a branch and a tag have the name: whoever may push a tag would choose
 */
export async function commitOf(repository: string, ref: string): Promise<string> {
  await refuseAmbiguous(repository, ref);
  // So that no ref can be read as an option.
  const words = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`];
  try {
    return (await git(repository, words)).toString().trim();
  } catch (error) {
    if (!(error instanceof GitFailed)) throw error;
    const why = error.said === "" ? "" : ` (${error.said})`;
    const here = (await isShallow(repository)) ? `: ${SHALLOW}` : "";
    throw new Error(`git knows no commit ${JSON.stringify(ref)} here${why}${here}`, { cause: error });
  }
}

/** What to do about a shallow clone. */
export const SHALLOW =
  "this clone is shallow; run git fetch --unshallow (in a workflow: fetch-depth: 0 for actions/checkout)";

/** Whether the history that is here was cut off. False where there is no repository at all. */
export async function isShallow(repository: string): Promise<boolean> {
  const answer = await git(repository, ["rev-parse", "--is-shallow-repository"]).catch(() => "");
  return answer.toString().trim() === "true";
}

/** Where a folder is in its repository, from the root with a slash at the end; empty for the root and a bare repository. */
export async function folderInside(folder: string): Promise<string> {
  return (await git(folder, ["rev-parse", "--show-prefix"])).toString().replace(/\n$/, "");
}

/** Where git looks for a name, in its order. */
const REF_PLACES = ["", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/"];

async function refuseAmbiguous(repository: string, ref: string): Promise<void> {
  // Only the name itself: what follows says which commit from there.
  const name = ref.split(/[~^:]|@\{/, 1)[0] ?? "";
  // HEAD and its like are no refs, and come before any.
  if (name === "" || name.startsWith("-") || /^[A-Z_]*HEAD$/.test(name)) return;
  const places = [...REF_PLACES.map((place) => place + name), `refs/remotes/${name}/HEAD`];
  const words = ["for-each-ref", "--format=%(refname)", "--", ...places.filter((place) => place !== name)];
  if (name.startsWith("refs/")) words.push(name);
  const listed = (await git(repository, words).catch(() => "")).toString().split("\n");
  const found = places.filter((place) => listed.includes(place));
  if (found.length > 1)
    throw new Error(`${JSON.stringify(ref)} is ambiguous here; write one of ${found.join(", ")} instead`);
}

/**
 * What stands at some paths of a commit and, where they are folders, `below` them too. The folders on the way to them are
 * among it.
 * @param paths from the repository's root, taken literally; none for what is right in the root
 * @throws Error when an object is not here, or when two paths read alike
 */
export async function treeEntries(
  repository: string,
  commit: string,
  paths: readonly string[],
  below = false,
): Promise<Map<string, TreeEntry>> {
  const words = ["ls-tree", "-z", "-t", "--full-tree", ...(below ? ["-r"] : []), commit, "--", ...paths];
  const listed = await git(repository, words, { maxBytes: MOST_BYTES }).catch((error: unknown) => {
    throw error instanceof GitFailed ? notHere(commit, paths, "its folders", error) : error;
  });
  const entries = new Map<string, TreeEntry>();
  for (const line of listed.toString().split("\0")) {
    // Mode, type, object, tab, path.
    const [, mode = "", object = "", path = ""] = /^(\d+) \w+ ([0-9a-f]+)\t(.+)$/s.exec(line) ?? [];
    if (path === "") continue;
    // Names that are no UTF-8 lose what sets them apart, and a tree that git did not write may name one path twice.
    if (entries.has(path)) throw new Error(`two paths of ${commit} read alike: ${shown(path)}`);
    entries.set(path, { kind: KINDS.get(mode) ?? "link", object });
  }
  return entries;
}

// 120000 is a link.
const KINDS: ReadonlyMap<string, TreeEntry["kind"]> = new Map([
  ["100644", "file"],
  ["100755", "file"],
  ["040000", "folder"],
  ["160000", "submodule"],
]);

/**
 * The contents of some files of a commit, by blob; those of more than `mostBytes` are left out.
 * @param wanted the path of each blob, from the repository's root
 * @throws Error when one is not here, or when all of them are more than 256 MiB
 */
export async function readBlobs(
  repository: string,
  commit: string,
  wanted: ReadonlyMap<string, string>,
  mostBytes: (path: string) => number,
): Promise<Map<string, Uint8Array>> {
  const sizes = await blobSizes(repository, commit, wanted);
  const small = [...sizes].filter(([object, size]) => size <= mostBytes(wanted.get(object) ?? ""));
  const blobs = new Map<string, Uint8Array>();
  if (small.length === 0) return blobs;
  const input = small.map(([object]) => `${object}\n`).join("");
  const answer = await git(repository, ["cat-file", "--batch"], { maxBytes: MOST_BYTES, input });
  let at = 0;
  for (const [object, size] of small) {
    // A line `<object> blob <size>`, the content, a line end.
    const start = answer.indexOf(10, at) + 1;
    blobs.set(object, answer.subarray(start, start + size));
    at = start + size + 1;
  }
  return blobs;
}

async function blobSizes(
  repository: string,
  commit: string,
  wanted: ReadonlyMap<string, string>,
): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  if (wanted.size === 0) return sizes;
  const missing = (object: string, error: unknown) =>
    notHere(commit, [...wanted.values()], shown(wanted.get(object) ?? object), error);
  const input = [...wanted.keys()].map((object) => `${object}\n`).join("");
  const call = { maxBytes: MOST_BYTES, input };
  const answer = await git(repository, ["cat-file", "--batch-check"], call).catch((error: unknown) => {
    // Of a partial clone git says which object it may not fetch.
    const object = error instanceof GitFailed ? /fetch ([0-9a-f]{40,64})/.exec(error.said)?.[1] : undefined;
    throw object === undefined ? error : missing(object, error);
  });
  for (const line of answer.toString().split("\n")) {
    const [object = "", type, size] = line.split(" ");
    if (type === "blob") sizes.set(object, Number(size));
    else if (object !== "") throw missing(object, undefined);
  }
  return sizes;
}

/** What to say of an object that is needed and not in this repository, as in a partial clone. */
function notHere(commit: string, paths: readonly string[], what: string, cause: unknown): Error {
  const tops = new Set(paths.map((path) => path.split("/", 1)[0] ?? ""));
  // A pull request chooses its names; the command is to be copied into a shell.
  const places = [...tops].every((top) => /^[\w.][\w.-]*$/.test(top)) ? [...tops] : [];
  const fetching = ["git diff --shortstat", EMPTY_TREE[commit.length] ?? "", commit, "--", ...places];
  return new Error(
    `${what} of ${commit} is not in this repository, and toolcard fetches nothing; in a partial clone this fetches it: ${fetching.join(" ")}`,
    { cause },
  );
}

/** The tree with nothing in it, by the length of a repository's object names. */
const EMPTY_TREE: Readonly<Record<number, string>> = {
  40: "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
  64: "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
};
