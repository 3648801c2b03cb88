import type { Drift } from "../drift/drift.ts";

/** The id of a git object, in hexadecimal. */
export type ObjectId = string;

/** A file as it should be, whole. */
export interface FileText {
  readonly path: string;
  readonly text: string;
}

/** The default branch as it is now; its name is asked for in every run, never stored. */
export interface Base {
  readonly branch: string;
  readonly head: ObjectId;
  /** The blob ids at `head` of every wanted path and every path of our branch; a path that is missing has no file. */
  readonly blobs: ReadonlyMap<string, ObjectId>;
}

/** Whether the repository can take a proposal at all. `blocked`: GitHub answers 451. `moved`: it has another name now. */
export type Repository =
  | { readonly kind: "ready"; readonly base: Base }
  | { readonly kind: "archived" | "disabled" | "blocked" | "empty" }
  | { readonly kind: "moved"; readonly to: string };

/**
 * Why there is nothing to hold a proposal against; an open one stays as it is. `base-moved`: the default branch has other
 * files by now than those the drift was found from.
 */
export type NotKnown =
  | "unreadable"
  | "unstable"
  | "card-invalid"
  | "card-too-large"
  | "card-not-editable"
  | "base-moved";

/** What the proposal of a server should hold. */
export type Wanted =
  | {
      readonly kind: "known";
      readonly drift: Drift;
      /**
       * The card and the grants files as merging would leave them, with the `declined` entries that an open proposal's
       * branch has. Files that are so already on the default branch may be among them; when all are, the drift is gone.
       */
      readonly files: readonly FileText[];
      /** From `explain/`: the server's name and counts only. */
      readonly title: string;
      /** From `explain/`, without the marker. */
      readonly body: string;
    }
  | { readonly kind: "no-card" }
  | { readonly kind: "not-known"; readonly why: NotKnown };

/** Whose commit it is. `declines`: somebody else's, and all it does is to add `declined` entries to the card. */
export type CommitKind = "ours" | "declines" | "foreign";

/** The branch `toolcard/<server>` as it is now. */
export interface Branch {
  readonly head: ObjectId;
  /** Whether the commit it starts from is still part of the default branch; false after a force-push there. */
  readonly onBase: boolean;
  /** Its commits that the default branch lacks. */
  readonly commits: readonly CommitKind[];
  /** Every path that differs between the commit it starts from and its head, with the blob ids there. */
  readonly files: readonly { readonly path: string; readonly start?: ObjectId; readonly head?: ObjectId }[];
}

/** Who closed a pull request unmerged. `unresolved`: a person of whom nobody can say whether they own the files. */
export type Closer = "us" | "owner" | "unresolved" | "other";

/** What toolcard's one comment on a proposal says; it is edited in place. `resumed` takes back any of the others. */
export type Notice = "foreign-commit" | "drift-gone" | "card-gone" | "resumed";

interface PullRequestFacts {
  readonly number: number;
  /** Whether its author is the app that we are. The marker proves nothing: anybody with write access can edit it. */
  readonly ours: boolean;
  readonly body: string;
}

/** A pull request from our branch, in this repository, that is open. */
export interface OpenPullRequest extends PullRequestFacts {
  readonly state: "open";
  readonly title: string;
  /** The branch it is to be merged into. */
  readonly base: string;
  readonly inMergeQueue: boolean;
  /** Its conversation is locked: GitHub takes no comment of ours. */
  readonly locked?: true;
  readonly notice?: Notice;
}

/** A pull request from our branch that was closed without a merge. */
export interface ClosedPullRequest extends PullRequestFacts {
  readonly state: "closed";
  readonly closedBy: Closer;
  /** In milliseconds since 1970, UTC. */
  readonly closedAt: number;
  /** The blob ids at its head of the wanted paths; only needed when its body has no marker that can be read. */
  readonly blobs?: ReadonlyMap<string, ObjectId>;
}

/** A pull request from our branch that was merged. */
export interface MergedPullRequest extends PullRequestFacts {
  readonly state: "merged";
}

/** A pull request whose head is our branch. Those of forks are not among them. */
export type PullRequest = OpenPullRequest | ClosedPullRequest | MergedPullRequest;

/** What GitHub does not let us do: open pull requests at all, or write this branch, by a rule that it names. */
export type Refusal = { readonly kind: "pull-requests" } | { readonly kind: "branch"; readonly rule: string };

/** Everything that decides what a run does about one server's proposal. */
export interface ProposalState {
  readonly server: string;
  readonly repository: Repository;
  readonly wanted: Wanted;
  readonly branch?: Branch;
  readonly pullRequests: readonly PullRequest[];
  /** A person asked for it in this run: a dismissal, flapping and commits of others no longer hold us back. */
  readonly recreate: boolean;
  readonly refused?: Refusal;
  /** Who we are on GitHub: what `GITHUB_TOKEN` opens waits for somebody to let its workflows run. */
  readonly identity: "app" | "actions-token";
  /** The present, in milliseconds since 1970, UTC. */
  readonly now: number;
}
