/** The history of a pull request: its events, and its timeline, which has commits, comments and reviews too. */
import type { JsonObject } from "../../src/core/json/value.ts";
import { appView, userView } from "./account-view.ts";
import { ok, paged, type Answer } from "./answer.ts";
import { object, textOr, type RepositoryCall } from "./call.ts";
import { commentView } from "./comments.ts";
import { gitCommitView } from "./commit-view.ts";
import { nodeId } from "./node-id.ts";
import { pullCommits, type Pull, type PullEvent } from "./pull.ts";
import { issueView } from "./issue-view.ts";
import { needPull } from "./pulls.ts";
import { apiOf } from "./repository-view.ts";
import { reviewView } from "./reviews.ts";

/** `GET …/issues/{issue_number}` */
export const getIssue = (call: RepositoryCall): Answer =>
  ok(issueView(call.world, call.repository, needPull(call, "issue_number")));

function eventView({ world, repository }: RepositoryCall, event: PullEvent): JsonObject {
  return {
    id: event.id,
    node_id: nodeId("EV", event.id),
    url: `${apiOf(world, repository)}/issues/events/${event.id}`,
    actor: userView(world, event.actor),
    event: event.event,
    commit_id: event.commit,
    commit_url: event.commit === null ? null : `${apiOf(world, repository)}/commits/${event.commit}`,
    created_at: event.at,
    ...event.more,
    performed_via_github_app: appView(world, event.app),
  };
}

/** `GET …/issues/{issue_number}/events`: oldest first. */
export function listEvents(call: RepositoryCall): Answer {
  const pull = needPull(call, "issue_number");
  return paged(call, pull.events, (event) => eventView(call, event));
}

/** `GET …/issues/{issue_number}/timeline`: oldest first; commits come with the time of their committer. */
export function listTimeline(call: RepositoryCall): Answer {
  const { world, repository } = call;
  const pull = needPull(call, "issue_number");
  const lines: [at: string, line: JsonObject][] = [
    ...pull.events.map((event): [string, JsonObject] => [event.at, eventView(call, event)]),
    ...pullCommits(repository, pull).map((sha): [string, JsonObject] => {
      const commit = gitCommitView(world, repository, sha);
      return [committedAt(commit), { ...commit, event: "committed" }];
    }),
    ...pull.comments.map((comment): [string, JsonObject] => [
      comment.createdAt,
      commented(call, pull, comment),
    ]),
    ...pull.reviews.map((review): [string, JsonObject] => [
      review.at,
      { ...reviewView(call, pull, review), event: "reviewed", state: review.state.toLowerCase() },
    ]),
  ];
  const sorted = lines.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return paged(call, sorted, ([, line]) => line);
}

function commented(call: RepositoryCall, pull: Pull, comment: Pull["comments"][number]): JsonObject {
  return {
    ...commentView(call, pull, comment),
    event: "commented",
    actor: userView(call.world, comment.author),
  };
}

const committedAt = (commit: JsonObject): string => textOr(object(commit, "committer") ?? {}, "date", "");
