import type { Digest } from "../core/json/canonical.ts";
import { cutBody } from "../core/propose/body.ts";
import { noticeIn } from "../core/propose/notice.ts";
import type { FileText, ObjectId, OpenPullRequest, PullRequest } from "../core/propose/state.ts";
import type { OpenPullNode, PastPullNode } from "./answer.ts";
import type { Client } from "./client.ts";
import { closerOf } from "./closer.ts";
import { isUs } from "./people.ts";

/** What is proposed, and whose files it changes: by which closed pull requests are judged. */
export interface PastContext {
  /** The drift's fingerprint. */
  readonly drift: Digest;
  readonly files: readonly FileText[];
  readonly owners: readonly string[];
  readonly viewer: string;
}

/** An open pull request, with the number of toolcard's own comment on it. */
export interface SeenOpen {
  readonly pull: OpenPullRequest;
  readonly comment?: number;
}

/** The open pull requests from our branch. */
export function openPulls(open: readonly OpenPullNode[], viewer: string): SeenOpen[] {
  return open.map((node) => seenOpen(node, viewer));
}

function seenOpen(node: OpenPullNode, viewer: string): SeenOpen {
  const { number, title, body, baseRefName, isInMergeQueue } = node;
  const own = node.comments.nodes.filter(({ author }) => isUs(author, viewer));
  const comment = own.findLast((each) => noticeIn(each.body) !== undefined);
  const notice = noticeIn(comment?.body ?? "");
  const ours = isUs(node.author, viewer);
  const pull: OpenPullRequest = {
    state: "open",
    number,
    ours,
    title,
    body,
    base: baseRefName,
    inMergeQueue: isInMergeQueue,
    ...(node.locked && { locked: true }),
    ...(notice && { notice }),
  };
  const id = Number(comment?.fullDatabaseId ?? Number.NaN);
  return { pull, ...(Number.isSafeInteger(id) && { comment: id }) };
}

/**
 * The closed and merged pull requests from our branch, newest first. Only for the newest that was of this drift GitHub is
 * asked who may close it: no other decides anything.
 */
export async function pastPulls(
  past: readonly PastPullNode[],
  context: PastContext,
  client: Client,
): Promise<PullRequest[]> {
  const pulls: PullRequest[] = [];
  let decided = false;
  for (const node of past) {
    const { number, body, author, state } = node;
    const facts = { number, body, ours: isUs(author, context.viewer) };
    const marker = cutBody(body).marker;
    const maySame = marker === undefined || marker.drift === context.drift;
    const decides: boolean = facts.ours && maySame && !decided;
    decided ||= decides && marker !== undefined;
    if (state === "MERGED") {
      pulls.push({ state: "merged", ...facts });
      continue;
    }
    const actor = node.timelineItems.nodes.at(-1)?.actor;
    const closer = { actor, saysSo: marker?.closed === true };
    const closedBy = await closerOf(closer, context, client, decides ? "teams" : "names");
    const blobs = decides && marker === undefined ? await blobsAt(node, context.files, client) : undefined;
    const closedAt = Date.parse(node.closedAt ?? "");
    pulls.push({ state: "closed", ...facts, closedBy, closedAt, ...(blobs && { blobs }) });
  }
  return pulls;
}

/** The blobs of some files at a closed pull request's head; what can't be read is missing. */
async function blobsAt(
  { headRefOid }: PastPullNode,
  files: readonly FileText[],
  { octokit, at }: Client,
): Promise<Map<string, ObjectId>> {
  const blobs = new Map<string, ObjectId>();
  for (const { path } of files) {
    try {
      const where = { ...at, path, ref: headRefOid };
      const { data } = await octokit.request("GET /repos/{owner}/{repo}/contents/{path}", where);
      if (!Array.isArray(data)) blobs.set(path, data.sha);
    } catch {
      // Without it the pull request counts as one of another drift, and the person is asked again.
    }
  }
  return blobs;
}
