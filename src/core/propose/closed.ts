import type { Digest } from "../json/canonical.ts";
import { blobId } from "./blob.ts";
import { cutBody } from "./body.ts";
import type { OpenReason } from "./plan.ts";
import type { ClosedPullRequest, Closer, FileText, MergedPullRequest, ProposalState } from "./state.ts";

/** A drift that comes back after we closed its proposal this often in a week is flapping. */
const CLOSINGS = 2;
const WEEK = 7 * 24 * 60 * 60 * 1000;

type Past = ClosedPullRequest | MergedPullRequest;

/** What the closed proposals of a server mean for opening one for this drift. */
export interface History {
  /** Set when nothing may be opened, with the proposal that says so. */
  readonly silent?: { readonly reason: "dismissed" | "flapping"; readonly pullRequest: number };
  /** Why a proposal is opened all the same, or for the first time. */
  readonly reason: OpenReason;
  /** The closed proposal that a new one comes after. */
  readonly follows?: number;
}

/** Reads the history of a server's proposals for one drift: the newest proposal of just this drift decides. */
export function historyOf(state: ProposalState, drift: Digest, files: readonly FileText[]): History {
  const past = state.pullRequests
    .filter((each): each is Past => each.ours && each.state !== "open")
    .toSorted((left, right) => right.number - left.number);
  const [last] = past;
  if (last === undefined) return { reason: "new-drift" };

  const same = past.filter((each) => isOfDrift(each, drift, files));
  const reason = reasonFor(same[0], last);
  const follows = last.state === "closed" ? { follows: last.number } : {};
  if (state.recreate) return { reason: same.length > 0 ? "recreated" : reason, ...follows };

  const silent = silence(same, state.now);
  return silent === undefined ? { reason, ...follows } : { reason, ...follows, silent };
}

function silence(same: readonly Past[], now: number): History["silent"] {
  const [newest] = same;
  if (newest?.state !== "closed") return undefined;
  if (dismisses(closerOf(newest))) return { reason: "dismissed", pullRequest: newest.number };
  const closings = same.filter(
    (each) => each.state === "closed" && closerOf(each) === "us" && now - each.closedAt < WEEK,
  );
  return closings.length >= CLOSINGS ? { reason: "flapping", pullRequest: newest.number } : undefined;
}

function reasonFor(same: Past | undefined, last: Past): OpenReason {
  if (same === undefined) {
    return last.state === "closed" && dismisses(closerOf(last)) ? "drift-changed" : "new-drift";
  }
  if (same.state === "merged") return "merged-but-differs";
  return closerOf(same) === "us" ? "drift-back" : "closed-by-other";
}

/** A dismissal counts from an owner, or from somebody of whom nobody can say that they are none. */
function dismisses(closer: Closer): boolean {
  return closer === "owner" || closer === "unresolved";
}

/** Who closed it; where GitHub does not know, our own marker can say that it was us. */
function closerOf({ closedBy, body }: ClosedPullRequest): Closer {
  return closedBy === "unresolved" && cutBody(body).marker?.closed === true ? "us" : closedBy;
}

function isOfDrift(past: Past, drift: Digest, files: readonly FileText[]): boolean {
  const { marker } = cutBody(past.body);
  if (marker !== undefined) return marker.drift === drift;
  const blobs = past.state === "closed" ? past.blobs : undefined;
  return blobs !== undefined && files.every(({ path, text }) => blobs.get(path) === blobId(text));
}
