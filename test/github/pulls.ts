/** The operations on pull requests: found, read and merged. pull-create.ts and pull-update.ts have the rest. */
import { noContent, ok, paged, type Answer } from "./answer.ts";
import { numberOf, text, textOr, type RepositoryCall } from "./call.ts";
import { commitView, fileView } from "./commit-view.ts";
import { mergePull } from "./merging.ts";
import { pullCommits, pullFiles, type MergeMethod, type Pull } from "./pull.ts";
import { fullPullView, pullView } from "./pull-view.ts";
import { notFound, unprocessable } from "./refusal.ts";

/** The most characters of a body: of a pull request, a comment, a review. */
export const MOST_BODY = 65_536;

/** The pull request a call is about. One just made may not be there yet: 404 to read, 422 to write to. */
export function needPull(call: RepositoryCall, name: "pull_number" | "issue_number", writes = false): Pull {
  const pull = call.repository.pulls.get(numberOf(call, name));
  if (pull === undefined) throw notFound();
  if (pull.hiddenFor === 0) return pull;
  pull.hiddenFor -= 1;
  if (writes) throw unprocessable(`Could not resolve to a node with the global id of 'PR_${pull.id}'.`);
  throw notFound();
}

/** `GET …/pulls` */
export function listPulls(call: RepositoryCall): Answer {
  const { world, repository, query } = call;
  const state = query["state"] ?? "open";
  const visible = [...repository.pulls.values()].filter((pull) => {
    if (pull.hiddenFor === 0) return true;
    pull.hiddenFor -= 1;
    return false;
  });
  const found = visible.filter(
    ({ head, base, state: its }) =>
      (state === "all" || state === its) &&
      (query["head"] === undefined ||
        !query["head"].includes(":") ||
        query["head"].toLowerCase() === `${head.owner}:${head.ref}`.toLowerCase()) &&
      (query["base"] ?? base.ref) === base.ref,
  );
  return paged(call, sortPulls(found, query), (pull) => pullView(world, repository, pull));
}

function sortPulls(pulls: readonly Pull[], query: Readonly<Record<string, string>>): Pull[] {
  const key = (pull: Pull): string => (query["sort"] === "updated" ? pull.updatedAt : pull.createdAt);
  const ascending = pulls.toSorted((a, b) => key(a).localeCompare(key(b)) || a.number - b.number);
  const direction =
    query["direction"] ?? (query["sort"] === undefined || query["sort"] === "created" ? "desc" : "asc");
  return direction === "desc" ? ascending.toReversed() : ascending;
}

/** `GET …/pulls/{pull_number}` */
export const getPull = (call: RepositoryCall): Answer =>
  ok(fullPullView(call.world, call.repository, needPull(call, "pull_number")));

/** `GET …/pulls/{pull_number}/commits`: at most 250, as on GitHub. */
export function listPullCommits(call: RepositoryCall): Answer {
  const commits = pullCommits(call.repository, needPull(call, "pull_number")).slice(0, 250);
  return paged(call, commits, (sha) => commitView(call.world, call.repository, sha));
}

/** `GET …/pulls/{pull_number}/files`: at most 3000, as on GitHub. */
export function listPullFiles(call: RepositoryCall): Answer {
  const pull = needPull(call, "pull_number");
  const files = pullFiles(call.repository, pull).slice(0, 3000);
  return paged(call, files, (change) => fileView(call.world, call.repository, pull.head.sha, change));
}

/** `GET …/pulls/{pull_number}/merge` */
export function checkMerged(call: RepositoryCall): Answer {
  if (needPull(call, "pull_number").mergedAt === null) throw notFound();
  return noContent();
}

/** `PUT …/pulls/{pull_number}/merge` */
export function merge(call: RepositoryCall): Answer {
  const { world, repository, actor, body } = call;
  const pull = needPull(call, "pull_number", true);
  const sha = mergePull(world, repository, pull, actor, {
    method: textOr(body, "merge_method", "merge") as MergeMethod,
    sha: text(body, "sha"),
    title: text(body, "commit_title"),
    message: text(body, "commit_message"),
  });
  return ok({ sha, merged: true, message: "Pull Request successfully merged" });
}
