import type { Actor } from "../../core/gate/pull-request.ts";
import type { Contributor } from "../../core/record/evidence.ts";
import { actorOfUser } from "../gate/actor.ts";
import { failureOf } from "../failure.ts";
import { nodesOf, PAGE, statusOf, type GateClient } from "../gate/client.ts";
import type { MergeNode, SignatureNode } from "./merge-query.ts";

/** GitHub's own committer, of what is made in the browser. */
const WEB_FLOW = "noreply@github.com";

/**
 * Everybody who made what was merged, each once for each part: authors, co-authors and committers by the addresses in the
 * commits, pushers by GitHub's own account of the branch. What can't be known is nobody known.
 * @throws what octokit throws where GitHub does not say now
 */
export async function contributorsTo(pull: MergeNode, client: GateClient): Promise<Contributor[]> {
  const found: Contributor[] = [];
  for (const { commit } of nodesOf(pull.commits)) {
    const [author, ...others] = nodesOf(commit.authors);
    if (author !== undefined) found.push({ who: whoseName(author), as: "author" });
    for (const other of others) found.push({ who: whoseName(other), as: "co-author" });
    if (commit.authors.pageInfo.hasNextPage) found.push({ who: null, as: "co-author" });
    const { committer } = commit;
    if (committer !== null && committer.email !== WEB_FLOW)
      found.push({ who: whoseName(committer), as: "committer" });
  }
  if (pull.commits.pageInfo.hasNextPage) found.push({ who: null, as: "author" });
  found.push(...(await pushersOf(pull, client)));
  return [...new Map(found.map((each) => [JSON.stringify([each.as, each.who?.login]), each])).values()];
}

/** Of a bot's address GitHub names no account. */
function whoseName({ email, user }: SignatureNode): Actor {
  if (user !== null) return { login: user.login, kind: "person" };
  const bot = /^(?:\d+\+)?([\w-]+\[bot\])@users\.noreply\.github\.com$/.exec(email ?? "")?.[1];
  return bot === undefined ? null : { login: bot, kind: "bot" };
}

/** Who pushed its commits; of a branch in a fork, and of one with more pushes than a page has, that is not all known. */
async function pushersOf(pull: MergeNode, { octokit, at }: GateClient): Promise<Contributor[]> {
  const nobody: Contributor = { who: null, as: "pusher" };
  if (pull.isCrossRepository) return [nobody];
  const commits = new Set(nodesOf(pull.commits).map(({ commit }) => commit.oid));
  try {
    const ref = `refs/heads/${pull.headRefName}`;
    const { data } = await octokit.request("GET /repos/{owner}/{repo}/activity", {
      ...at,
      ref,
      per_page: PAGE,
    });
    const pushers = data
      .filter(({ after }) => commits.has(after))
      .map(({ actor }): Contributor => ({ who: actorOfUser(actor), as: "pusher" }));
    return pushers.length === 0 || data.length === PAGE ? [...pushers, nobody] : pushers;
  } catch (error) {
    // Who may not ask is told nothing, today and later; of anything else the answer may come with the next run.
    const isRefused = failureOf(error).kind === "no-permission" && statusOf(error) === 403;
    if (isRefused || statusOf(error) === 404) return [nobody];
    throw error;
  }
}
