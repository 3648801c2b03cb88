/** Commits as a repository lists them, compared, and with the pull requests they belong to. */
import { ok, paged, pageOf, type Answer } from "./answer.ts";
import type { RepositoryCall } from "./call.ts";
import { commitView, commitWithFiles, fileView, loginOfEmail } from "./commit-view.ts";
import { diffFiles } from "./diff.ts";
import { commitsBetween, mergeBase } from "./history.ts";
import { isoSeconds } from "./objects.ts";
import { pullCommits, type Pull } from "./pull.ts";
import { pullView } from "./pull-view.ts";
import { notFound, unprocessable } from "./refusal.ts";
import { branchTip, type Repository } from "./repository.ts";
import { apiOf, htmlOf } from "./repository-view.ts";
import { findRevision, needRevision, refuseEmpty } from "./revision.ts";
import { filesAt, findPath } from "./trees.ts";
import type { World } from "./world.ts";

/** `GET …/commits/{ref}` */
export function getCommit({ world, repository, params }: RepositoryCall): Answer {
  return ok(commitWithFiles(world, repository, needRevision(repository, params["ref"] ?? "")));
}

/** `GET …/commits`: newest first, from a branch or commit; `path`: only those that changed it. */
export function listCommits(call: RepositoryCall): Answer {
  const { world, repository, query } = call;
  refuseEmpty(repository);
  const from = query["sha"] ?? repository.defaultBranch;
  const head = findRevision(repository, from);
  if (head === undefined) throw notFound();
  const found = commitsBetween(repository.objects, undefined, head)
    .toReversed()
    .filter((sha) => matches(world, repository, sha, query));
  return paged(call, found, (sha) => commitView(world, repository, sha));
}

function matches(
  world: World,
  repository: Repository,
  sha: string,
  query: Readonly<Record<string, string>>,
): boolean {
  const commit = repository.objects.commits.get(sha);
  if (commit === undefined) return false;
  const at = isoSeconds(commit.committer.seconds * 1000);
  if (at < (query["since"] ?? "") || at > (query["until"] ?? "9999")) return false;
  const { author, path } = query;
  if (
    author !== undefined &&
    author !== loginOfEmail(world, commit.author.email) &&
    author !== commit.author.email
  )
    return false;
  return path === undefined || changes(repository, sha, path);
}

/** A merge changes a path when it has it differently from every parent. */
function changes({ objects }: Repository, sha: string, path: string): boolean {
  const at = (commit: string): string | undefined =>
    findPath(objects, objects.commits.get(commit)?.tree ?? "", path)?.sha;
  const parents = objects.commits.get(sha)?.parents ?? [];
  return parents.length === 0 ? at(sha) !== undefined : parents.every((parent) => at(parent) !== at(sha));
}

/** `GET …/compare/{base}...{head}`: three dots; files only on the first page, at most 300. */
export function compare(call: RepositoryCall): Answer {
  const { world, repository, params } = call;
  refuseEmpty(repository);
  const [left = "", right = "", more] = (params["basehead"] ?? "").split("...");
  const [base, head] = [side(world, repository, left), side(world, repository, right)];
  if (base === undefined || head === undefined || more !== undefined) throw notFound();
  const { objects } = repository;
  const shared = mergeBase(objects, base, head);
  if (shared === undefined) throw notFound(`No common ancestor between ${left} and ${right}.`);
  const ahead = commitsBetween(objects, base, head);
  const behind = commitsBetween(objects, head, base);
  const url = `${apiOf(world, repository)}/compare/${left}...${right}`;
  const html = `${htmlOf(repository)}/compare/${left}...${right}`;
  const files =
    pageOf(call).page > 1
      ? []
      : diffFiles(objects, filesAt(objects, shared), filesAt(objects, head)).slice(0, 300);
  return paged(
    call,
    ahead,
    (sha) => commitView(world, repository, sha),
    (commits) => ({
      url,
      html_url: html,
      permalink_url: html,
      diff_url: `${html}.diff`,
      patch_url: `${html}.patch`,
      base_commit: commitView(world, repository, base),
      merge_base_commit: commitView(world, repository, shared),
      status: statusOf(ahead.length, behind.length),
      ahead_by: ahead.length,
      behind_by: behind.length,
      total_commits: ahead.length,
      commits,
      files: files.map((change) => fileView(world, repository, head, change)),
    }),
  );
}

const statusOf = (ahead: number, behind: number): string =>
  ahead > 0 ? (behind > 0 ? "diverged" : "ahead") : behind > 0 ? "behind" : "identical";

/** A commit of this repository, or of a fork as `owner:branch`. */
function side(world: World, repository: Repository, name: string): string | undefined {
  const colon = name.indexOf(":");
  if (colon < 0) return findRevision(repository, name);
  const owner = name.slice(0, colon).toLowerCase();
  const fork = [...world.repositories.values()].find(
    (one) => one.owner.toLowerCase() === owner && one.objects === repository.objects,
  );
  return fork === undefined ? undefined : branchTip(fork, name.slice(colon + 1));
}

/** `GET …/commits/{commit_sha}/pulls`: those it is part of, and the one whose merge made it. */
export function listPullsOfCommit(call: RepositoryCall): Answer {
  const { world, repository, params } = call;
  const sha = params["commit_sha"] ?? "";
  if (!repository.objects.commits.has(sha)) throw unprocessable(`No commit found for SHA: ${sha}`);
  const belongs = (pull: Pull): boolean =>
    pull.mergedCommits.includes(sha) || pullCommits(repository, pull).includes(sha);
  return paged(call, [...repository.pulls.values()].filter(belongs), (pull) =>
    pullView(world, repository, pull),
  );
}
