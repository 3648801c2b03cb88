/** What happens when a branch is made, moved or taken away: rules, activity, webhooks, suites, pull requests. */
import { isActions, loginOf, type Actor } from "./actor.ts";
import { requestSuites } from "./checks.ts";
import { isAncestor } from "./history.ts";
import { publishPush } from "./payloads.ts";
import { followBranch, type Cause } from "./pulls-follow.ts";
import { branchTip, ZERO, type Activity, type Repository } from "./repository.ts";
import { enforceRules } from "./rules.ts";
import type { World } from "./world.ts";

/** Moves a branch, or makes it, or with `after: undefined` takes it away. Refused where a rule forbids it. */
export function moveBranch(
  world: World,
  repository: Repository,
  actor: Actor,
  branch: string,
  after: string | undefined,
  cause: Cause = { by: "push" },
): void {
  const before = branchTip(repository, branch);
  if (before === after) return;
  enforceRules(repository, actor, { branch, before, after, by: cause.by });
  const forced =
    before !== undefined && after !== undefined && !isAncestor(repository.objects, before, after);
  const ref = `refs/heads/${branch}`;
  if (after === undefined) repository.refs.delete(ref);
  else repository.refs.set(ref, after);
  repository.pushedAt = world.clock.now();
  repository.activity.push({
    id: world.nextId(),
    ref,
    before: before ?? ZERO,
    after: after ?? ZERO,
    type: activityType(before, after, forced, cause.by),
    actor: loginOf(actor),
    at: world.clock.now(),
  });
  publishPush(world, repository, actor, { ref, before, after, forced });
  if (after !== undefined && !isActions(actor))
    requestSuites(world, repository, actor, branch, before, after);
  followBranch(world, repository, actor, { branch, before, after, forced, cause });
}

function activityType(
  before?: string,
  after?: string,
  forced = false,
  by: Cause["by"] = "push",
): Activity["type"] {
  if (after === undefined) return "branch_deletion";
  if (before === undefined) return "branch_creation";
  if (forced) return "force_push";
  return by === "merge" ? "pr_merge" : by === "queue" ? "merge_queue_merge" : "push";
}
