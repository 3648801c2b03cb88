/** Comments on a pull request, and reactions to them. */
import type { JsonObject } from "../../src/core/json/value.ts";
import { appView, userView } from "./account-view.ts";
import { appOf, loginOf, roleOf } from "./actor.ts";
import { created, ok, paged, type Answer } from "./answer.ts";
import { numberOf, textOr, type RepositoryCall } from "./call.ts";
import { nodeId } from "./node-id.ts";
import { publish } from "./payloads.ts";
import { atLeast } from "./people.ts";
import type { Issue } from "./issues.ts";
import type { Comment, Pull } from "./pull.ts";
import { issueView, reactionsView } from "./issue-view.ts";
import { associationOf } from "./pull-view.ts";
import { MOST_BODY, needPull } from "./pulls.ts";
import { countCharacters, forbidden, invalidBecause, invalidField, notFound } from "./refusal.ts";
import { apiOf, htmlOf } from "./repository-view.ts";

/** Comments are so many by now that their numbers need more than 32 bits. */
const FIRST_COMMENT = 3_000_000_000;

export function commentView(
  { world, repository }: RepositoryCall,
  on: Pull | Issue,
  comment: Comment,
): JsonObject {
  const url = `${apiOf(world, repository)}/issues/comments/${comment.id}`;
  return {
    url,
    html_url: `${htmlOf(repository)}/${"head" in on ? "pull" : "issues"}/${on.number}#issuecomment-${comment.id}`,
    issue_url: `${apiOf(world, repository)}/issues/${on.number}`,
    id: comment.id,
    node_id: nodeId("IC", comment.id),
    user: userView(world, comment.author),
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    body: comment.body,
    author_association: associationOf(world, repository, comment.author),
    reactions: reactionsView(url, comment.reactions),
    performed_via_github_app: appView(world, comment.app),
  };
}

function bodyOf({ body }: RepositoryCall): string {
  const text = textOr(body, "body", "");
  if (text.trim() === "") throw invalidField("IssueComment", "body", "missing_field");
  if (countCharacters(text) > MOST_BODY) {
    throw invalidBecause("IssueComment", `body is too long (maximum is ${MOST_BODY} characters)`, "data");
  }
  return text;
}

/** `GET …/issues/{issue_number}/comments`: oldest first. */
export function listComments(call: RepositoryCall): Answer {
  const pull = needPull(call, "issue_number");
  const since = call.query["since"] ?? "";
  const found = pull.comments.filter((comment) => comment.updatedAt >= since);
  return paged(call, found, (comment) => commentView(call, pull, comment));
}

/** `POST …/issues/{issue_number}/comments` */
export function createComment(call: RepositoryCall): Answer {
  const issue = call.repository.issues.get(numberOf(call, "issue_number"));
  const on = issue ?? needPull(call, "issue_number", true);
  const comment = addComment(call, on);
  if (issue === undefined) tell(call, on as Pull, comment, "created");
  return created(commentView(call, on, comment));
}

function addComment(call: RepositoryCall, on: Pull | Issue): Comment {
  const { world, actor, repository } = call;
  const now = world.clock.now();
  if (on.locked && !(actor.kind === "user" && atLeast(roleOf(world, repository, actor.login), "write")))
    throw forbidden("Unable to create comment because issue is locked.");
  const comment: Comment = {
    id: FIRST_COMMENT + world.nextId(),
    author: loginOf(actor),
    app: appOf(actor),
    body: bodyOf(call),
    createdAt: now,
    updatedAt: now,
    reactions: [],
  };
  on.comments.push(comment);
  on.updatedAt = now;
  return comment;
}

function tell(
  call: RepositoryCall,
  pull: Pull,
  comment: Comment,
  action: string,
  more: JsonObject = {},
): void {
  const { world, repository, actor } = call;
  publish(world, repository, "issue_comment", actor, () => ({
    action,
    ...more,
    issue: issueView(world, repository, pull),
    comment: commentView(call, pull, comment),
  }));
}

function needComment(call: RepositoryCall): { pull: Pull; comment: Comment } {
  const id = numberOf(call, "comment_id");
  for (const pull of call.repository.pulls.values()) {
    const comment = pull.comments.find((one) => one.id === id);
    if (comment !== undefined) return { pull, comment };
  }
  throw notFound();
}

/** `GET …/issues/comments/{comment_id}` */
export function getComment(call: RepositoryCall): Answer {
  const { pull, comment } = needComment(call);
  return ok(commentView(call, pull, comment));
}

/** `PATCH …/issues/comments/{comment_id}`: by its author, or by those who may write. */
export function updateComment(call: RepositoryCall): Answer {
  const { world, actor, repository } = call;
  const { pull, comment } = needComment(call);
  const may =
    actor.kind !== "user" ||
    actor.login === comment.author ||
    atLeast(roleOf(world, repository, actor.login), "write");
  if (!may) throw forbidden("Must have admin rights to Repository.");
  const from = comment.body;
  comment.body = bodyOf(call);
  comment.updatedAt = world.clock.now();
  if (from !== comment.body) tell(call, pull, comment, "edited", { changes: { body: { from } } });
  return ok(commentView(call, pull, comment));
}

/** `POST …/issues/comments/{comment_id}/reactions`: 200 for a second one of the same kind. */
export function react(call: RepositoryCall): Answer {
  const { world, actor, body } = call;
  const { comment } = needComment(call);
  const content = textOr(body, "content", "");
  const author = loginOf(actor);
  const known = comment.reactions.find((one) => one.author === author && one.content === content);
  const reaction = known ?? { id: world.nextId(), author, content, at: world.clock.now() };
  if (known === undefined) comment.reactions.push(reaction);
  return {
    status: known === undefined ? 201 : 200,
    body: {
      id: reaction.id,
      node_id: nodeId("REA", reaction.id),
      user: userView(world, author),
      content,
      created_at: reaction.at,
    },
  };
}
