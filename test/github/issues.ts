/** Issues that are no pull requests: numbered with them, and commented by the same calls. */
import type { JsonObject } from "../../src/core/json/value.ts";
import { appView, userView } from "./account-view.ts";
import { appOf, loginOf, roleOf } from "./actor.ts";
import { created, ok, paged, type Answer } from "./answer.ts";
import { numberOf, text, textOr, type RepositoryCall } from "./call.ts";
import { issueView, reactionsView } from "./issue-view.ts";
import { nodeId } from "./node-id.ts";
import { atLeast, type App } from "./people.ts";
import { associationOf } from "./pull-view.ts";
import type { Comment } from "./pull.ts";
import { MOST_BODY } from "./pulls.ts";
import { forbidden, invalidField, limitLength, notFound, Refusal } from "./refusal.ts";
import type { Repository } from "./repository.ts";
import { apiOf, htmlOf } from "./repository-view.ts";
import type { World } from "./world.ts";

export type Issue = {
  id: number;
  number: number;
  title: string;
  body: string | null;
  state: "open" | "closed";
  stateReason: string | null;
  locked: boolean;
  author: string;
  app: App | null;
  createdAt: string;
  updatedAt: string;
  closedAt: string | null;
  closedBy: string | null;
  comments: Comment[];
};

function issueOnlyView(world: World, repository: Repository, issue: Issue): JsonObject {
  const url = `${apiOf(world, repository)}/issues/${issue.number}`;
  return {
    url,
    repository_url: apiOf(world, repository),
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: `${htmlOf(repository)}/issues/${issue.number}`,
    id: issue.id,
    node_id: nodeId("I", issue.id),
    number: issue.number,
    title: issue.title,
    user: userView(world, issue.author),
    labels: [],
    state: issue.state,
    locked: issue.locked,
    assignee: null,
    assignees: [],
    milestone: null,
    comments: issue.comments.length,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    author_association: associationOf(world, repository, issue.author),
    active_lock_reason: null,
    body: issue.body,
    closed_by: userView(world, issue.closedBy),
    reactions: reactionsView(url, []),
    timeline_url: `${url}/timeline`,
    performed_via_github_app: appView(world, issue.app),
    state_reason: issue.stateReason,
  };
}

/** GitHub's answer where a repository has issues switched off. */
function needIssues({ settings }: Repository): void {
  if (!settings.hasIssues) throw new Refusal(410, "Issues has been disabled in this repository.");
}

/** An issue that is no pull request. */
function needIssue(call: RepositoryCall): Issue {
  const issue = call.repository.issues.get(numberOf(call, "issue_number"));
  if (issue === undefined) throw notFound();
  return issue;
}

/** `GET …/issues`: newest first, with the pull requests among them, as GitHub has it. */
export function listIssues(call: RepositoryCall): Answer {
  const { world, repository, query } = call;
  const state = query["state"] ?? "open";
  const found = [...repository.issues.values(), ...repository.pulls.values()]
    .filter((one) => state === "all" || one.state === state)
    .filter(({ author }) => query["creator"] === undefined || author === query["creator"])
    .toSorted((one, other) => other.number - one.number);
  return paged(call, found, (one) =>
    "head" in one ? issueView(world, repository, one) : issueOnlyView(world, repository, one),
  );
}

/** `POST …/issues` */
export function createIssue(call: RepositoryCall): Answer {
  const { world, repository, actor, body } = call;
  needIssues(repository);
  const title = textOr(body, "title", "");
  if (title.trim() === "") throw invalidField("Issue", "title", "missing_field");
  limitTexts(title, text(body, "body"));
  const now = world.clock.now();
  const issue: Issue = {
    id: world.nextId(),
    number: repository.pulls.size + repository.issues.size + 1,
    title,
    body: text(body, "body") ?? null,
    state: "open",
    stateReason: null,
    locked: false,
    author: loginOf(actor),
    app: appOf(actor),
    createdAt: now,
    updatedAt: now,
    closedAt: null,
    closedBy: null,
    comments: [],
  };
  repository.issues.set(issue.number, issue);
  return created(issueOnlyView(world, repository, issue));
}

function limitTexts(title: string, body: string | undefined): void {
  limitLength("Issue", "title", title, 256);
  limitLength("Issue", "body", body ?? "", MOST_BODY);
}

/** `PATCH …/issues/{issue_number}`: by its author, or by those who may triage. */
export function updateIssue(call: RepositoryCall): Answer {
  const { world, repository, actor, body } = call;
  needIssues(repository);
  const issue = needIssue(call);
  const may =
    actor.kind !== "user" ||
    actor.login === issue.author ||
    atLeast(roleOf(world, repository, actor.login), "triage");
  if (!may) throw forbidden("Must have admin rights to Repository.");
  const title = text(body, "title") ?? issue.title;
  limitTexts(title, text(body, "body"));
  issue.title = title;
  if (body["body"] !== undefined) issue.body = text(body, "body") ?? null;
  const state = text(body, "state") ?? issue.state;
  if (state !== issue.state) {
    const now = world.clock.now();
    issue.state = state === "closed" ? "closed" : "open";
    issue.stateReason = state === "closed" ? (text(body, "state_reason") ?? "completed") : "reopened";
    issue.closedAt = state === "closed" ? now : null;
    issue.closedBy = state === "closed" ? loginOf(actor) : null;
  }
  issue.updatedAt = world.clock.now();
  return ok(issueOnlyView(world, repository, issue));
}
