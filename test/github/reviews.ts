/** Reviews: who said yes or no, about which commit. */
import type { JsonObject } from "../../src/core/json/value.ts";
import { userView } from "./account-view.ts";
import { isActions, loginOf } from "./actor.ts";
import { ok, paged, type Answer } from "./answer.ts";
import { numberOf, text, textOr, type RepositoryCall } from "./call.ts";
import { mergeArmed } from "./merging.ts";
import { nodeId } from "./node-id.ts";
import { publish } from "./payloads.ts";
import { recordEvent, type Pull, type Review } from "./pull.ts";
import { associationOf, pullView } from "./pull-view.ts";
import { MOST_BODY, needPull } from "./pulls.ts";
import { forbidden, limitLength, notFound, unprocessable } from "./refusal.ts";
import { apiOf, htmlOf } from "./repository-view.ts";

export function reviewView({ world, repository }: RepositoryCall, pull: Pull, review: Review): JsonObject {
  const html = `${htmlOf(repository)}/pull/${pull.number}#pullrequestreview-${review.id}`;
  const url = `${apiOf(world, repository)}/pulls/${pull.number}`;
  return {
    id: review.id,
    node_id: nodeId("PRR", review.id),
    user: userView(world, review.author),
    body: review.body,
    state: review.state,
    html_url: html,
    pull_request_url: url,
    author_association: associationOf(world, repository, review.author),
    _links: { html: { href: html }, pull_request: { href: url } },
    submitted_at: review.at,
    commit_id: review.commit,
  };
}

/** `GET …/pulls/{pull_number}/reviews`: oldest first. */
export function listReviews(call: RepositoryCall): Answer {
  const pull = needPull(call, "pull_number");
  return paged(call, pull.reviews, (review) => reviewView(call, pull, review));
}

const STATES = { APPROVE: "APPROVED", REQUEST_CHANGES: "CHANGES_REQUESTED", COMMENT: "COMMENTED" } as const;

/** `POST …/pulls/{pull_number}/reviews`: nobody reviews their own, and Actions only where the setting lets it. */
export function createReview(call: RepositoryCall): Answer {
  const { world, repository, actor, body } = call;
  const pull = needPull(call, "pull_number", true);
  const event = textOr(body, "event", "PENDING");
  if (event !== "APPROVE" && event !== "REQUEST_CHANGES" && event !== "COMMENT") {
    throw unprocessable("Pending reviews are not modelled");
  }
  if (event === "APPROVE" && isActions(actor) && !repository.settings.actionsMayOpenPulls) {
    throw forbidden("GitHub Actions is not permitted to create or approve pull requests.");
  }
  const own = pull.author === loginOf(actor);
  if (own && event === "APPROVE")
    throw unprocessable("Unprocessable Entity", ["Can not approve your own pull request"]);
  if (own && event === "REQUEST_CHANGES") {
    throw unprocessable("Unprocessable Entity", ["Can not request changes on your own pull request"]);
  }
  const words = textOr(body, "body", "");
  if (words === "" && event !== "APPROVE")
    throw unprocessable("Unprocessable Entity", ["You need to leave a comment."]);
  limitLength("PullRequestReview", "body", words, MOST_BODY);
  const commit = text(body, "commit_id") ?? pull.head.sha;
  if (!repository.objects.commits.has(commit))
    throw unprocessable("The given commit_id is not part of the pull request");
  const review: Review = {
    id: world.nextId(),
    author: loginOf(actor),
    body: words,
    state: STATES[event],
    commit,
    at: world.clock.now(),
  };
  pull.reviews.push(review);
  pull.updatedAt = review.at;
  tell(call, pull, review, "submitted");
  mergeArmed(world, repository, pull.head.sha);
  return ok(reviewView(call, pull, review));
}

/** `PUT …/pulls/{pull_number}/reviews/{review_id}/dismissals` */
export function dismissReview(call: RepositoryCall): Answer {
  const pull = needPull(call, "pull_number", true);
  const review = pull.reviews.find(({ id }) => id === numberOf(call, "review_id"));
  if (review === undefined) throw notFound();
  if (review.state === "COMMENTED") throw unprocessable("Can not dismiss a commented pull request review");
  if (review.state === "DISMISSED") throw unprocessable("Can not dismiss a dismissed pull request review");
  const state = review.state.toLowerCase();
  review.state = "DISMISSED";
  recordEvent(call.world, pull, call.actor, "review_dismissed", {
    dismissed_review: { state, review_id: review.id, dismissal_message: textOr(call.body, "message", "") },
  });
  tell(call, pull, review, "dismissed");
  return ok(reviewView(call, pull, review));
}

function tell(call: RepositoryCall, pull: Pull, review: Review, action: string): void {
  const { world, repository, actor } = call;
  publish(world, repository, "pull_request_review", actor, () => ({
    action,
    pull_request: pullView(world, repository, pull),
    review: { ...reviewView(call, pull, review), state: review.state.toLowerCase() },
  }));
}
