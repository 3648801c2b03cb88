import type { ObjectId } from "../propose/state.ts";
import type { Moment } from "../gate/pull-request.ts";

/** A merged pull request that a commit belongs to. */
interface PullOfCommit {
  readonly number: number;
  /** The branch that it was merged into. */
  readonly base: string;
  /** What GitHub calls its `merge_commit_sha`. */
  readonly mergeCommit: ObjectId;
}

/** A commit of the default branch's first-parent history. */
export interface LandedCommit {
  readonly commit: ObjectId;
  /** Its first parent; undefined for the first commit of all. */
  readonly parent: ObjectId | undefined;
  /** When it was committed, as the commit says itself: nobody vouches for it. */
  readonly committed: Moment;
  readonly pulls: readonly PullOfCommit[];
  /** Whether it changes a path that could decide, where that is known; a landing without any needs no look. */
  readonly touches?: boolean;
}

/** What came to the default branch in one go. */
export interface Landing {
  /** What the branch was before; undefined when there was nothing. */
  readonly before: ObjectId | undefined;
  readonly after: ObjectId;
  readonly committed: Moment;
  /** The pull request that was merged; undefined for what came without one. */
  readonly pull: number | undefined;
  /** False when it is known to change no path that could decide. */
  readonly touches: boolean;
}

/**
 * Cuts first-parent commits, oldest first, into landings (DESIGN §12): a maximal run of commits that belong to one pull
 * request merged into this branch and end at its merge commit; any other commit is a landing of its own. A pull request
 * that was merged into another branch is none here.
 */
export function landingsOf(commits: readonly LandedCommit[], branch: string): Landing[] {
  const landings: Landing[] = [];
  for (let end = commits.length - 1; end >= 0;) {
    const run = longestRun(commits, end, branch);
    const [first, last] = [commits[run.start], commits[end]];
    if (first === undefined || last === undefined) break;
    const { commit: after, committed } = last;
    const touches = commits.slice(run.start, end + 1).some((each) => each.touches !== false);
    landings.push({ before: first.parent, after, committed, pull: run.pull, touches });
    end = run.start - 1;
  }
  return landings.toReversed();
}

interface Run {
  readonly start: number;
  readonly pull: number | undefined;
}

/** The longest run that ends here, by one of the pull requests that this commit merges; of equal ones the lowest number. */
function longestRun(commits: readonly LandedCommit[], end: number, branch: string): Run {
  let longest: Run = { start: end, pull: undefined };
  const last = commits[end];
  const merged = mergedBy(last, branch).toSorted((one, two) => one.number - two.number);
  for (const { number } of merged) {
    let start = end;
    while (start > 0 && continues(commits[start - 1], number, branch)) start--;
    if (longest.pull === undefined || start < longest.start) longest = { start, pull: number };
  }
  return longest;
}

/** The pull requests that end with this commit. */
function mergedBy(at: LandedCommit | undefined, branch: string): PullOfCommit[] {
  return (at?.pulls ?? []).filter(({ base, mergeCommit }) => base === branch && mergeCommit === at?.commit);
}

function continues(at: LandedCommit | undefined, number: number, branch: string): boolean {
  return (
    at !== undefined &&
    mergedBy(at, branch).length === 0 &&
    at.pulls.some((pull) => pull.number === number && pull.base === branch)
  );
}
