import type { ObjectId } from "../propose/state.ts";

/** Somebody on GitHub; null where the account is gone. `person` is a human's own account, not a bot or an app. */
export type Actor = { readonly login: string; readonly kind: "person" | "bot" | "other" } | null;

/** A moment, by GitHub's clock: milliseconds since 1970, UTC, to the second. */
export type Moment = number;

/** A label put on or taken off, as GitHub recorded it. */
export interface LabelEvent {
  readonly kind: "labeled" | "unlabeled";
  /** As it was written; GitHub compares labels without their case. */
  readonly label: string;
  readonly actor: Actor;
  readonly at: Moment;
  /** Whether an app did it in the person's name. */
  readonly viaApp: boolean;
}

/** A review, as it stands. */
export interface Review {
  readonly author: Actor;
  readonly state: "approved" | "changes-requested" | "dismissed" | "commented";
  /** The head that it is of; undefined when GitHub has lost it. */
  readonly commit: ObjectId | undefined;
  readonly at: Moment;
}

/** A verdict that we published for a commit: a completed check run of our own app, or (`gate.by: action`) a status. */
export interface OwnVerdict {
  readonly commit: ObjectId;
  readonly at: Moment;
  readonly passes: boolean;
  /** What we gave it to be known by, see `verdictId`; marked where it is only a short form, see `publishedId`. */
  readonly id: string | undefined;
}

/** A pull request as it is now, by GitHub's own record and never by the payload of an event. */
export interface PullRequestNow {
  readonly number: number;
  readonly state: "open" | "closed" | "merged";
  readonly author: Actor;
  /** The server whose proposal of ours it is: its branch is `toolcard/<server>` here, and its author is our app. */
  readonly proposalOf: string | undefined;
  readonly head: ObjectId;
  readonly base: { readonly branch: string; readonly commit: ObjectId };
  readonly defaultBranch: { readonly branch: string; readonly commit: ObjectId };
  /** The best common ancestor of head and base, and of head and default branch; undefined when there is none. */
  readonly mergeBase: { readonly base: ObjectId | undefined; readonly default: ObjectId | undefined };
  /** When it was opened, or last pointed at another base. */
  readonly aimedAt: Moment;
  /** The names of the labels that are on it now. */
  readonly labels: readonly string[];
  /** Everything that was done with labels, oldest first. May be empty when no label is on it. */
  readonly labelEvents: readonly LabelEvent[];
  /** Oldest first. */
  readonly reviews: readonly Review[];
  /** Our verdicts on this head, oldest first. */
  readonly verdicts: readonly OwnVerdict[];
  /**
   * The newest earlier head of it that we let pass with the label on, where it is known: what is more than there is said
   * in words, and nothing depends on it.
   */
  readonly allowedBefore?: ObjectId;
  /** Our own comment on it, if there is one. */
  readonly comment: { readonly id: number; readonly body: string } | undefined;
  /** What the branch of the record of approvals is at; undefined when there is none. */
  readonly record?: ObjectId;
  /** What could not be read whole, in words without anything that others wrote; any makes the verdict a refusal. */
  readonly undeterminable: readonly string[];
}

/** One member of a merge group: a pull request as the queue will merge it. */
export interface GroupMember {
  readonly number: number;
  /** What the queue built for it, and on what. */
  readonly head: ObjectId;
  readonly base: ObjectId;
}

/** A merge group: the queue's entries from its base to its head. A gap leaves it undefined why. */
export interface GroupNow {
  readonly head: ObjectId;
  readonly base: ObjectId;
  readonly members: readonly GroupMember[];
  readonly undeterminable: readonly string[];
}
