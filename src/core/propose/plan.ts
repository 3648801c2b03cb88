import type { FileText, NotKnown, Notice, ObjectId, Refusal, Repository } from "./state.ts";

/** The one commit of a proposal, to be made on `parent`, which is the head of the default branch. */
export interface PlannedCommit {
  readonly parent: ObjectId;
  readonly message: string;
  /** Whole files; never empty, and each differs from the one at `parent`. */
  readonly files: readonly FileText[];
}

/** What to change of a pull request's text; what is missing stays. */
export interface PlannedText {
  readonly title?: string;
  readonly body?: string;
}

/** A branch to delete, if it is still at this commit. */
interface BranchToDelete {
  readonly branch: string;
  readonly expectedHead: ObjectId;
}

/** Why a new proposal is opened. */
export type OpenReason =
  | "new-drift"
  | "drift-changed"
  | "drift-back"
  | "merged-but-differs"
  | "closed-by-other"
  | "recreated";

/** Why the head of an open proposal is replaced. */
export type ReplaceReason =
  | "declines-adopted"
  | "recreated"
  | "base-rewritten"
  | "base-changed"
  | "drift-changed";

/** Why nothing is done now; the next run looks again. */
export type WaitReason = "merge-queue" | "retargeted" | "branch-not-seen" | NotKnown;

/** Why we stop until a person acts. */
export type StopReason = "foreign-commit" | "foreign-branch" | "pull-request-of-another";

/** Why this repository, or this branch, gets no proposal at all. */
export type SkipReason = Exclude<Repository["kind"], "ready"> | Refusal["kind"];

/** What a run does about one server's proposal: data, of which each kind is carried out in one way. */
export type Action =
  | { readonly kind: "nothing"; readonly reason: "no-drift" | "up-to-date"; readonly pullRequest?: number }
  | {
      /** Write the branch, then open a pull request. */
      readonly kind: "open";
      readonly reason: OpenReason;
      readonly branch: string;
      /** The head that the branch has now, to be moved from there in one step; missing: the branch must be made. */
      readonly expectedHead?: ObjectId;
      /** Missing when the branch holds just what is wanted, as after a run that was cut off. */
      readonly commit?: PlannedCommit;
      readonly base: string;
      readonly title: string;
      readonly body: string;
      /** GitHub runs no workflow on it before somebody with write access says so: the summary must tell. */
      readonly workflowsWait?: true;
    }
  | {
      /** Move the branch from `expectedHead` to a new commit in one step, never by way of the base; then the text. */
      readonly kind: "replace";
      readonly reason: ReplaceReason;
      readonly pullRequest: number;
      readonly branch: string;
      readonly expectedHead: ObjectId;
      readonly commit: PlannedCommit;
      readonly text: PlannedText;
      readonly notice?: Notice;
      /** As above: every new head waits again. */
      readonly workflowsWait?: true;
    }
  | {
      readonly kind: "retext";
      readonly pullRequest: number;
      readonly text: PlannedText;
      /** What the comment is to say from now on; missing when it need not change. */
      readonly notice?: Notice;
    }
  | {
      /** Comment, close with this body (its marker says that it was us), then delete the branch. */
      readonly kind: "close";
      readonly reason: "drift-gone" | "card-gone";
      readonly pullRequest: number;
      /** Missing when the comment is there already. */
      readonly notice?: Notice;
      /** Missing when the body has no marker to say it in. */
      readonly body?: string;
      readonly deletes?: BranchToDelete;
    }
  | { readonly kind: "delete-branch"; readonly deletes: BranchToDelete }
  | {
      readonly kind: "stop";
      readonly reason: StopReason;
      readonly pullRequest?: number;
      /** To be said on the pull request; missing when it is said already, or there is none. */
      readonly notice?: Notice;
    }
  | { readonly kind: "silent"; readonly reason: "dismissed" | "flapping"; readonly pullRequest: number }
  | { readonly kind: "wait"; readonly reason: WaitReason; readonly pullRequest?: number }
  | {
      readonly kind: "skip";
      readonly reason: SkipReason;
      /** The rule or the repository's new name, in GitHub's words. */
      readonly what?: string;
      /** Our own branch, left by an attempt that could not be finished. */
      readonly deletes?: BranchToDelete;
    }
  | { readonly kind: "defer"; readonly reason: "limit" };

/** The action for one server. */
export type ProposalPlan = Action & { readonly server: string };
