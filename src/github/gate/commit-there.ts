import type { ObjectId } from "../../core/propose/state.ts";
import { statusOf, type GateClient } from "./client.ts";

/**
 * Whether GitHub has a commit, by another way than that on which it was not shown: what an answer leaves out once is not
 * lost yet.
 * @throws what octokit throws, where GitHub does not say
 */
export async function isCommitThere(commit: ObjectId, { octokit, at }: GateClient): Promise<boolean> {
  try {
    const path = "GET /repos/{owner}/{repo}/git/commits/{commit_sha}";
    const { data } = await octokit.request(path, { ...at, commit_sha: commit });
    if (data.sha !== commit) throw new Error(`GitHub did not say whether it has the commit ${commit}`);
    return true;
  } catch (error) {
    if (statusOf(error) === 404) return false;
    throw error;
  }
}
