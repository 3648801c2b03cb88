/** Whether a pull request can be merged: the tree it would give, and what stands against it. */
import { roleOf, type Actor } from "./actor.ts";
import { WEB_FLOW } from "./commit-view.ts";
import { mergeBase } from "./history.ts";
import { putCommit, signature, type Commit, type Signature } from "./objects.ts";
import { atLeast } from "./people.ts";
import { standingReviews, type Pull } from "./pull.ts";
import { branchTip, type Repository } from "./repository.ts";
import { missingChecks } from "./required-checks.ts";
import { bindingRule } from "./rules.ts";
import { mergeFiles } from "./three-way.ts";
import { filesAt, writeFiles } from "./trees.ts";
import { findAccount, type World } from "./world.ts";

/** The tree of a commit merged onto another; undefined when they conflict. */
export function mergedTree(repository: Repository, onto: string, head: string): string | undefined {
  const { objects } = repository;
  const base = filesAt(objects, mergeBase(objects, onto, head));
  const merged = mergeFiles(objects, base, filesAt(objects, onto), filesAt(objects, head));
  return "conflicts" in merged ? undefined : writeFiles(objects, merged.files);
}

/** A commit GitHub itself makes, signed by it, for somebody. */
export function commitFor(
  world: World,
  repository: Repository,
  author: Signature,
  commit: Pick<Commit, "tree" | "parents" | "message">,
): string {
  const committer = signature(WEB_FLOW.name, WEB_FLOW.email, world.clock.now());
  const sha = putCommit(repository.objects, { ...commit, author, committer });
  repository.objects.verified.add(sha);
  return sha;
}

/** Somebody's signature with the address GitHub gives those who hide theirs. */
export function signatureOf(world: World, login: string): Signature {
  const account = findAccount(world, login);
  const email = account?.email ?? `${account?.id ?? 0}+${login}@users.noreply.github.com`;
  return signature(account?.name ?? login, email, world.clock.now());
}

/** Whether GitHub would merge it, and its word for why not. The first read after a change may not know yet. */
export function mergeability(
  world: World,
  repository: Repository,
  pull: Pull,
): { mergeable: boolean | null; state: string } {
  if (pull.state === "closed") return { mergeable: null, state: "unknown" };
  if (pull.unknownFor > 0) {
    pull.unknownFor -= 1;
    return { mergeable: null, state: "unknown" };
  }
  if (tryMerge(world, repository, pull) === undefined) return { mergeable: false, state: "dirty" };
  if (pull.draft) return { mergeable: true, state: "draft" };
  return { mergeable: true, state: blocker(world, repository, pull) === undefined ? "clean" : "blocked" };
}

/** The tree the merge would have; keeps the test merge commit that `merge_commit_sha` names until then. */
export function tryMerge(world: World, repository: Repository, pull: Pull): string | undefined {
  const base = branchTip(repository, pull.base.ref);
  if (base === undefined) return undefined;
  const tree = mergedTree(repository, base, pull.head.sha);
  const known = pull.testMerge;
  if (known === null || known.base !== base || known.head !== pull.head.sha) {
    const message = `Merge ${pull.head.sha} into ${base}`;
    const author = signatureOf(world, pull.author);
    const commit =
      tree === undefined
        ? null
        : commitFor(world, repository, author, { tree, parents: [base, pull.head.sha], message });
    pull.testMerge = { base, head: pull.head.sha, commit };
  }
  return tree;
}

/** GitHub's reason not to merge, undefined when there is none. `actor`: who wants to, if somebody does. */
export function blocker(
  world: World,
  repository: Repository,
  pull: Pull,
  actor: Actor = { kind: "anonymous" },
): string | undefined {
  const { ref } = pull.base;
  const reviews = bindingRule(repository, ref, actor, "pull_request");
  if (reviews !== undefined) {
    const standing = [...standingReviews(pull)].filter(([login]) =>
      atLeast(roleOf(world, repository, login), "write"),
    );
    if (standing.some(([, { state }]) => state === "CHANGES_REQUESTED"))
      return "Changes have been requested on this pull request.";
    const approvals = standing.filter(([, { state }]) => state === "APPROVED").length;
    const needed = Number(reviews.parameters["required_approving_review_count"] ?? 0);
    if (approvals < needed) {
      return `At least ${needed} approving review${needed === 1 ? " is" : "s are"} required by reviewers with write access.`;
    }
  }
  return missingChecks(
    repository,
    bindingRule(repository, ref, actor, "required_status_checks"),
    pull.head.sha,
  );
}
