/** Repositories as GitHub's API writes them. */
import type { JsonObject } from "../../src/core/json/value.ts";
import { userOrGhost } from "./account-view.ts";
import { roleOf, type Actor } from "./actor.ts";
import { nodeId } from "./node-id.ts";
import { atLeast } from "./people.ts";
import type { Repository } from "./repository.ts";
import { fullNameOf, repositoryById, type World } from "./world.ts";

/** Paths below a repository's own address, by the name of the key that holds them. */
const PATHS: Readonly<Record<string, string>> = {
  archive_url: "/{archive_format}{/ref}",
  assignees_url: "/assignees{/user}",
  blobs_url: "/git/blobs{/sha}",
  branches_url: "/branches{/branch}",
  collaborators_url: "/collaborators{/collaborator}",
  comments_url: "/comments{/number}",
  commits_url: "/commits{/sha}",
  compare_url: "/compare/{base}...{head}",
  contents_url: "/contents/{+path}",
  contributors_url: "/contributors",
  deployments_url: "/deployments",
  downloads_url: "/downloads",
  events_url: "/events",
  forks_url: "/forks",
  git_commits_url: "/git/commits{/sha}",
  git_refs_url: "/git/refs{/sha}",
  git_tags_url: "/git/tags{/sha}",
  hooks_url: "/hooks",
  issue_comment_url: "/issues/comments{/number}",
  issue_events_url: "/issues/events{/number}",
  issues_url: "/issues{/number}",
  keys_url: "/keys{/key_id}",
  labels_url: "/labels{/name}",
  languages_url: "/languages",
  merges_url: "/merges",
  milestones_url: "/milestones{/number}",
  notifications_url: "/notifications{?since,all,participating}",
  pulls_url: "/pulls{/number}",
  releases_url: "/releases{/id}",
  stargazers_url: "/stargazers",
  statuses_url: "/statuses/{sha}",
  subscribers_url: "/subscribers",
  subscription_url: "/subscription",
  tags_url: "/tags",
  teams_url: "/teams",
  trees_url: "/git/trees{/sha}",
};

/** The address of a repository in the API. */
export const apiOf = (world: World, repository: Repository): string =>
  `${world.url}/repos/${fullNameOf(repository)}`;

/** The address of a repository for people. */
export const htmlOf = (repository: Repository): string => `https://github.com/${fullNameOf(repository)}`;

/** The form without settings, as commit statuses and check suites show it. */
export function minimalRepositoryView(world: World, repository: Repository): JsonObject {
  const url = apiOf(world, repository);
  const urls = Object.entries(PATHS).map(([key, path]): [string, string] => [key, url + path]);
  return {
    id: repository.id,
    node_id: nodeId("R", repository.id),
    name: repository.name,
    full_name: fullNameOf(repository),
    private: repository.private,
    owner: userOrGhost(world, repository.owner),
    html_url: htmlOf(repository),
    description: null,
    fork: repository.parentId !== null,
    url,
    ...Object.fromEntries(urls),
  };
}

/** The form in pull requests and webhooks. */
export function repositoryView(world: World, repository: Repository): JsonObject {
  const html = htmlOf(repository);
  const open = [...repository.pulls.values()].filter((pull) => pull.state === "open").length;
  return {
    ...minimalRepositoryView(world, repository),
    created_at: repository.createdAt,
    updated_at: repository.pushedAt,
    pushed_at: repository.pushedAt,
    git_url: `git://github.com/${fullNameOf(repository)}.git`,
    ssh_url: `git@github.com:${fullNameOf(repository)}.git`,
    clone_url: `${html}.git`,
    svn_url: html,
    homepage: null,
    size: 1,
    stargazers_count: 0,
    watchers_count: 0,
    language: null,
    has_issues: repository.settings.hasIssues,
    has_projects: true,
    has_downloads: true,
    has_wiki: true,
    has_pages: false,
    has_discussions: false,
    forks_count: 0,
    mirror_url: null,
    archived: repository.archived,
    disabled: false,
    open_issues_count: open,
    license: null,
    allow_forking: true,
    is_template: false,
    web_commit_signoff_required: false,
    topics: [],
    visibility: repository.private ? "private" : "public",
    forks: 0,
    open_issues: open,
    watchers: 0,
    default_branch: repository.defaultBranch,
  };
}

/** The form of `GET /repos/{owner}/{repo}`: merge settings only for those who may push. */
export function fullRepositoryView(world: World, repository: Repository, actor: Actor): JsonObject {
  const parent = repositoryById(world, repository.parentId);
  const role = actor.kind === "user" ? roleOf(world, repository, actor.login) : "read";
  const push =
    actor.kind === "installation" ? actor.permissions["contents"] === "write" : atLeast(role, "write");
  const { settings } = repository;
  return {
    ...repositoryView(world, repository),
    network_count: 0,
    subscribers_count: 0,
    permissions: {
      admin: role === "admin",
      maintain: atLeast(role, "maintain"),
      push,
      triage: push || atLeast(role, "triage"),
      pull: true,
    },
    ...(parent === undefined
      ? {}
      : { parent: repositoryView(world, parent), source: repositoryView(world, parent) }),
    ...(push
      ? {
          allow_merge_commit: settings.allowMergeCommit,
          allow_squash_merge: settings.allowSquashMerge,
          allow_rebase_merge: settings.allowRebaseMerge,
          allow_auto_merge: settings.allowAutoMerge,
          delete_branch_on_merge: settings.deleteBranchOnMerge,
        }
      : {}),
  };
}
