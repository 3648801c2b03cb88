import type { GateCache } from "../gate/gate-cache.ts";
import type { Actor, Moment, PullRequestNow } from "../gate/pull-request.ts";
import type { Snapshot } from "../gate/snapshot.ts";
import type { Digest } from "../json/canonical.ts";
import type { ObjectId } from "../propose/state.ts";
import type { Landing } from "./landing.ts";

/** Something that bears on who merged a pull request, as GitHub's timeline has it. */
export type MergeEvent =
  /** Auto-merge was switched on; or somebody put it into the merge queue. `head`: of then, where GitHub tells it. */
  | {
      readonly kind: "armed" | "queued";
      readonly actor: Actor;
      readonly at: Moment;
      readonly head: ObjectId | undefined;
    }
  | { readonly kind: "disarmed" | "unqueued"; readonly actor: Actor; readonly at: Moment }
  /** The head became another commit: a push, forced or not. */
  | { readonly kind: "head-changed"; readonly at: Moment };

/** Somebody who made what was merged; null where the account is gone, or an address belongs to nobody. */
export interface Contributor {
  readonly who: Actor;
  readonly as: "author" | "committer" | "co-author" | "pusher";
}

/** What GitHub still knows of a merged pull request. */
export interface MergedPull {
  /** As the gate sees it; its `head` is the one that was merged. Events after the merge don't count. */
  readonly pull: PullRequestNow;
  readonly mergedAt: Moment;
  /** Whom GitHub names: whoever executed the merge, armed it, or the queue's bot. */
  readonly mergedBy: Actor;
  /** Oldest first. */
  readonly events: readonly MergeEvent[];
  /** Without GitHub's own committer of merges made in the browser. */
  readonly contributors: readonly Contributor[];
  /** The best common ancestor of the head and of what the default branch was before; undefined when there is none. */
  readonly mergeBase: ObjectId | undefined;
}

/** Everything that decides about one landing. */
export interface LandingSeen {
  readonly landing: Landing;
  /** Missing where it came without a pull request. */
  readonly merged: MergedPull | undefined;
  /** The snapshots before and after it, of the merged head, and of the merge base. */
  readonly snapshots: ReadonlyMap<ObjectId, Snapshot>;
  /** The deciding files as the record has them last, approved or not. */
  readonly recorded: ReadonlyMap<string, Digest>;
  /** The last approved state: see `approvedSnapshot`. */
  readonly approved: Snapshot;
  readonly cache: GateCache;
}
