/** Pull requests as GitHub's API writes them. */
import type { Json, JsonObject } from "../../src/core/json/value.ts";
import { userOrGhost, userView } from "./account-view.ts";
import { roleOf } from "./actor.ts";
import { countLines } from "./commit-view.ts";
import { mergeability } from "./mergeability.ts";
import { nodeId } from "./node-id.ts";
import { pullCommits, pullFiles, type Pull } from "./pull.ts";
import { findLabel, type Label, type Repository } from "./repository.ts";
import { apiOf, htmlOf, repositoryView } from "./repository-view.ts";
import { repositoryById, type World } from "./world.ts";

export function labelView(world: World, repository: Repository, label: Label): JsonObject {
  return {
    id: label.id,
    node_id: nodeId("LA", label.id),
    url: `${apiOf(world, repository)}/labels/${encodeURIComponent(label.name)}`,
    name: label.name,
    color: label.color,
    default: false,
    description: label.description,
  };
}

export function labelsOf(world: World, repository: Repository, pull: Pull): JsonObject[] {
  return pull.labels.flatMap((name) => {
    const label = findLabel(repository, name);
    return label === undefined ? [] : [labelView(world, repository, label)];
  });
}

/** How close an author is to the repository, in GitHub's words. */
export function associationOf(world: World, repository: Repository, login: string): string {
  if (login.toLowerCase() === repository.owner.toLowerCase()) return "OWNER";
  if (
    [...repository.teams.keys()].some((slug) =>
      world.teams.get(`${repository.owner.toLowerCase()}/${slug}`)?.members.has(login),
    )
  )
    return "MEMBER";
  if (repository.collaborators.has(login.toLowerCase())) return "COLLABORATOR";
  return roleOf(world, repository, login) === "none" ? "NONE" : "CONTRIBUTOR";
}

function side(
  world: World,
  repository: Repository | undefined,
  owner: string,
  ref: string,
  sha: string,
): JsonObject {
  return {
    label: `${owner}:${ref}`,
    ref,
    sha,
    user: userView(world, owner),
    repo: repository === undefined ? null : repositoryView(world, repository),
  };
}

function links(world: World, repository: Repository, pull: Pull): Record<string, string> {
  const url = `${apiOf(world, repository)}/pulls/${pull.number}`;
  const issue = `${apiOf(world, repository)}/issues/${pull.number}`;
  const html = `${htmlOf(repository)}/pull/${pull.number}`;
  return {
    self: url,
    html,
    issue,
    comments: `${issue}/comments`,
    review_comments: `${url}/comments`,
    review_comment: `${apiOf(world, repository)}/pulls/comments{/number}`,
    commits: `${url}/commits`,
    statuses: `${apiOf(world, repository)}/statuses/${pull.head.sha}`,
  };
}

/** What lists of pull requests show. */
export function pullView(world: World, repository: Repository, pull: Pull): JsonObject {
  const to = links(world, repository, pull);
  const { head, base } = pull;
  return {
    id: pull.id,
    node_id: nodeId("PR", pull.id),
    number: pull.number,
    state: pull.state,
    locked: pull.locked,
    title: pull.title,
    user: userView(world, pull.author),
    body: pull.body,
    created_at: pull.createdAt,
    updated_at: pull.updatedAt,
    closed_at: pull.closedAt,
    merged_at: pull.mergedAt,
    merge_commit_sha: pull.mergeCommit ?? pull.testMerge?.commit ?? null,
    assignee: null,
    assignees: [],
    requested_reviewers: [],
    requested_teams: [],
    labels: labelsOf(world, repository, pull),
    milestone: null,
    draft: pull.draft,
    active_lock_reason: null,
    url: to["self"] ?? "",
    html_url: to["html"] ?? "",
    diff_url: `${to["html"]}.diff`,
    patch_url: `${to["html"]}.patch`,
    issue_url: to["issue"] ?? "",
    commits_url: to["commits"] ?? "",
    review_comments_url: to["review_comments"] ?? "",
    review_comment_url: to["review_comment"] ?? "",
    comments_url: to["comments"] ?? "",
    statuses_url: to["statuses"] ?? "",
    head: side(world, repositoryById(world, head.repositoryId), head.owner, head.ref, head.sha),
    base: side(world, repository, repository.owner, base.ref, base.sha),
    _links: Object.fromEntries(Object.entries(to).map(([name, href]): [string, Json] => [name, { href }])),
    author_association: associationOf(world, repository, pull.author),
    auto_merge: autoMergeView(world, pull),
  };
}

function autoMergeView(world: World, { autoMerge, title }: Pull): JsonObject | null {
  if (autoMerge === null) return null;
  return {
    enabled_by: userOrGhost(world, autoMerge.by),
    merge_method: autoMerge.method,
    commit_title: title,
    commit_message: "",
  };
}

/** What `GET …/pulls/{number}` shows. In webhooks GitHub does not yet know whether it can be merged. */
export function fullPullView(world: World, repository: Repository, pull: Pull, known = true): JsonObject {
  const files = pullFiles(repository, pull);
  const [additions, deletions] = countLines(files);
  const { mergeable, state } = known
    ? mergeability(world, repository, pull)
    : { mergeable: null, state: "unknown" };
  return {
    ...pullView(world, repository, pull),
    user: userOrGhost(world, pull.author),
    merged: pull.mergedAt !== null,
    mergeable,
    rebaseable: mergeable,
    mergeable_state: state,
    merged_by: userView(world, pull.mergedBy),
    comments: pull.comments.length,
    review_comments: 0,
    maintainer_can_modify: false,
    commits: pullCommits(repository, pull).length,
    additions,
    deletions,
    changed_files: files.length,
  };
}

/** What check runs and check suites show of the pull requests with their head. */
export function minimalPullView(world: World, repository: Repository, pull: Pull): JsonObject {
  const repo = { id: repository.id, url: apiOf(world, repository), name: repository.name };
  return {
    url: `${apiOf(world, repository)}/pulls/${pull.number}`,
    id: pull.id,
    number: pull.number,
    head: { ref: pull.head.ref, sha: pull.head.sha, repo },
    base: { ref: pull.base.ref, sha: pull.base.sha, repo },
  };
}
