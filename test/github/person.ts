/** Somebody who works on GitHub's pages and with git: the same rules as by the API, without HTTP and uncounted. */
import type { Json, JsonObject } from "../../src/core/json/value.ts";
import { canPush, type Actor } from "./actor.ts";
import { moveBranch } from "./branches.ts";
import { isJsonObject, textOr } from "./call.ts";
import { rerequest } from "./checks.ts";
import { applyGiven, type GivenFiles } from "./files.ts";
import { isAncestor } from "./history.ts";
import { signatureOf } from "./mergeability.ts";
import { putCommit } from "./objects.ts";
import { perform } from "./perform.ts";
import { recordEvent, type MergeMethod, type Pull } from "./pull.ts";
import { enqueue, leaveQueue } from "./queue.ts";
import { forbidden, notFound, unprocessable } from "./refusal.ts";
import { branchTip, type Repository } from "./repository.ts";
import { filesAt, writeFiles } from "./trees.ts";
import { findRepository, type World } from "./world.ts";

/** How to push. `onto`: the commit to build on, the branch's tip if absent; another one needs `force`. */
export type PushOptions = { message?: string; force?: boolean; onto?: string };

export type Person = ReturnType<typeof createPerson>;

/** Acts as a login in one repository. Every method throws a Refusal where GitHub would refuse. */
export function createPerson(world: World, actor: Actor & { login: string }, fullName: string) {
  const [owner = "", repo = ""] = fullName.split("/");
  const need = (): Repository => {
    const repository = findRepository(world, fullName);
    if (repository === undefined) throw notFound();
    return repository;
  };
  const act = (id: string, params: Record<string, string | number> = {}, body: Json = null): JsonObject => {
    const texts = Object.entries(params).map(([name, value]): [string, string] => [name, String(value)]);
    const all = { owner, repo, ...Object.fromEntries(texts) };
    const answer = perform({
      world,
      actor,
      token: "",
      id,
      params: all,
      query: {},
      body,
      media: "json",
      path: "",
    });
    return isJsonObject(answer.body) ? answer.body : {};
  };
  const needPull = (number: number): Pull => {
    const pull = need().pulls.get(number);
    if (pull === undefined) throw notFound();
    return pull;
  };
  return {
    login: actor.login,
    /** Commits files to a branch (made from the default branch when it is new) and gives the commit's SHA. */
    push: (branch: string, files: GivenFiles, options: PushOptions = {}): string =>
      push(world, need(), actor, branch, files, options),
    /** Points a branch at a commit by force, as `git push --force` does. */
    forcePush: (branch: string, sha: string): void => pushTo(world, need(), actor, branch, sha, true),
    deleteBranch: (branch: string): void => pushTo(world, need(), actor, branch, undefined, true),
    openPull: (head: string, base: string, title: string, body = "", draft = false): number =>
      Number(act("pulls/create", {}, { head, base, title, body, draft })["number"]),
    edit: (number: number, changes: JsonObject): JsonObject =>
      act("pulls/update", { pull_number: number }, changes),
    close: (number: number): JsonObject => act("pulls/update", { pull_number: number }, { state: "closed" }),
    reopen: (number: number): JsonObject => act("pulls/update", { pull_number: number }, { state: "open" }),
    label: (number: number, name: string): JsonObject =>
      act("issues/add-labels", { issue_number: number }, { labels: [name] }),
    unlabel: (number: number, name: string): JsonObject =>
      act("issues/remove-label", { issue_number: number, name }),
    openIssue: (title: string, body: string): number =>
      Number(act("issues/create", {}, { title, body })["number"]),
    closeIssue: (number: number): JsonObject =>
      act("issues/update", { issue_number: number }, { state: "closed" }),
    lock: (number: number): void => void (needPull(number).locked = true),
    comment: (number: number, body: string): JsonObject =>
      act("issues/create-comment", { issue_number: number }, { body }),
    review: (number: number, event: "APPROVE" | "REQUEST_CHANGES" | "COMMENT", body = "ok"): JsonObject =>
      act("pulls/create-review", { pull_number: number }, { event, body }),
    dismissReview: (number: number, review: number): JsonObject =>
      act("pulls/dismiss-review", { pull_number: number, review_id: review }, { message: "dismissed" }),
    merge: (number: number, method: MergeMethod = "merge"): string =>
      textOr(act("pulls/merge", { pull_number: number }, { merge_method: method }), "sha", ""),
    /** Merges by itself, in this person's name, as soon as nothing stands against it. */
    armMerge: (number: number, method: MergeMethod = "merge"): void => {
      if (!need().settings.allowAutoMerge)
        throw unprocessable("Auto merge is not allowed for this repository");
      needPull(number).autoMerge = { by: actor.login, method };
      recordEvent(world, needPull(number), actor, "auto_merge_enabled");
    },
    enqueue: (number: number): void => enqueue(world, need(), needPull(number), actor),
    dequeue: (number: number): void => leaveQueue(world, need(), needPull(number), actor, "dequeued"),
    status: (sha: string, context: string, state: string): JsonObject =>
      act("repos/create-commit-status", { sha }, { context, state }),
    /** Asks the App of a check run to check again. */
    rerequest: (id: number): void => {
      const run = need().runs.find((one) => one.id === id);
      if (run === undefined) throw notFound();
      rerequest(world, need(), run, actor);
    },
  };
}

function push(
  world: World,
  repository: Repository,
  actor: Actor & { login: string },
  branch: string,
  given: GivenFiles,
  { message = "Change files", force = false, onto }: PushOptions,
): string {
  const { objects } = repository;
  const from = onto ?? branchTip(repository, branch) ?? branchTip(repository, repository.defaultBranch);
  const tree = writeFiles(objects, applyGiven(objects, filesAt(objects, from), given));
  const author = signatureOf(world, actor.login);
  const parents = from === undefined ? [] : [from];
  const sha = putCommit(objects, { tree, parents, author, committer: author, message: `${message}\n` });
  pushTo(world, repository, actor, branch, sha, force);
  return sha;
}

function pushTo(
  world: World,
  repository: Repository,
  actor: Actor,
  branch: string,
  sha: string | undefined,
  force: boolean,
): void {
  if (!canPush(world, actor, repository)) throw forbidden("Permission denied");
  if (repository.archived) throw forbidden("This repository was archived so it is read-only.");
  const before = branchTip(repository, branch);
  if (!force && before !== undefined && sha !== undefined && !isAncestor(repository.objects, before, sha)) {
    throw unprocessable("Updates were rejected because the tip of your current branch is behind");
  }
  world.clock.advance(1);
  moveBranch(world, repository, actor, branch, sha);
}
