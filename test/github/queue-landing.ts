/** How the entries of a merge queue leave it: landed, or thrown out. */
import { moveBranch } from "./branches.ts";
import { leaveQueue, QUEUE_BOT, queueOf } from "./queue.ts";
import type { Repository } from "./repository.ts";
import { checkState, requiredChecks } from "./required-checks.ts";
import { rulesFor } from "./rules.ts";
import type { World } from "./world.ts";

/** Lands what is green from the front, throws out what is red, and stops at what has not answered. */
export function settleQueue(world: World, repository: Repository, branch: string): void {
  for (
    let entry = queueOf(repository, branch)[0];
    entry !== undefined;
    entry = queueOf(repository, branch)[0]
  ) {
    const pull = repository.pulls.get(entry.pull);
    const rule = rulesFor(repository, branch).find(({ type }) => type === "required_status_checks");
    const { head } = entry;
    const states = new Set(requiredChecks(rule).map((check) => checkState(repository, head, check)));
    if (pull === undefined || states.has("expected")) return;
    if (states.has("failing")) {
      leaveQueue(world, repository, pull, QUEUE_BOT, "dequeued");
      continue;
    }
    moveBranch(world, repository, QUEUE_BOT, branch, head, { by: "queue", pull, commits: [] });
  }
}
