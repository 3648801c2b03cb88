import type { ObjectId } from "../../core/propose/state.ts";
import type { ContentName } from "../../core/record/approved.ts";
import { repositoryIn, type GateClient } from "../gate/client.ts";
import { isCommitThere } from "../gate/commit-there.ts";
import type { GateMemory } from "../gate/memory.ts";
import { objectSource } from "../gate/objects.ts";

/** How many files one query asks for. */
const AT_ONCE = 100;

interface FileNode {
  readonly oid: ObjectId;
  readonly byteSize?: number;
}

/**
 * Files at commits, in the order asked for, each held against its id; undefined where there is none.
 * @throws what octokit throws; Error when a file that is there can't be read
 */
export async function readContents(
  names: readonly ContentName[],
  client: GateClient,
  memory: GateMemory,
): Promise<(Uint8Array | undefined)[]> {
  const found: (FileNode | undefined)[] = [];
  for (let at = 0; at < names.length; at += AT_ONCE)
    found.push(...(await findFiles(names.slice(at, at + AT_ONCE), client)));
  await refuseHalf(
    names.filter((_, at) => found[at] === undefined),
    client,
  );
  const source = objectSource(client, memory);
  await source.needBlobs(new Map(found.flatMap((node) => (node ? [[node.oid, node.byteSize ?? 0]] : []))));
  return found.map((node, at) => {
    if (node === undefined) return undefined;
    const bytes = source.blob(node.oid);
    if (bytes === undefined) throw new Error(`GitHub did not give ${names[at]?.file} whole`);
    return bytes;
  });
}

async function findFiles(
  names: readonly ContentName[],
  client: GateClient,
): Promise<(FileNode | undefined)[]> {
  const { octokit, at } = client;
  const variables: Record<string, string> = { owner: at.owner, name: at.repo };
  const types: string[] = [];
  const fields = names.map(({ commit, file }, n) => {
    variables[`f${n}`] = `${commit}:${file}`;
    types.push(`$f${n}: String!`);
    return `f${n}: object(expression: $f${n}) { oid ... on Blob { byteSize } }`;
  });
  const text = `query ($owner: String!, $name: String!, ${types.join(", ")}) {
  repository(owner: $owner, name: $name) { ${fields.join(" ")} }
}`;
  const answer = await octokit.graphql<{
    readonly repository: Readonly<Record<string, FileNode | null>> | null;
  }>(text, variables);
  const repository = repositoryIn(answer, client);
  return names.map((_, n) => {
    const node = repository[`f${n}`];
    // A folder has no size.
    return node?.byteSize === undefined ? undefined : node;
  });
}

/**
 * Asks again, on another way, for what was not shown: the commit is lost, or it has no such file, or the answer was cut.
 * @throws what octokit throws; Error when a file is there after all
 */
async function refuseHalf(names: readonly ContentName[], client: GateClient): Promise<void> {
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
