/** A pull request, what is written on it, and what happened to it. */
import type { JsonObject } from "../../src/core/json/value.ts";
import { appOf, loginOf, type Actor } from "./actor.ts";
import { diffFiles, type FileChange } from "./diff.ts";
import { commitsBetween, mergeBase } from "./history.ts";
import type { App } from "./people.ts";
import { branchTip, type Repository } from "./repository.ts";
import { filesAt } from "./trees.ts";
import { fullNameOf, type World } from "./world.ts";

/** One line of a pull request's history. */
export type PullEvent = {
  id: number;
  event: string;
  actor: string;
  app: App | null;
  at: string;
  commit: string | null;
  more: JsonObject;
};

export type Comment = {
  id: number;
  author: string;
  app: App | null;
  body: string;
  createdAt: string;
  updatedAt: string;
  reactions: { id: number; author: string; content: string; at: string }[];
};

export type Review = {
  id: number;
  author: string;
  body: string;
  state: "APPROVED" | "CHANGES_REQUESTED" | "COMMENTED" | "DISMISSED";
  commit: string | null;
  at: string;
};

export type MergeMethod = "merge" | "squash" | "rebase";

export type Pull = {
  id: number;
  number: number;
  title: string;
  body: string | null;
  state: "open" | "closed";
  draft: boolean;
  /** Only those who may write can comment; a bot can't, whatever its App may do. */
  locked: boolean;
  author: string;
  app: App | null;
  /** `repositoryId` is null once the fork is gone. A closed pull request keeps the head it was closed with. */
  head: { repositoryId: number | null; owner: string; ref: string; sha: string };
  /** `sha`: the tip of the base when the head last moved, not the present one. */
  base: { ref: string; sha: string };
  createdAt: string;
  updatedAt: string;
  closedAt: string | null;
  closedBy: string | null;
  mergedAt: string | null;
  mergedBy: string | null;
  mergeCommit: string | null;
  /** What its merge put on the base. */
  mergedCommits: string[];
  /** Names in lower case, in the order they were added. */
  labels: string[];
  events: PullEvent[];
  comments: Comment[];
  reviews: Review[];
  autoMerge: { by: string; method: MergeMethod } | null;
  /** The merge GitHub tries by itself: of which base and head, and the commit, null if they conflict. */
  testMerge: { base: string; head: string; commit: string | null } | null;
  /** Calls for which it is not visible yet, reads for which `mergeable` is not known yet. */
  hiddenFor: number;
  unknownFor: number;
};

/** Writes a line of history and says that the pull request changed. */
export function recordEvent(
  world: World,
  pull: Pull,
  actor: Actor,
  event: string,
  more: JsonObject = {},
): PullEvent {
  const commit = typeof more["commit_id"] === "string" ? more["commit_id"] : null;
  const { commit_id: _, ...rest } = more;
  const at = world.clock.now();
  const line = {
    id: world.nextId(),
    event,
    actor: loginOf(actor),
    app: appOf(actor),
    at,
    commit,
    more: rest,
  };
  pull.events.push(line);
  pull.updatedAt = at;
  return line;
}

/** The commit the pull request's changes are counted from. */
function pullBase(repository: Repository, pull: Pull): string | undefined {
  const base = pull.state === "open" ? branchTip(repository, pull.base.ref) : pull.base.sha;
  return mergeBase(repository.objects, base ?? pull.base.sha, pull.head.sha);
}

/** Its commits, oldest first. */
export const pullCommits = (repository: Repository, pull: Pull): string[] =>
  commitsBetween(repository.objects, pullBase(repository, pull), pull.head.sha);

/** Its files, against the commit it started from (three dots, as on GitHub's page). */
export function pullFiles(repository: Repository, pull: Pull): FileChange[] {
  const { objects } = repository;
  return diffFiles(objects, filesAt(objects, pullBase(repository, pull)), filesAt(objects, pull.head.sha));
}

/** Pull requests of any repository whose head is this branch. */
export function pullsFrom(world: World, repository: Repository, branch: string): [Repository, Pull][] {
  const found: [Repository, Pull][] = [];
  for (const target of world.repositories.values()) {
    for (const pull of target.pulls.values()) {
      if (pull.head.repositoryId === repository.id && pull.head.ref === branch) found.push([target, pull]);
    }
  }
  return found;
}

/** Reviews that count: the latest of each reviewer that says yes or no; a comment says neither. */
export function standingReviews(pull: Pull): Map<string, Review> {
  const standing = new Map<string, Review>();
  for (const review of pull.reviews) if (review.state !== "COMMENTED") standing.set(review.author, review);
  return standing;
}

/** `owner/name#7`, for messages. */
export const pullName = (repository: Repository, pull: Pull): string =>
  `${fullNameOf(repository)}#${pull.number}`;
