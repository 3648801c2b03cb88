/** A real git repository on disk with the same commits: what actions/checkout would leave for a job. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { deflateSync } from "node:zlib";
import { encodeCommit, encodeTree } from "./objects.ts";
import { branchTip, type Repository } from "./repository.ts";
import { findRevision } from "./revision.ts";

/**
 * Writes every object and branch of a repository into `folder`/.git and checks `at` out, a branch or a commit. SHAs
 * are those of the API, so a job can find what it has and what it lacks. Needs git.
 */
export function checkOut(repository: Repository, folder: string, at = repository.defaultBranch): void {
  execFileSync("git", ["init", "--quiet", `--initial-branch=${repository.defaultBranch}`, folder]);
  const { blobs, trees, commits } = repository.objects;
  for (const [sha, bytes] of blobs) writeObject(folder, "blob", sha, bytes);
  for (const [sha, entries] of trees) writeObject(folder, "tree", sha, encodeTree(entries));
  for (const [sha, commit] of commits) writeObject(folder, "commit", sha, encodeCommit(commit));
  for (const [ref, sha] of repository.refs) {
    writeBelow(join(folder, ".git", ref), `${sha}\n`);
    if (ref.startsWith("refs/heads/"))
      writeBelow(join(folder, ".git", ref.replace("heads", "remotes/origin")), `${sha}\n`);
  }
  const target = branchTip(repository, at) === undefined ? findRevision(repository, at) : at;
  if (target !== undefined) execFileSync("git", ["-C", folder, "checkout", "--quiet", "--force", target]);
}

function writeObject(folder: string, kind: string, sha: string, bytes: Buffer): void {
  const whole = Buffer.concat([Buffer.from(`${kind} ${bytes.length}\0`), bytes]);
  writeBelow(join(folder, ".git/objects", sha.slice(0, 2), sha.slice(2)), deflateSync(whole));
}

function writeBelow(path: string, content: string | Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
