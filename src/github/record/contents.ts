import type { ObjectId } from "../../core/propose/state.ts";
import type { ContentName } from "../../core/record/approved.ts";
import { repositoryIn, type GateClient } from "../gate/client.ts";
import { keyIn, type GateMemory } from "../gate/memory.ts";
import { objectSource } from "../gate/objects.ts";
import { refuseHalf } from "./refuse-half.ts";

/** How many files one query asks for; and of how many at once the text too. */
const AT_ONCE = 100;
const FEW = 16;

interface FileNode {
  readonly oid: ObjectId;
  readonly byteSize?: number;
  /** Asked for where few files are: it saves a call. */
  readonly isTruncated?: boolean;
  readonly text?: string | null;
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
  const source = objectSource(client, memory);
  const keyOf = ({ commit, file }: ContentName) => keyIn(client, `${commit} ${file}`);
  const found = names.map((name) => memory.contents.get(keyOf(name)));
  const lacking = [...names.keys()].filter((n) => found[n] === undefined);
  for (let at = 0; at < lacking.length; at += AT_ONCE) {
    const some = lacking.slice(at, at + AT_ONCE).flatMap((n) => {
      const name = names[n];
      return name === undefined ? [] : [{ n, name }];
    });
    const nodes = await findFiles(
      some.map(({ name }) => name),
      client,
    );
    for (const [k, { n, name }] of some.entries()) {
      const node = nodes[k];
      // What is not there is asked for again: it may come.
      if (node === undefined) continue;
      const { oid, byteSize = 0, isTruncated, text } = node;
      if (isTruncated !== undefined) source.addBlob({ oid, isTruncated, text: text ?? null });
      found[n] = { oid, byteSize };
      memory.contents.set(keyOf(name), { oid, byteSize });
    }
  }
  await refuseHalf(
    names.filter((_, at) => found[at] === undefined),
    client,
  );
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
  const more = names.length <= FEW ? " isTruncated text" : "";
  const fields = names.map(({ commit, file }, n) => {
    variables[`f${n}`] = `${commit}:${file}`;
    types.push(`$f${n}: String!`);
    return `f${n}: object(expression: $f${n}) { oid ... on Blob { byteSize${more} } }`;
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
