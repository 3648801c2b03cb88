import type { OpenPullNode, PastPullNode, PullsNode } from "./answer.ts";
import type { Client } from "./client.ts";
import { PULLS, pullsQuery, type PullsKind } from "./query.ts";

const MOST_PAGES = 20;

interface PageAnswer<Node extends OpenPullNode | PastPullNode> {
  readonly repository: { readonly pulls: PullsNode<Node> } | null;
}

/**
 * The newest pull requests from our branch. Anybody can open others from forks whose branch has its name: these are passed
 * over, as many pages as they fill, or they would hide ours.
 */
export async function ourPulls<Node extends OpenPullNode | PastPullNode>(
  kind: PullsKind,
  server: string,
  first: PullsNode<Node>,
  { octokit, at }: Client,
): Promise<readonly Node[]> {
  const found: Node[] = [];
  let page: PullsNode<Node> | undefined = first;
  for (let pages = 0; page !== undefined; pages++) {
    found.push(...page.nodes.filter((node) => !node.isCrossRepository));
    const { hasNextPage, endCursor } = page.pageInfo;
    if (found.length >= PULLS.few || !hasNextPage || endCursor === null || pages === MOST_PAGES) break;
    const { text, variables } = pullsQuery(kind, server, endCursor);
    const more = { ...variables, owner: at.owner, name: at.repo };
    const { repository }: PageAnswer<Node> = await octokit.graphql<PageAnswer<Node>>(text, more);
    page = repository?.pulls;
  }
  return found;
}
