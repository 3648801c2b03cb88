import type { PeopleQuestion, Standing } from "../core/gate/people.ts";
import type { GroupNow, PullRequestNow } from "../core/gate/pull-request.ts";
import type { Snapshot } from "../core/gate/snapshot.ts";
import type { Annotation } from "../core/gate/verdict.ts";
import type { ContentName } from "../core/record/approved.ts";
import type { ObjectId } from "../core/propose/state.ts";

/** What the gate publishes for a commit: a new check run or a status, never a changed one. */
export interface GateOutput {
  readonly commit: ObjectId;
  readonly passes: boolean;
  readonly title: string;
  readonly summary: string;
  readonly description: string;
  readonly annotations: readonly Annotation[];
  /** What it is known by; a commit whose newest verdict has this id is left as it is. */
  readonly id: string;
}

/**
 * All that the gate knows of a repository and may do in it. Reads give what is so now; what can't be read whole says so in
 * its answer. A method throws only where GitHub can't be reached or refuses us altogether.
 */
export interface GatePort {
  /** Undefined when there is no such pull request. */
  readonly pullRequest: (number: number) => Promise<PullRequestNow | undefined>;
  /** The open pull requests whose head is this commit, of this repository and of forks. */
  readonly openWithHead: (head: ObjectId) => Promise<readonly number[]>;
  /** All open pull requests. */
  readonly open: () => Promise<readonly number[]>;
  readonly group: (head: ObjectId, base: ObjectId) => Promise<GroupNow>;
  /** The deciding files at some commits, in the order asked for. What a commit never changes is read once. */
  readonly snapshots: (commits: readonly ObjectId[]) => Promise<readonly Snapshot[]>;
  /** Files at commits, in the order asked for, each read once; undefined where there is none. */
  readonly contents: (names: readonly ContentName[]) => Promise<readonly (Uint8Array | undefined)[]>;
  /** `fresh`: not older than this evaluation; else at most five minutes. In the order asked for. */
  readonly people: (questions: readonly PeopleQuestion[], fresh: boolean) => Promise<readonly Standing[]>;
  /** Publishes a verdict; a form that GitHub refuses is followed by a short one, so that nothing is left pending. */
  readonly publish: (output: GateOutput) => Promise<void>;
  /** Makes the label if the repository has none of that name. */
  readonly makeLabel: (label: string) => Promise<void>;
  readonly takeLabelOff: (pullRequest: number, label: string) => Promise<void>;
  /** Writes our one comment, or edits it where there is one. */
  readonly comment: (pullRequest: number, body: string, existing: number | undefined) => Promise<void>;
}
