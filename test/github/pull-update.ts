/** Changing a pull request: its words, its base, whether it is open. */
import { loginOf, roleOf } from "./actor.ts";
import { ok, type Answer } from "./answer.ts";
import { text, type RepositoryCall } from "./call.ts";
import { isAncestor } from "./history.ts";
import { publishPull } from "./payloads.ts";
import { atLeast } from "./people.ts";
import { recordEvent, type Pull } from "./pull.ts";
import { limitTexts, refuseDuplicate, refuseNothingNew } from "./pull-create.ts";
import { closePull } from "./pulls-follow.ts";
import { fullPullView } from "./pull-view.ts";
import { needPull } from "./pulls.ts";
import { invalidBecause, invalidField, notFound, type Refusal } from "./refusal.ts";
import { branchTip } from "./repository.ts";
import { repositoryById } from "./world.ts";

/** `PATCH …/pulls/{pull_number}`: by its author, or by those who may push. */
export function updatePull(call: RepositoryCall): Answer {
  const { world, repository, actor, body } = call;
  const pull = needPull(call, "pull_number", true);
  const own = pull.author === loginOf(actor);
  if (actor.kind === "user" && !own && !atLeast(roleOf(world, repository, actor.login), "triage"))
    throw notFound();
  const title = text(body, "title") ?? pull.title;
  if (title.trim() === "") throw invalidField("PullRequest", "title", "missing_field");
  limitTexts(title, text(body, "body"));
  retarget(call, pull, text(body, "base") ?? pull.base.ref);
  editTexts(call, pull, title);
  const state = text(body, "state") ?? pull.state;
  if (state === "closed" && pull.state === "open") closePull(world, repository, pull, actor);
  if (state === "open" && pull.state === "closed") reopen(call, pull);
  return ok(fullPullView(world, repository, pull));
}

function editTexts({ world, repository, actor, body }: RepositoryCall, pull: Pull, title: string): void {
  const changes: Record<string, { from: string }> = {};
  if (title !== pull.title) {
    recordEvent(world, pull, actor, "renamed", { rename: { from: pull.title, to: title } });
    changes["title"] = { from: pull.title };
  }
  const after = body["body"] === undefined ? pull.body : (text(body, "body") ?? null);
  if (after !== pull.body) changes["body"] = { from: pull.body ?? "" };
  if (Object.keys(changes).length === 0) return;
  pull.title = title;
  pull.body = after;
  pull.updatedAt = world.clock.now();
  publishPull(world, repository, pull, "edited", actor, { changes });
}

function retarget({ world, repository, actor }: RepositoryCall, pull: Pull, ref: string): void {
  if (ref === pull.base.ref) return;
  const tip = branchTip(repository, ref);
  if (tip === undefined) throw invalidField("PullRequest", "base");
  if (pull.state === "closed")
    throw invalidBecause("PullRequest", "Cannot change the base branch of a closed pull request.", "base");
  refuseNothingNew(repository, ref, tip, pull.head.sha, pull.head.ref);
  const before = pull.base;
  pull.base = { ref, sha: tip };
  pull.unknownFor = world.latency.mergeableUnknown;
  recordEvent(world, pull, actor, "base_ref_changed");
  const changes = { base: { ref: { from: before.ref }, sha: { from: before.sha } } };
  publishPull(world, repository, pull, "edited", actor, { changes });
}

/** Only when the head branch is where it was, or ahead of it: not after a force-push, nor when it is gone. */
function reopen({ world, repository, actor }: RepositoryCall, pull: Pull): void {
  if (pull.mergedAt !== null) throw refuse("The pull request cannot be reopened.");
  const source = repositoryById(world, pull.head.repositoryId);
  if (source === undefined) throw refuse("The repository that submitted this pull request has been deleted.");
  const { ref } = pull.head;
  const tip = branchTip(source, ref);
  const base = branchTip(repository, pull.base.ref);
  if (tip === undefined) throw refuse(`The ${ref} branch has been deleted.`);
  if (base === undefined) throw refuse(`The ${pull.base.ref} branch has been deleted.`);
  if (!isAncestor(repository.objects, pull.head.sha, tip))
    throw refuse(`The ${ref} branch was force-pushed or recreated.`);
  if (isAncestor(repository.objects, tip, base))
    throw refuse(`There are no new commits on the ${ref} branch.`);
  refuseDuplicate(repository, source, ref, pull.base.ref, pull.head.owner);
  pull.state = "open";
  pull.closedAt = null;
  pull.closedBy = null;
  pull.head.sha = tip;
  pull.base.sha = base;
  repository.refs.set(`refs/pull/${pull.number}/head`, tip);
  recordEvent(world, pull, actor, "reopened");
  publishPull(world, repository, pull, "reopened", actor);
}

const refuse = (why: string): Refusal =>
  invalidBecause("PullRequest", `state cannot be changed. ${why}`, "state");
