/** The payloads of webhooks, built at the moment of the event and held against GitHub's schemas. */
import type { Json, JsonObject } from "../../src/core/json/value.ts";
import { organizationView, userOrGhost } from "./account-view.ts";
import { loginOf, type Actor } from "./actor.ts";
import { simpleCommitView } from "./commit-view.ts";
import { diffFiles } from "./diff.ts";
import { checkPayload } from "./fixture.ts";
import { commitsBetween } from "./history.ts";
import { deliver, installedOn, listenersFor } from "./hooks.ts";
import { nodeId } from "./node-id.ts";
import type { Pull } from "./pull.ts";
import { fullPullView } from "./pull-view.ts";
import { ZERO, type Repository } from "./repository.ts";
import { htmlOf, repositoryView } from "./repository-view.ts";
import { filesAt } from "./trees.ts";
import { findAccount, fullNameOf, type World } from "./world.ts";

/** Tells every listener of an event. `build` is only called when there is one. */
export function publish(
  world: World,
  repository: Repository,
  event: string,
  actor: Actor,
  build: () => JsonObject,
): void {
  const listeners = listenersFor(world, repository, event);
  if (listeners.length === 0) return;
  const built = build();
  for (const hook of listeners) {
    const installation = "app" in hook.of ? installedOn(world, hook.of.app, repository) : undefined;
    const payload: JsonObject = {
      ...built,
      repository: repositoryView(world, repository),
      ...(findAccount(world, repository.owner)?.type === "Organization"
        ? { organization: organizationView(world, repository.owner) }
        : {}),
      sender: userOrGhost(world, loginOf(actor)),
      ...(installation === undefined
        ? {}
        : { installation: { id: installation.id, node_id: nodeId("I", installation.id) } }),
    };
    const wrong = checkPayload(event, payload);
    if (wrong !== undefined) world.failures.push(wrong);
    deliver(world, hook, event, payload);
  }
}

/** An event of a pull request: `opened`, `synchronize`, `labeled` and so on. */
export function publishPull(
  world: World,
  repository: Repository,
  pull: Pull,
  action: string,
  actor: Actor,
  more: JsonObject = {},
): void {
  publish(world, repository, "pull_request", actor, () => ({
    action,
    number: pull.number,
    pull_request: fullPullView(world, repository, pull, false),
    ...more,
  }));
}

/** A push: a branch made, moved or taken away. */
export function publishPush(
  world: World,
  repository: Repository,
  actor: Actor,
  move: { ref: string; before: string | undefined; after: string | undefined; forced: boolean },
): void {
  publish(world, repository, "push", actor, () => {
    const { before, after, forced, ref } = move;
    const added = after === undefined ? [] : commitsBetween(repository.objects, before, after).slice(-20);
    const account = findAccount(world, loginOf(actor));
    return {
      ref,
      before: before ?? ZERO,
      after: after ?? ZERO,
      base_ref: null,
      created: before === undefined,
      deleted: after === undefined,
      forced,
      compare: `${htmlOf(repository)}/compare/${(before ?? ZERO).slice(0, 12)}...${(after ?? ZERO).slice(0, 12)}`,
      commits: added.map((sha) => pushedCommit(repository, sha)),
      head_commit: after === undefined ? null : pushedCommit(repository, after),
      pusher: { name: loginOf(actor), email: account?.email ?? `${loginOf(actor)}@users.noreply.github.com` },
    };
  });
}

function pushedCommit(repository: Repository, sha: string): JsonObject {
  const { objects } = repository;
  const changes = diffFiles(
    objects,
    filesAt(objects, objects.commits.get(sha)?.parents[0]),
    filesAt(objects, sha),
  );
  const paths = (status: string): Json =>
    changes.filter((one) => one.status === status).map(({ path }) => path);
  const { author, committer, ...commit } = simpleCommitView(repository, sha);
  return {
    ...commit,
    author: author ?? null,
    committer: committer ?? null,
    distinct: true,
    url: `https://github.com/${fullNameOf(repository)}/commit/${sha}`,
    added: paths("added"),
    removed: paths("removed"),
    modified: paths("modified"),
  };
}
