import type { ObjectId } from "../../core/propose/state.ts";
import { nodesOf, PAGE, type GateClient, type Page } from "./client.ts";

/** An open pull request, of this repository or of a fork. */
export interface OpenPull {
  readonly number: number;
  readonly headRefOid: ObjectId;
}

/** A page of the open pull requests. */
export type OpenPage = Page<OpenPull>;

/** What to ask of the list. */
export const OPEN_FIELDS = "nodes { number headRefOid } pageInfo { hasNextPage endCursor }";

/** So many pages are read: 5000 open pull requests. */
const MOST_PAGES = 50;

/**
 * All open pull requests, oldest first. GitHub can be asked for those of a commit too, but leaves out what is open with a
 * head that the default branch has.
 * @param first the first page, where it is there already
 * @throws what octokit throws, and an Error when there are too many
 */
export async function openPulls(client: GateClient, first?: OpenPage): Promise<OpenPull[]> {
  const pulls: OpenPull[] = [];
  let page = first ?? (await askPage(client, undefined));
  for (let pages = 1; ; pages++) {
    pulls.push(...nodesOf(page));
    const { hasNextPage, endCursor } = page.pageInfo;
    if (!hasNextPage || endCursor === null) return pulls;
    if (pages === MOST_PAGES) throw new Error(`more than ${MOST_PAGES * PAGE} pull requests are open`);
    page = await askPage(client, endCursor);
  }
}

async function askPage({ octokit, at }: GateClient, after: string | undefined): Promise<OpenPage> {
  const text = `query ($owner: String!, $name: String!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequests(states: [OPEN], first: ${PAGE}, after: $after, orderBy: { field: CREATED_AT, direction: ASC }) { ${OPEN_FIELDS} }
  }
}`;
  const variables = { owner: at.owner, name: at.repo, ...(after !== undefined && { after }) };
  const answer = await octokit.graphql<{ readonly repository: { readonly pullRequests: OpenPage } | null }>(
    text,
    variables,
  );
  if (answer.repository === null) throw new Error(`there is no repository ${at.owner}/${at.repo}`);
  return answer.repository.pullRequests;
}
