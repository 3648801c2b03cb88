import type { LandedCommit } from "../../core/record/landing.ts";
import type { ObjectId } from "../../core/propose/state.ts";
import { PAGE, type GateClient, type Page } from "../gate/client.ts";

/** A pull request that a commit came with, as GraphQL lists it. */
export interface LandedPullNode {
  readonly number: number;
  readonly state: string;
  readonly baseRefName: string;
  readonly mergeCommit: { readonly oid: ObjectId } | null;
}

type PullOfCommit = LandedCommit["pulls"][number];

/** What to ask of each pull request of a commit. */
export const LANDED_PULL = "number state baseRefName mergeCommit { oid }";

/** A commit that is in more pull requests than this is more than is read. */
const MOST_PAGES = 10;

/**
 * The merged pull requests that a commit belongs to. What GitHub does not say now is never taken for none: the commit
 * would be recorded for good as one that came without a pull request.
 * @param first the first page, as GitHub listed it beside the commit
 * @throws what octokit throws; Error when GitHub does not say
 */
export async function pullsOf(
  commit: ObjectId,
  first: Page<LandedPullNode> | null,
  branch: string,
  client: GateClient,
): Promise<PullOfCommit[]> {
  const found: PullOfCommit[] = [];
  let page = first;
  for (let pages = 1; ; pages++) {
    if (page === null || page.nodes === null)
      throw new Error(`GitHub did not say which pull requests the commit ${commit} came with`);
    for (const node of page.nodes) {
      if (node === null)
        throw new Error(`GitHub did not show a pull request that the commit ${commit} came with`);
      if (node.state !== "MERGED" || node.baseRefName !== branch) continue;
      const { number, baseRefName: base } = node;
      const mergeCommit = node.mergeCommit?.oid ?? (await mergeCommitOf(number, client));
      found.push({ number, base, mergeCommit });
    }
    if (!page.pageInfo.hasNextPage) return found;
    if (pages === MOST_PAGES)
      throw new Error(`the commit ${commit} is in more pull requests than can be read`);
    page = await readPage(commit, page.pageInfo.endCursor, client);
  }
}

/** GraphQL shows no merge commit that git has lost since, as after a forced push; its name stays with the pull request. */
async function mergeCommitOf(number: number, { octokit, at }: GateClient): Promise<ObjectId> {
  const path = "GET /repos/{owner}/{repo}/pulls/{pull_number}";
  const { data } = await octokit.request(path, { ...at, pull_number: number });
  if (typeof data.merge_commit_sha !== "string")
    throw new Error(`GitHub did not say with which commit pull request ${number} was merged`);
  return data.merge_commit_sha;
}

async function readPage(
  commit: ObjectId,
  after: string | null,
  { octokit, at }: GateClient,
): Promise<Page<LandedPullNode> | null> {
  const text = `query ($owner: String!, $name: String!, $commit: GitObjectID!, $after: String) {
  repository(owner: $owner, name: $name) { object(oid: $commit) { ... on Commit {
    associatedPullRequests(first: ${PAGE}, after: $after) {
      nodes { ${LANDED_PULL} } pageInfo { hasNextPage endCursor }
    }
  } } }
}`;
  const { repository } = await octokit.graphql<{
    readonly repository: {
      readonly object: { readonly associatedPullRequests?: Page<LandedPullNode> | null } | null;
    } | null;
  }>(text, { owner: at.owner, name: at.repo, commit, after });
  return repository?.object?.associatedPullRequests ?? null;
}

/**
 * GitHub lists the pull request of a commit a while after it was merged, and names the merge commit at once: where the two
 * do not agree, it is too early to say what came without one.
 * @throws what octokit throws; Error when it is too early
 */
export async function refuseEarly(
  commits: readonly LandedCommit[],
  { octokit, at }: GateClient,
): Promise<void> {
  const without = commits.filter(({ pulls }) => pulls.length === 0);
  if (without.every(({ touches }) => touches === false)) return;
  const text = `query ($owner: String!, $name: String!) {
  repository(owner: $owner, name: $name) {
    pullRequests(first: ${PAGE}, states: [MERGED], orderBy: { field: UPDATED_AT, direction: DESC }) {
      nodes { ${LANDED_PULL} } pageInfo { hasNextPage endCursor }
    }
  }
}`;
  const { repository } = await octokit.graphql<{
    readonly repository: { readonly pullRequests: Page<LandedPullNode> } | null;
  }>(text, { owner: at.owner, name: at.repo });
  const nodes = repository?.pullRequests.nodes ?? undefined;
  if (nodes === undefined) throw new Error("GitHub did not list the pull requests that were merged");
  const merged = new Map(nodes.flatMap((node) => (node?.mergeCommit ? [[node.mergeCommit.oid, node]] : [])));
  for (const { commit } of without) {
    const pull = merged.get(commit);
    if (pull !== undefined)
      throw new Error(
        `GitHub does not list pull request ${pull.number} with its merge commit ${commit} yet; nothing was recorded`,
      );
  }
}
