/** Git objects as GraphQL shows them: commits, trees, blobs; and who made them. */
import type { Actor } from "./actor.ts";
import { loginOfEmail } from "./commit-view.ts";
import { diffFiles } from "./diff.ts";
import { suitesValue } from "./graphql-checks.ts";
import { connection, type PageArguments } from "./graphql-connections.ts";
import type { GraphqlContext } from "./graphql-context.ts";
import { commitsBetween } from "./history.ts";
import { signedAt, type Commit, type Signature } from "./objects.ts";
import { pullCommits } from "./pull.ts";
import type { Repository } from "./repository.ts";
import { findRevision } from "./revision.ts";
import { filesAt, findPath } from "./trees.ts";
import { findAccount, type World } from "./world.ts";

/** GitHub cuts the text of a blob that is larger. */
const MOST_TEXT = 512_000;

/** An account as GraphQL names it: a bot without the suffix; null when it is gone. */
export function actorValue(world: World, login: string | null): object | null {
  const account = login === null ? undefined : findAccount(world, login);
  if (account === undefined) return null;
  const isBot = account.login.endsWith("[bot]");
  return { __typename: isBot ? "Bot" : "User", login: account.login.replace(/\[bot\]$/, "") };
}

/** An object by its id, or by what `git rev-parse` would make of a text like `<commit>:<path>`. */
export function objectValue(
  world: World,
  actor: Actor,
  repository: Repository,
  { oid, expression }: { oid?: string; expression?: string },
): object | null {
  const { objects } = repository;
  const sha = oid ?? revParse(repository, expression ?? "");
  if (sha === undefined) return null;
  if (objects.trees.has(sha)) return treeValue(world, actor, repository, sha);
  return blobValue(repository, sha) ?? commitValue(world, actor, repository, sha);
}

function revParse(repository: Repository, expression: string): string | undefined {
  const [name = "", ...rest] = expression.split(":");
  const commit = findRevision(repository, name);
  if (commit === undefined || rest.length === 0) return commit;
  return findPath(repository.objects, repository.objects.commits.get(commit)?.tree ?? "", rest.join(":"))
    ?.sha;
}

function treeValue(world: World, actor: Actor, repository: Repository, sha: string): object {
  const { objects } = repository;
  return {
    __typename: "Tree",
    oid: sha,
    entries: () =>
      (objects.trees.get(sha) ?? []).map(({ mode, name, sha: child }) => ({
        name,
        nameRaw: Buffer.from(name).toString("base64"),
        mode: Number.parseInt(mode, 8),
        oid: child,
        size: objects.blobs.get(child)?.length ?? 0,
        type: mode === "040000" ? "tree" : mode === "160000" ? "commit" : "blob",
        object: () => objectValue(world, actor, repository, { oid: child }),
      })),
  };
}

export function commitValue(world: World, actor: Actor, repository: Repository, sha: string): object | null {
  const { objects } = repository;
  const commit = objects.commits.get(sha);
  if (commit === undefined) return null;
  const list = (shas: readonly string[], first = 100): object => ({
    nodes: shas.slice(0, first).map((one) => commitValue(world, actor, repository, one)),
    totalCount: shas.length,
  });
  return {
    __typename: "Commit",
    oid: sha,
    author: () => gitActor(world, commit.author),
    committer: () => gitActor(world, commit.committer),
    message: commit.message,
    parents: ({ first }: { first?: number }) => list(commit.parents, first),
    committedDate: signedAt(commit.committer),
    authors: (page: PageArguments) =>
      connection([commit.author, ...coAuthorsIn(commit)], page, (one) => gitActor(world, one)),
    associatedPullRequests: (page: PageArguments, context: GraphqlContext) => {
      context.need(repository, "pull_requests");
      const found = [...repository.pulls.values()].filter(
        (pull) =>
          pull.mergedAt !== null &&
          (pull.mergedCommits.includes(sha) || pullCommits(repository, pull).includes(sha)),
      );
      return connection(found, page, (pull) => ({
        number: pull.number,
        state: "MERGED",
        baseRefName: pull.base.ref,
        mergeCommit: { __typename: "Commit", oid: pull.mergeCommit },
      }));
    },
    history: (page: PageArguments) =>
      connection(commitsBetween(objects, undefined, sha).toReversed(), page, (one) =>
        commitValue(world, actor, repository, one),
      ),
    file: ({ path }: { path: string }) => fileValue(repository, commit.tree, path),
    changedFilesIfAvailable: () =>
      diffFiles(objects, filesAt(objects, commit.parents[0]), filesAt(objects, sha)).length,
    status: (_: unknown, { need }: GraphqlContext) => {
      need(repository, "statuses");
      return statusValue(repository, sha);
    },
    tree: () => objectValue(world, actor, repository, { oid: commit.tree }),
    checkSuites: (wish: Parameters<typeof suitesValue>[2], { need }: GraphqlContext) => {
      need(repository, "checks");
      return suitesValue(repository, sha, wish);
    },
  };
}

/** Those that the trailers of a message name. */
function coAuthorsIn({ message, author }: Commit): Signature[] {
  return [...message.matchAll(/^Co-authored-by: (.*) <(.*)>$/gim)].map(([, name = "", email = ""]) => {
    const { seconds, offset } = author;
    return { name, email, seconds, offset };
  });
}

/** Of a bot's address GraphQL gives no user: a bot is none. */
function gitActor(world: World, { name, email }: Signature): object {
  const login = loginOfEmail(world, email);
  const account = login === null ? undefined : findAccount(world, login);
  const user = account === undefined || account.type !== "User" ? null : { login: account.login };
  return { name, email, user };
}

function fileValue(repository: Repository, tree: string, path: string): object | null {
  const leaf = findPath(repository.objects, tree, path);
  if (leaf === undefined) return null;
  const type = leaf.mode === "040000" ? "tree" : leaf.mode === "160000" ? "commit" : "blob";
  return {
    oid: leaf.sha,
    mode: Number.parseInt(leaf.mode, 8),
    type,
    object: blobValue(repository, leaf.sha) ?? null,
  };
}

/** A blob; undefined when there is none of that name. What is not UTF-8 becomes text that is something else. */
function blobValue({ objects }: Repository, sha: string): object | undefined {
  const bytes = objects.blobs.get(sha);
  if (bytes === undefined) return undefined;
  const isBinary = bytes.subarray(0, 8000).includes(0);
  return {
    __typename: "Blob",
    oid: sha,
    byteSize: bytes.length,
    isBinary,
    isTruncated: bytes.length > MOST_TEXT,
    text: isBinary ? null : bytes.subarray(0, MOST_TEXT).toString("utf8"),
  };
}

/** Null where no status was ever written. */
function statusValue(repository: Repository, sha: string): object | null {
  const statuses = repository.statuses.filter((one) => one.sha === sha);
  if (statuses.length === 0) return null;
  return {
    context: ({ name }: { name: string }) => {
      const found = statuses.findLast(({ context }) => context === name);
      return found === undefined ? null : { context: name, description: found.description };
    },
  };
}
