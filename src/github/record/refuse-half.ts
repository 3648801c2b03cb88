import type { ObjectId } from "../../core/propose/state.ts";
import type { ContentName } from "../../core/record/approved.ts";
import { repositoryIn, type GateClient } from "../gate/client.ts";
import { isCommitThere } from "../gate/commit-there.ts";

/** How many files one query asks for. */
const AT_ONCE = 100;

/**
 * Asks again, on another way, for what was not shown: the commit is lost, or it has no such file, or the answer was cut.
 * @throws what octokit throws; Error when a file is there after all
 */
export async function refuseHalf(names: readonly ContentName[], client: GateClient): Promise<void> {
  const byCommit = new Map<ObjectId, string[]>();
  for (const { commit, file } of names) byCommit.set(commit, [...(byCommit.get(commit) ?? []), file]);
  for (const [commit, files] of byCommit) {
    if (!(await isCommitThere(commit, client))) continue;
    for (let at = 0; at < files.length; at += AT_ONCE)
      await refuseThere(commit, files.slice(at, at + AT_ONCE), client);
  }
}

async function refuseThere(commit: ObjectId, files: readonly string[], client: GateClient): Promise<void> {
  const { octokit, at } = client;
  const variables: Record<string, string> = { owner: at.owner, name: at.repo, commit };
  for (const [n, file] of files.entries()) variables[`p${n}`] = file;
  const types = files.map((_, n) => `, $p${n}: String!`).join("");
  const fields = files.map((_, n) => `f${n}: file(path: $p${n}) { type }`).join(" ");
  const text = `query ($owner: String!, $name: String!, $commit: GitObjectID!${types}) {
  repository(owner: $owner, name: $name) { object(oid: $commit) { ... on Commit { ${fields} } } }
}`;
  const answer = await octokit.graphql<{
    readonly repository: {
      readonly object: Readonly<Record<string, { readonly type: string } | null>> | null;
    } | null;
  }>(text, variables);
  const { object } = repositoryIn(answer, client);
  for (const [n, file] of files.entries()) {
    const entry = object?.[`f${n}`];
    if (entry === undefined || entry?.type === "blob")
      throw new Error(`GitHub did not give ${file} of the commit ${commit} whole`);
  }
}
