import type { ObjectId } from "../../core/propose/state.ts";
import type { ContentName } from "../../core/record/approved.ts";
import type { GateClient } from "../gate/client.ts";
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
  { octokit, at }: GateClient,
): Promise<(FileNode | undefined)[]> {
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
  const { repository } = await octokit.graphql<{
    readonly repository: Readonly<Record<string, FileNode | null>>;
  }>(text, variables);
  return names.map((_, n) => {
    const node = repository[`f${n}`];
    // A folder has no size.
    return node?.byteSize === undefined ? undefined : node;
  });
}
