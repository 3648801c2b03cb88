/** A pull request seen as an issue, which it is too for GitHub's API, and the reactions on things. */
import type { Json, JsonObject } from "../../src/core/json/value.ts";
import { userView } from "./account-view.ts";
import { nodeId } from "./node-id.ts";
import type { Pull } from "./pull.ts";
import { associationOf, labelsOf } from "./pull-view.ts";
import type { Repository } from "./repository.ts";
import { apiOf, htmlOf } from "./repository-view.ts";
import type { World } from "./world.ts";

/** What `GET …/issues/{issue_number}` and webhooks about comments show. */
export function issueView(world: World, repository: Repository, pull: Pull): JsonObject {
  const url = `${apiOf(world, repository)}/issues/${pull.number}`;
  const html = `${htmlOf(repository)}/pull/${pull.number}`;
  const pullUrl = `${apiOf(world, repository)}/pulls/${pull.number}`;
  return {
    url,
    repository_url: apiOf(world, repository),
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: html,
    id: pull.id,
    node_id: nodeId("PR", pull.id),
    number: pull.number,
    title: pull.title,
    user: userView(world, pull.author),
    labels: labelsOf(world, repository, pull),
    state: pull.state,
    locked: pull.locked,
    assignee: null,
    assignees: [],
    milestone: null,
    comments: pull.comments.length,
    created_at: pull.createdAt,
    updated_at: pull.updatedAt,
    closed_at: pull.closedAt,
    author_association: associationOf(world, repository, pull.author),
    active_lock_reason: null,
    draft: pull.draft,
    pull_request: {
      url: pullUrl,
      html_url: html,
      diff_url: `${html}.diff`,
      patch_url: `${html}.patch`,
      merged_at: pull.mergedAt,
    },
    body: pull.body,
    closed_by: userView(world, pull.closedBy),
    reactions: reactionsView(url, []),
    timeline_url: `${url}/timeline`,
    performed_via_github_app: null,
    state_reason: null,
  };
}

const REACTIONS = ["+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes"];

export function reactionsView(url: string, reactions: readonly { content: string }[]): JsonObject {
  const counts = REACTIONS.map((name): [string, Json] => [
    name,
    reactions.filter(({ content }) => content === name).length,
  ]);
  return { url: `${url}/reactions`, total_count: reactions.length, ...Object.fromEntries(counts) };
}
