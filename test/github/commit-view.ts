/** Commits and file changes as GitHub's API writes them. */
import type { Json, JsonObject } from "../../src/core/json/value.ts";
import { userView } from "./account-view.ts";
import { diffFiles, type FileChange } from "./diff.ts";
import { nodeId } from "./node-id.ts";
import { signedAt, type Commit, type Signature } from "./objects.ts";
import { notFound } from "./refusal.ts";
import type { Repository } from "./repository.ts";
import { apiOf, htmlOf } from "./repository-view.ts";
import { filesAt } from "./trees.ts";
import type { World } from "./world.ts";

/** GitHub's own committer, for what is made on its pages and what it signs. */
export const WEB_FLOW = { name: "GitHub", email: "noreply@github.com" };

function needCommit(repository: Repository, sha: string): Commit {
  const commit = repository.objects.commits.get(sha);
  if (commit === undefined) throw notFound();
  return commit;
}

/** The login a commit's address belongs to; null when it is nobody's. */
export function loginOfEmail(world: World, email: string): string | null {
  if (email === WEB_FLOW.email) return "web-flow";
  const noreply = /^(?:\d+\+)?([^@]+)@users\.noreply\.github\.com$/.exec(email)?.[1];
  if (noreply !== undefined) return noreply;
  return [...world.accounts.values()].find((account) => account.email === email)?.login ?? null;
}

const person = (by: Signature): JsonObject => ({ name: by.name, email: by.email, date: signedAt(by) });

function verification(repository: Repository, sha: string): JsonObject {
  const verified = repository.objects.verified.has(sha);
  return {
    verified,
    reason: verified ? "valid" : "unsigned",
    signature: verified ? "-----BEGIN PGP SIGNATURE-----" : null,
    payload: verified ? `tree ${repository.objects.commits.get(sha)?.tree ?? ""}` : null,
    verified_at: null,
  };
}

function parents(world: World, repository: Repository, commit: Commit, path: string): JsonObject[] {
  return commit.parents.map((sha) => ({
    sha,
    url: `${apiOf(world, repository)}/${path}/${sha}`,
    html_url: `${htmlOf(repository)}/commit/${sha}`,
  }));
}

/** The form of the Git database: `GET …/git/commits/{sha}`. */
export function gitCommitView(world: World, repository: Repository, sha: string): JsonObject {
  const commit = needCommit(repository, sha);
  const url = apiOf(world, repository);
  return {
    sha,
    node_id: nodeId("C", sha),
    url: `${url}/git/commits/${sha}`,
    html_url: `${htmlOf(repository)}/commit/${sha}`,
    author: person(commit.author),
    committer: person(commit.committer),
    tree: { sha: commit.tree, url: `${url}/git/trees/${commit.tree}` },
    message: commit.message,
    parents: parents(world, repository, commit, "git/commits"),
    verification: verification(repository, sha),
  };
}

/** The form of a repository's commits: with the accounts behind the addresses. */
export function commitView(world: World, repository: Repository, sha: string): JsonObject {
  const commit = needCommit(repository, sha);
  const url = apiOf(world, repository);
  return {
    sha,
    node_id: nodeId("C", sha),
    commit: {
      author: person(commit.author),
      committer: person(commit.committer),
      message: commit.message,
      tree: { sha: commit.tree, url: `${url}/git/trees/${commit.tree}` },
      url: `${url}/git/commits/${sha}`,
      comment_count: 0,
      verification: verification(repository, sha),
    },
    url: `${url}/commits/${sha}`,
    html_url: `${htmlOf(repository)}/commit/${sha}`,
    comments_url: `${url}/commits/${sha}/comments`,
    author: userView(world, loginOfEmail(world, commit.author.email)),
    committer: userView(world, loginOfEmail(world, commit.committer.email)),
    parents: parents(world, repository, commit, "commits"),
  };
}

/** A commit with what it changed against its first parent. */
export function commitWithFiles(world: World, repository: Repository, sha: string): JsonObject {
  const { objects } = repository;
  const before = filesAt(objects, needCommit(repository, sha).parents[0]);
  const changes = diffFiles(objects, before, filesAt(objects, sha));
  const [additions, deletions] = countLines(changes);
  return {
    ...commitView(world, repository, sha),
    stats: { total: additions + deletions, additions, deletions },
    files: changes.slice(0, 300).map((change) => fileView(world, repository, sha, change)),
  };
}

/** Lines added and taken away by all the changes. */
export function countLines(changes: readonly FileChange[]): [additions: number, deletions: number] {
  let [additions, deletions] = [0, 0];
  for (const change of changes) {
    additions += change.additions;
    deletions += change.deletions;
  }
  return [additions, deletions];
}

/** A changed file, at the commit that has it. */
export function fileView(world: World, repository: Repository, sha: string, change: FileChange): JsonObject {
  const path = change.path.split("/").map(encodeURIComponent).join("/");
  return {
    sha: change.sha,
    filename: change.path,
    status: change.status,
    additions: change.additions,
    deletions: change.deletions,
    changes: change.additions + change.deletions,
    blob_url: `${htmlOf(repository)}/blob/${sha}/${path}`,
    raw_url: `${htmlOf(repository)}/raw/${sha}/${path}`,
    contents_url: `${apiOf(world, repository)}/contents/${path}?ref=${sha}`,
    ...(change.patch === undefined ? {} : { patch: change.patch }),
    ...(change.previous === undefined ? {} : { previous_filename: change.previous }),
  };
}

/** The short form in webhooks, merge groups and check suites. */
export function simpleCommitView(repository: Repository, sha: string): JsonObject {
  const commit = needCommit(repository, sha);
  return {
    id: sha,
    tree_id: commit.tree,
    message: commit.message,
    timestamp: signedAt(commit.committer),
    author: shortSignature(commit.author),
    committer: shortSignature(commit.committer),
  };
}

const shortSignature = ({ name, email }: Signature): Json => ({ name, email });
