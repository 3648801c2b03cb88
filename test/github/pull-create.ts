/** Making a pull request, as strictly as GitHub: one for a head and a base, and only with something new. */
import { appOf, canPush, isActions, loginOf, type Actor } from "./actor.ts";
import { created, type Answer } from "./answer.ts";
import { text, textOr, type RepositoryCall } from "./call.ts";
import { commitsBetween, mergeBase } from "./history.ts";
import { publishPull } from "./payloads.ts";
import type { Pull } from "./pull.ts";
import { fullPullView } from "./pull-view.ts";
import { MOST_BODY } from "./pulls.ts";
import { forbidden, invalidBecause, invalidField, limitLength } from "./refusal.ts";
import { branchTip, type Repository } from "./repository.ts";
import { refuseEmpty } from "./revision.ts";
import type { World } from "./world.ts";

/** `POST …/pulls` */
export function createPull(call: RepositoryCall): Answer {
  const { world, repository, actor, body } = call;
  refuseEmpty(repository);
  if (isActions(actor) && !repository.settings.actionsMayOpenPulls) {
    throw forbidden("GitHub Actions is not permitted to create or approve pull requests.");
  }
  const title = text(body, "title") ?? "";
  if (title.trim() === "") throw invalidField("PullRequest", "title", "missing_field");
  limitTexts(title, text(body, "body"));
  const { source, owner, ref } = headOf(world, repository, textOr(body, "head", ""));
  const head = source === undefined ? undefined : branchTip(source, ref);
  if (source === undefined || head === undefined) throw invalidField("PullRequest", "head");
  const baseRef = textOr(body, "base", "");
  const base = branchTip(repository, baseRef);
  if (base === undefined) throw invalidField("PullRequest", "base");
  if (actor.kind === "user" && !canPush(world, actor, source))
    throw forbidden("Resource not accessible by integration");
  refuseDuplicate(repository, source, ref, baseRef, owner);
  refuseNothingNew(repository, baseRef, base, head, source === repository ? ref : `${owner}:${ref}`);
  const pull = newPull(world, repository, actor, {
    title,
    body: text(body, "body") ?? null,
    draft: body["draft"] === true,
    head: { repositoryId: source.id, owner, ref, sha: head },
    base: { ref: baseRef, sha: base },
  });
  publishPull(world, repository, pull, "opened", actor);
  const view = fullPullView(world, repository, pull, false);
  pull.hiddenFor = world.latency.newPullHidden;
  return created(view);
}

/** GitHub's limits on what is written on a pull request. */
export function limitTexts(title: string, body: string | undefined): void {
  limitLength("PullRequest", "title", title, 256);
  limitLength("PullRequest", "body", body ?? "", MOST_BODY);
}

/** `branch`, or `owner:branch` of a fork. */
function headOf(
  world: World,
  repository: Repository,
  head: string,
): { source: Repository | undefined; owner: string; ref: string } {
  const colon = head.indexOf(":");
  if (colon < 0) return { source: repository, owner: repository.owner, ref: head };
  const [owner, ref] = [head.slice(0, colon), head.slice(colon + 1)];
  if (owner.toLowerCase() === repository.owner.toLowerCase())
    return { source: repository, owner: repository.owner, ref };
  const source = [...world.repositories.values()].find(
    (other) => other.owner.toLowerCase() === owner.toLowerCase() && other.objects === repository.objects,
  );
  return { source, owner: source?.owner ?? owner, ref };
}

/** One open pull request for a head and a base. */
export function refuseDuplicate(
  repository: Repository,
  source: Repository,
  ref: string,
  base: string,
  owner: string,
): void {
  for (const pull of repository.pulls.values()) {
    const same = pull.head.repositoryId === source.id && pull.head.ref === ref && pull.base.ref === base;
    if (same && pull.state === "open") {
      throw invalidBecause("PullRequest", `A pull request already exists for ${owner}:${ref}.`);
    }
  }
}

/** A pull request needs a commit its base does not have. */
export function refuseNothingNew(
  repository: Repository,
  baseRef: string,
  base: string,
  head: string,
  label: string,
): void {
  const { objects } = repository;
  if (mergeBase(objects, base, head) === undefined) {
    throw invalidBecause("PullRequest", `The ${label} branch has no history in common with ${baseRef}`);
  }
  if (commitsBetween(objects, base, head).length === 0) {
    throw invalidBecause("PullRequest", `No commits between ${baseRef} and ${label}`);
  }
}

function newPull(
  world: World,
  repository: Repository,
  actor: Actor,
  given: Pick<Pull, "title" | "body" | "draft" | "head" | "base">,
): Pull {
  const now = world.clock.now();
  const pull: Pull = {
    ...given,
    id: world.nextId(),
    number: repository.pulls.size + repository.issues.size + 1,
    state: "open",
    locked: false,
    author: loginOf(actor),
    app: appOf(actor),
    createdAt: now,
    updatedAt: now,
    closedAt: null,
    closedBy: null,
    mergedAt: null,
    mergedBy: null,
    mergeCommit: null,
    mergedCommits: [],
    labels: [],
    events: [],
    comments: [],
    reviews: [],
    autoMerge: null,
    testMerge: null,
    hiddenFor: 0,
    unknownFor: world.latency.mergeableUnknown,
  };
  repository.pulls.set(pull.number, pull);
  repository.refs.set(`refs/pull/${pull.number}/head`, pull.head.sha);
  return pull;
}
