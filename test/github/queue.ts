/** The merge queue of a branch: entries, their groups' commits, and how they land or are thrown out. */
import type { JsonObject } from "../../src/core/json/value.ts";
import { loginOf, type Actor } from "./actor.ts";
import { requestSuites } from "./checks.ts";
import { simpleCommitView } from "./commit-view.ts";
import { blocker, commitFor, mergedTree, signatureOf } from "./mergeability.ts";
import { publish, publishPull } from "./payloads.ts";
import { recordEvent, type Pull } from "./pull.ts";
import { Refusal, unprocessable } from "./refusal.ts";
import { branchTip, type Repository } from "./repository.ts";
import type { World } from "./world.ts";

/** One pull request in the queue. `base` and `head`: what its group's commit is built on, and that commit. */
export type QueueEntry = {
  id: number;
  pull: number;
  branch: string;
  enqueuer: string;
  at: string;
  base: string;
  head: string;
  ref: string;
};

/** Who lands what is in the queue. */
export const QUEUE_BOT = { kind: "user", login: "github-merge-queue[bot]" } as const satisfies Actor;

/** The entries of a branch's queue, first to land first. */
export const queueOf = (repository: Repository, branch: string): QueueEntry[] =>
  repository.queue.filter((entry) => entry.branch === branch);

/** Puts a pull request into the queue: it must be mergeable but for the queue itself. */
export function enqueue(world: World, repository: Repository, pull: Pull, actor: Actor): void {
  const reason = pull.state === "closed" ? "Pull request is closed" : blocker(world, repository, pull, actor);
  if (reason !== undefined) throw unprocessable(reason);
  addEntry(world, repository, pull, loginOf(actor));
  pull.autoMerge = null;
  recordEvent(world, pull, actor, "added_to_merge_queue");
  publishPull(world, repository, pull, "enqueued", actor);
}

function addEntry(world: World, repository: Repository, pull: Pull, enqueuer: string): void {
  const branch = pull.base.ref;
  const base = queueOf(repository, branch).at(-1)?.head ?? branchTip(repository, branch);
  const tree = base === undefined ? undefined : mergedTree(repository, base, pull.head.sha);
  if (base === undefined || tree === undefined) throw new Refusal(405, "Pull Request is not mergeable");
  const message = `Merge pull request #${pull.number} from ${pull.head.owner}/${pull.head.ref}\n\n${pull.title}`;
  const author = signatureOf(world, QUEUE_BOT.login);
  const head = commitFor(world, repository, author, { tree, parents: [base, pull.head.sha], message });
  const name = `gh-readonly-queue/${branch}/pr-${pull.number}-${base}`;
  const entry = {
    id: world.nextId(),
    pull: pull.number,
    branch,
    enqueuer,
    at: world.clock.now(),
    base,
    head,
    ref: name,
  };
  repository.queue.push(entry);
  repository.refs.set(`refs/heads/${name}`, head);
  requestSuites(world, repository, QUEUE_BOT, name, undefined, head);
  publishGroup(world, repository, entry, "checks_requested");
}

function publishGroup(
  world: World,
  repository: Repository,
  entry: QueueEntry,
  action: string,
  more: JsonObject = {},
): void {
  publish(world, repository, "merge_group", QUEUE_BOT, () => ({
    action,
    ...more,
    merge_group: {
      head_sha: entry.head,
      head_ref: `refs/heads/${entry.ref}`,
      base_sha: entry.base,
      base_ref: `refs/heads/${entry.branch}`,
      head_commit: simpleCommitView(repository, entry.head),
    },
  }));
}

/** Takes a pull request out of the queue, if it is in it; those behind it are built anew, unless it landed. */
export function leaveQueue(
  world: World,
  repository: Repository,
  pull: Pull,
  actor: Actor,
  reason: "merged" | "invalidated" | "dequeued",
): void {
  const at = repository.queue.findIndex((entry) => entry.pull === pull.number);
  const entry = repository.queue[at];
  if (entry === undefined) return;
  const behind = repository.queue.slice(at + 1).filter((other) => other.branch === entry.branch);
  repository.queue.splice(at, 1);
  repository.refs.delete(`refs/heads/${entry.ref}`);
  recordEvent(world, pull, reason === "merged" ? QUEUE_BOT : actor, "removed_from_merge_queue");
  publishGroup(world, repository, entry, "destroyed", { reason });
  publishPull(world, repository, pull, "dequeued", actor, { reason: DEQUEUED[reason] });
  if (reason !== "merged") rebuild(world, repository, behind);
}

const DEQUEUED = { merged: "MERGE", invalidated: "MERGE_CONFLICT", dequeued: "MANUAL" } as const;

function rebuild(world: World, repository: Repository, entries: readonly QueueEntry[]): void {
  for (const entry of entries) {
    repository.queue.splice(repository.queue.indexOf(entry), 1);
    repository.refs.delete(`refs/heads/${entry.ref}`);
    publishGroup(world, repository, entry, "destroyed", { reason: "invalidated" });
    const pull = repository.pulls.get(entry.pull);
    if (pull !== undefined) addEntry(world, repository, pull, entry.enqueuer);
  }
}
