import type { PeopleQuestion, Standing } from "../core/gate/people.ts";
import type { Snapshot } from "../core/gate/snapshot.ts";
import type { ContentName } from "../core/record/approved.ts";
import type { MergedPull } from "../core/record/evidence.ts";
import type { LandedCommit } from "../core/record/landing.ts";
import type { ObjectId } from "../core/propose/state.ts";

/** The record's branch as it is now. */
interface LedgerNow {
  /** Our own login, with its suffix. */
  readonly self: string;
  /** What the next append goes on. */
  readonly head: ObjectId;
  /** approvals.jsonl, whole. */
  readonly text: string;
}

/** The first-parent history of the default branch since a commit. */
export interface LandedSince {
  /** The default branch's name. */
  readonly branch: string;
  readonly tip: ObjectId;
  /**
   * The commit asked for; where the branch was pushed over and has it no longer, the newest one that its first-parent
   * history still has of the ones before, undefined when it has none.
   */
  readonly base: ObjectId | undefined;
  /** What came after `base`, or all, oldest first; with every merged pull request that a commit belongs to. */
  readonly commits: readonly LandedCommit[];
}

/**
 * All that recording knows of a repository and may do in it. Reads give what is so now. A method throws only where GitHub
 * can't be reached or refuses us altogether: then nothing is recorded, and the next run does it.
 */
export interface RecordPort {
  /** Undefined when there is no such branch. */
  readonly ledger: () => Promise<LedgerNow | undefined>;
  readonly landed: (since: ObjectId) => Promise<LandedSince>;
  /**
   * What GitHub knows of a merged pull request; `before`: what the default branch was before it landed, for the merge base.
   * What can't be read whole is named in its `pull.undeterminable`, and is recorded as that for good.
   */
  readonly merged: (number: number, before: ObjectId | undefined) => Promise<MergedPull>;
  /** The deciding files at some commits, in the order asked for. A commit that is not there is left out. */
  readonly snapshots: (commits: readonly ObjectId[]) => Promise<readonly Snapshot[]>;
  /** Files at commits, in the order asked for; undefined where there is none. */
  readonly contents: (names: readonly ContentName[]) => Promise<readonly (Uint8Array | undefined)[]>;
  /** In the order asked for. */
  readonly people: (questions: readonly PeopleQuestion[]) => Promise<readonly Standing[]>;
  /** Writes the record, whole, in one commit on `onto`, by compare-and-swap; `moved`: the branch is another one by now. */
  readonly append: (text: string, onto: ObjectId, message: string) => Promise<"done" | "moved">;
}
