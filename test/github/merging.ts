/** Merging a pull request: may it, how, and what commits come of it. */
import { canPush, loginOf, type Actor } from "./actor.ts";
import { moveBranch } from "./branches.ts";
import { blocker, commitFor, signatureOf, tryMerge } from "./mergeability.ts";
import { pullCommits, pullName, type MergeMethod, type Pull } from "./pull.ts";
import { conflict, forbidden, Refusal } from "./refusal.ts";
import { branchTip, type Repository } from "./repository.ts";
import { bindingRule } from "./rules.ts";
import { mergeFiles } from "./three-way.ts";
import { filesAt, writeFiles } from "./trees.ts";
import type { World } from "./world.ts";

export type MergeWish = {
  method: MergeMethod;
  sha?: string | undefined;
  title?: string | undefined;
  message?: string | undefined;
};

/** Merges as the actor, or refuses: 403, 405 for what can't be merged, 409 when the head is not the one seen. */
export function mergePull(
  world: World,
  repository: Repository,
  pull: Pull,
  actor: Actor,
  wish: MergeWish,
): string {
  if (!canPush(world, actor, repository)) throw forbidden("Resource not accessible by integration");
  if (wish.sha !== undefined && wish.sha !== pull.head.sha) {
    throw conflict("Head branch was modified. Review and try the merge again.");
  }
  refuseUnmergeable(world, repository, pull, actor, wish.method);
  const base = branchTip(repository, pull.base.ref);
  const tree = tryMerge(world, repository, pull);
  if (base === undefined || tree === undefined) throw new Refusal(405, "Pull Request is not mergeable");
  const commits = mergeCommits(world, repository, pull, actor, { ...wish, base, tree });
  const commit = commits.at(-1) ?? base;
  moveBranch(world, repository, actor, pull.base.ref, commit, { by: "merge", pull, commits });
  if (repository.settings.deleteBranchOnMerge && pull.head.repositoryId === repository.id) {
    moveBranch(world, repository, actor, pull.head.ref, undefined);
  }
  return commit;
}

function refuseUnmergeable(
  world: World,
  repository: Repository,
  pull: Pull,
  actor: Actor,
  method: MergeMethod,
): void {
  const { settings } = repository;
  if (pull.state === "closed") throw new Refusal(405, "Pull Request is not mergeable");
  if (pull.draft) throw new Refusal(405, "Pull Request is still a draft");
  if (method === "merge" && !settings.allowMergeCommit)
    throw new Refusal(405, "Merge commits are not allowed on this repository.");
  if (method === "squash" && !settings.allowSquashMerge)
    throw new Refusal(405, "Squash merges are not allowed on this repository.");
  if (method === "rebase" && !settings.allowRebaseMerge)
    throw new Refusal(405, "Rebase merges are not allowed on this repository.");
  if (bindingRule(repository, pull.base.ref, actor, "merge_queue") !== undefined) {
    throw new Refusal(
      405,
      "Repository rule violations found\n\nChanges must be made through the merge queue\n\n",
    );
  }
  const reason = blocker(world, repository, pull, actor);
  if (reason !== undefined) throw new Refusal(405, `Repository rule violations found\n\n${reason}\n\n`);
}

function mergeCommits(
  world: World,
  repository: Repository,
  pull: Pull,
  actor: Actor,
  { method, base, tree, title, message }: MergeWish & { base: string; tree: string },
): string[] {
  const merger = signatureOf(world, loginOf(actor));
  if (method === "rebase") return rebase(world, repository, pull, base);
  if (method === "squash") {
    const head = title ?? `${pull.title} (#${pull.number})`;
    const text = `${head}${message === undefined || message === "" ? "" : `\n\n${message}`}`;
    return [
      commitFor(world, repository, signatureOf(world, pull.author), { tree, parents: [base], message: text }),
    ];
  }
  const head = title ?? `Merge pull request #${pull.number} from ${pull.head.owner}/${pull.head.ref}`;
  const text = `${head}\n\n${message ?? pull.title}`;
  return [commitFor(world, repository, merger, { tree, parents: [base, pull.head.sha], message: text })];
}

/** Every commit again on top of the base. */
function rebase(world: World, repository: Repository, pull: Pull, base: string): string[] {
  const { objects } = repository;
  const made: string[] = [];
  let onto = base;
  for (const sha of pullCommits(repository, pull)) {
    const commit = objects.commits.get(sha);
    if (commit === undefined || commit.parents.length > 1) continue;
    const before = filesAt(objects, commit.parents[0]);
    const merged = mergeFiles(objects, before, filesAt(objects, onto), filesAt(objects, sha));
    if ("conflicts" in merged) throw new Refusal(405, `${pullName(repository, pull)} can't be rebased`);
    const tree = writeFiles(objects, merged.files);
    onto = commitFor(world, repository, commit.author, { tree, parents: [onto], message: commit.message });
    made.push(onto);
  }
  return made;
}

/** Merges what somebody armed to be merged once it may be: called whenever a check, a status or a review came in. */
export function mergeArmed(world: World, repository: Repository, sha: string): void {
  for (const pull of repository.pulls.values()) {
    if (pull.state !== "open" || pull.autoMerge === null || pull.head.sha !== sha) continue;
    const actor: Actor = { kind: "user", login: pull.autoMerge.by };
    if (blocker(world, repository, pull, actor) !== undefined) continue;
    mergePull(world, repository, pull, actor, { method: pull.autoMerge.method });
  }
}
