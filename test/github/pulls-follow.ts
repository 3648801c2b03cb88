/** What the moves of branches do to pull requests: synchronize, close, count as merged. */
import type { Actor } from "./actor.ts";
import { loginOf } from "./actor.ts";
import { isAncestor } from "./history.ts";
import { publishPull } from "./payloads.ts";
import { pullsFrom, recordEvent, standingReviews, type Pull } from "./pull.ts";
import { leaveQueue } from "./queue.ts";
import { branchTip, type Repository } from "./repository.ts";
import { rulesFor } from "./rules.ts";
import type { World } from "./world.ts";

/** Why a branch moves: somebody pushed, or a pull request was merged, with the commits that made. */
export type Cause = { by: "push" } | { by: "merge" | "queue"; pull: Pull; commits: readonly string[] };

type Moved = {
  branch: string;
  before: string | undefined;
  after: string | undefined;
  forced: boolean;
  cause: Cause;
};

/** Brings every pull request from or to the branch up to date. */
export function followBranch(world: World, repository: Repository, actor: Actor, moved: Moved): void {
  for (const [target, pull] of pullsFrom(world, repository, moved.branch)) {
    if (moved.after === undefined) loseHead(world, target, pull, actor, moved.before);
    else if (pull.state === "open") moveHead(world, target, pull, actor, moved.after, moved.forced);
  }
  for (const pull of repository.pulls.values()) {
    if (pull.state === "open" && pull.base.ref === moved.branch)
      followBase(world, repository, pull, actor, moved);
  }
}

function loseHead(
  world: World,
  repository: Repository,
  pull: Pull,
  actor: Actor,
  before: string | undefined,
): void {
  if (pull.head.sha !== before) return;
  recordEvent(world, pull, actor, "head_ref_deleted");
  if (pull.state === "open") closePull(world, repository, pull, actor);
}

function moveHead(
  world: World,
  repository: Repository,
  pull: Pull,
  actor: Actor,
  after: string,
  forced: boolean,
): void {
  const before = pull.head.sha;
  const base = branchTip(repository, pull.base.ref) ?? pull.base.sha;
  pull.head.sha = after;
  pull.base.sha = base;
  pull.updatedAt = world.clock.now();
  pull.unknownFor = world.latency.mergeableUnknown;
  repository.refs.set(`refs/pull/${pull.number}/head`, after);
  leaveQueue(world, repository, pull, actor, "invalidated");
  if (forced) recordEvent(world, pull, actor, "head_ref_force_pushed", { commit_id: after });
  dismissStale(world, repository, pull, actor);
  if (isAncestor(repository.objects, after, base)) {
    closePull(world, repository, pull, actor);
    return;
  }
  publishPull(world, repository, pull, "synchronize", actor, { before, after });
}

/** A rule can say that a push takes standing approvals away. */
function dismissStale(world: World, repository: Repository, pull: Pull, actor: Actor): void {
  const rule = rulesFor(repository, pull.base.ref).find(({ type }) => type === "pull_request");
  if (rule?.parameters["dismiss_stale_reviews_on_push"] !== true) return;
  for (const review of standingReviews(pull).values()) {
    if (review.state !== "APPROVED") continue;
    review.state = "DISMISSED";
    recordEvent(world, pull, actor, "review_dismissed", {
      dismissed_review: { state: "approved", review_id: review.id, dismissal_message: null },
    });
  }
}

function followBase(world: World, repository: Repository, pull: Pull, actor: Actor, moved: Moved): void {
  const { after, cause } = moved;
  if (after === undefined) {
    recordEvent(world, pull, actor, "base_ref_deleted");
    closePull(world, repository, pull, actor);
    return;
  }
  pull.unknownFor = world.latency.mergeableUnknown;
  if (cause.by !== "push" && cause.pull === pull) {
    markMerged(world, repository, pull, actor, { commit: after, commits: cause.commits });
  } else if (isAncestor(repository.objects, pull.head.sha, after)) {
    markMerged(world, repository, pull, actor, {
      commit: bringing(repository, pull.head.sha, after),
      commits: [],
    });
  }
}

/** The oldest commit on the base's own line that has the head in it. */
function bringing(repository: Repository, head: string, tip: string): string {
  let found = tip;
  for (
    let at: string | undefined = tip;
    at !== undefined;
    at = repository.objects.commits.get(at)?.parents[0]
  ) {
    if (!isAncestor(repository.objects, head, at)) break;
    found = at;
  }
  return found;
}

/** Closes without merging. */
export function closePull(world: World, repository: Repository, pull: Pull, actor: Actor): void {
  leaveQueue(world, repository, pull, actor, "invalidated");
  pull.state = "closed";
  pull.closedAt = world.clock.now();
  pull.closedBy = loginOf(actor);
  pull.autoMerge = null;
  recordEvent(world, pull, actor, "closed");
  publishPull(world, repository, pull, "closed", actor);
}

/** Writes down that a pull request was merged: `commits` are those the merge made, besides the head's own. */
function markMerged(
  world: World,
  repository: Repository,
  pull: Pull,
  actor: Actor,
  merge: { commit: string; commits: readonly string[] },
): void {
  pull.state = "closed";
  pull.mergedAt = world.clock.now();
  pull.closedAt = pull.mergedAt;
  pull.mergedBy = loginOf(actor);
  pull.closedBy = pull.mergedBy;
  pull.mergeCommit = merge.commit;
  pull.mergedCommits = [merge.commit, ...merge.commits];
  recordEvent(world, pull, actor, "merged", { commit_id: merge.commit });
  recordEvent(world, pull, actor, "closed");
  publishPull(world, repository, pull, "closed", actor);
  leaveQueue(world, repository, pull, actor, "merged");
}
