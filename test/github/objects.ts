/** Git's objects: blobs, trees and commits, written and named (SHA-1) exactly as git does. */
import { createHash } from "node:crypto";

/** The mode of a tree entry, as git's tools print it. */
export type Mode = "100644" | "100755" | "040000" | "120000" | "160000";

/** One line of a tree. */
export type TreeEntry = { mode: Mode; name: string; sha: string };

/** Who wrote a commit, and when: seconds since the epoch and the offset it was written in, like `+0200`. */
export type Signature = { name: string; email: string; seconds: number; offset: string };

/** A commit. `message` is kept as given: git's own commands end it with a newline, GitHub's API does not. */
export type Commit = {
  tree: string;
  parents: readonly string[];
  author: Signature;
  committer: Signature;
  message: string;
};

/** The objects of one repository and of all its forks, as on GitHub: what one has, the others can read. */
export type Objects = {
  blobs: Map<string, Buffer>;
  trees: Map<string, readonly TreeEntry[]>;
  commits: Map<string, Commit>;
  /** Commits that GitHub signed, because a bot made them through the API without naming an author. */
  verified: Set<string>;
};

/** The tree without entries, and the blob without bytes: git knows both without being told. */
export const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

export function createObjects(): Objects {
  const objects: Objects = { blobs: new Map(), trees: new Map(), commits: new Map(), verified: new Set() };
  putTree(objects, []);
  return objects;
}

/** The name git gives an object: SHA-1 of its kind, length and bytes. */
function nameObject(kind: "blob" | "tree" | "commit", bytes: Buffer): string {
  return createHash("sha1").update(`${kind} ${bytes.length}\0`).update(bytes).digest("hex");
}

export function putBlob(objects: Objects, content: Buffer | string): string {
  const bytes = Buffer.from(content);
  const sha = nameObject("blob", bytes);
  objects.blobs.set(sha, bytes);
  return sha;
}

export function putTree(objects: Objects, entries: readonly TreeEntry[]): string {
  const sorted = entries.toSorted(compareEntries);
  const sha = nameObject("tree", encodeTree(sorted));
  objects.trees.set(sha, sorted);
  return sha;
}

export function putCommit(objects: Objects, commit: Commit): string {
  const sha = nameObject("commit", encodeCommit(commit));
  objects.commits.set(sha, commit);
  return sha;
}

/** Git sorts a folder as if its name ended in a slash, byte by byte. */
function compareEntries(a: TreeEntry, b: TreeEntry): number {
  return Buffer.compare(sortName(a), sortName(b));
}

function sortName(entry: TreeEntry): Buffer {
  return Buffer.from(entry.mode === "040000" ? `${entry.name}/` : entry.name);
}

/** The bytes of a tree object, of entries in git's order. */
export function encodeTree(entries: readonly TreeEntry[]): Buffer {
  const parts: Buffer[] = [];
  for (const { mode, name, sha } of entries) {
    parts.push(Buffer.from(`${mode.replace(/^0/, "")} ${name}\0`), Buffer.from(sha, "hex"));
  }
  return Buffer.concat(parts);
}

/** The bytes of a commit object. */
export function encodeCommit(commit: Commit): Buffer {
  const lines = [
    `tree ${commit.tree}`,
    ...commit.parents.map((parent) => `parent ${parent}`),
    `author ${encodeSignature(commit.author)}`,
    `committer ${encodeSignature(commit.committer)}`,
  ];
  return Buffer.from(`${lines.join("\n")}\n\n${commit.message}`);
}

function encodeSignature({ name, email, seconds, offset }: Signature): string {
  return `${name} <${email}> ${seconds} ${offset}`;
}

/** A signature from a name, an address and an ISO 8601 time, whose offset is kept. */
export function signature(name: string, email: string, date: string): Signature {
  const given = /([+-]\d{2}):?(\d{2})$/.exec(date);
  return {
    name,
    email,
    seconds: Math.floor(Date.parse(date) / 1000),
    offset: given === null ? "+0000" : `${given[1]}${given[2]}`,
  };
}

/** The time of a signature as the API writes it: UTC, whole seconds. */
export function signedAt({ seconds }: Signature): string {
  return isoSeconds(seconds * 1000);
}

/** ISO 8601 in UTC without a fraction, as all of GitHub's times are written. */
export function isoSeconds(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d{3}Z$/, "Z");
}
