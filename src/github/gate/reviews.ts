import type { Review } from "../../core/gate/pull-request.ts";
import { actorOfNode } from "./actor.ts";
import { momentOf, nodesOf, type GateClient, type Page } from "./client.ts";
import { askMore, type PullNode, type ReviewNode } from "./pull-query.ts";

/** So many further pages are read: 1000 reviews in all. */
const MOST_PAGES = 9;

/**
 * The reviews of a pull request, oldest first, on as many pages as it takes. What can't be read whole is added to
 * `unknown`, in words.
 * @param standing the state that a review had when it counted, by its id, where that is no longer its own
 * @throws what octokit throws
 */
export async function readReviews(
  pull: PullNode,
  client: GateClient,
  unknown: Set<string>,
  standing: ReadonlyMap<string, ReviewNode["state"]> = new Map(),
): Promise<Review[]> {
  const nodes = nodesOf(pull.reviews);
  let page: Page<ReviewNode> | null = pull.reviews;
  for (let pages = 0; page?.pageInfo.hasNextPage === true; pages++) {
    const after: string = page.pageInfo.endCursor ?? "";
    const more =
      pages === MOST_PAGES ? undefined : await askMore<ReviewNode>(pull.number, "reviews", after, client);
    if (more === undefined) unknown.add("its reviews can't all be read: there are too many");
    else if (more.head !== pull.headRefOid) unknown.add("its head moved while it was read");
    nodes.push(...nodesOf(more?.page));
    page = more?.page ?? null;
  }
  if (pull.reviews === null) unknown.add("its reviews can't be read");
  return nodes
    .flatMap((node) => reviewOf(node, standing.get(node.id) ?? node.state))
    .toSorted((left, right) => left.at - right.at);
}

const REVIEWS = {
  APPROVED: "approved",
  CHANGES_REQUESTED: "changes-requested",
  COMMENTED: "commented",
  DISMISSED: "dismissed",
} as const;

/** One that was not sent yet is nobody's business. */
function reviewOf({ author, submittedAt, commit }: ReviewNode, state: ReviewNode["state"]): Review | [] {
  if (state === "PENDING") return [];
  return {
    author: actorOfNode(author),
    state: REVIEWS[state],
    commit: commit?.oid,
    at: momentOf(submittedAt),
  };
}
