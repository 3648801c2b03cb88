import type { GroupMember, GroupNow } from "../../core/gate/pull-request.ts";
import type { ObjectId } from "../../core/propose/state.ts";
import { nodesOf, PAGE, type GateClient, type Page } from "./client.ts";

/** An open pull request with its place in a merge queue, if it has one. */
interface QueuedNode {
  readonly number: number;
  readonly mergeQueueEntry: {
    readonly headCommit: { readonly oid: ObjectId } | null;
    readonly baseCommit: { readonly oid: ObjectId } | null;
  } | null;
}

const MOST_PAGES = 50;

/**
 * The members of a merge group: from its head back to its base, each built on the one before. Asked for by the open pull
 * requests, whatever branch's queue they are in.
 * @throws what octokit throws
 */
export async function readGroup(head: ObjectId, base: ObjectId, client: GateClient): Promise<GroupNow> {
  const { entries, whole } = await readEntries(client);
  const members: GroupMember[] = [];
  for (let at = head; at !== base;) {
    const built = entries.filter((entry) => entry.head === at);
    const [member] = built;
    if (member === undefined || built.length > 1 || members.length === entries.length) {
      const gap = "the merge queue does not show how the group was built";
      return { head, base, members, undeterminable: [whole ? gap : "the merge queue can't be read whole"] };
    }
    members.unshift(member);
    at = member.base;
  }
  return { head, base, members, undeterminable: [] };
}

async function readEntries(
  client: GateClient,
): Promise<{ readonly entries: readonly GroupMember[]; readonly whole: boolean }> {
  const entries: GroupMember[] = [];
  let after: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const page = await askPage(client, after);
    for (const { number, mergeQueueEntry } of nodesOf(page)) {
      const built = mergeQueueEntry?.headCommit?.oid;
      const on = mergeQueueEntry?.baseCommit?.oid;
      if (built !== undefined && on !== undefined) entries.push({ number, head: built, base: on });
    }
    const { hasNextPage, endCursor } = page.pageInfo;
    if (!hasNextPage || endCursor === null) return { entries, whole: true };
    after = endCursor;
  }
  return { entries, whole: false };
}

async function askPage({ octokit, at }: GateClient, after: string | undefined): Promise<Page<QueuedNode>> {
  const text = `query ($owner: String!, $name: String!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequests(states: [OPEN], first: ${PAGE}, after: $after, orderBy: { field: CREATED_AT, direction: ASC }) {
      nodes { number mergeQueueEntry { headCommit { oid } baseCommit { oid } } } pageInfo { hasNextPage endCursor }
    }
  }
}`;
  const variables = { owner: at.owner, name: at.repo, ...(after !== undefined && { after }) };
  const answer = await octokit.graphql<{
    readonly repository: { readonly pullRequests: Page<QueuedNode> } | null;
  }>(text, variables);
  if (answer.repository === null) throw new Error(`there is no repository ${at.owner}/${at.repo}`);
  return answer.repository.pullRequests;
}
