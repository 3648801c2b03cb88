import type { ObjectId } from "../../core/propose/state.ts";
import { repositoryIn, statusOf, type GateClient } from "./client.ts";
import { keyIn, type GateMemory } from "./memory.ts";
import { isObjectId, objectId } from "./object-id.ts";
import { entriesOf, TREE_FRAGMENT, type TreeEntry, type TreeNode } from "./tree.ts";

/** A blob as GraphQL answers it; the text is what GitHub makes of the bytes, and may differ from them. */
export interface BlobNode {
  readonly oid: ObjectId;
  readonly isTruncated: boolean;
  readonly text: string | null;
}

/** What to ask of a blob. */
export const BLOB_FRAGMENT = "fragment Text on Blob { oid isTruncated text }";

/** Objects of git that one reading needs: from memory, or asked for in batches. */
export interface ObjectSource {
  readonly tree: (oid: ObjectId) => readonly TreeEntry[] | undefined;
  readonly blob: (oid: ObjectId) => Uint8Array | undefined;
  /** @throws Error when GitHub does not give a tree whole */
  readonly needTrees: (oids: Iterable<ObjectId>) => Promise<void>;
  /** Reads blobs by their ids, each with its size. Those that would take too many calls are left out. */
  readonly needBlobs: (sizes: ReadonlyMap<ObjectId, number>) => Promise<void>;
  /** Takes in what another query brought, if it is what it says. */
  readonly addTree: (node: TreeNode) => void;
  readonly addBlob: (node: BlobNode) => void;
}

const TREES_A_QUERY = 50;
const BLOBS_A_QUERY = 700;
const BYTES_A_QUERY = 3 * 1024 * 1024;
/** GitHub cuts longer texts. */
const MOST_TEXT = 500_000;
/** How many blobs are read one by one: those that GraphQL can't give as they are. */
const MOST_SINGLE = 40;

/** Opens a source of a repository's objects. */
export function objectSource(client: GateClient, memory: GateMemory): ObjectSource {
  const trees = new Map<ObjectId, readonly TreeEntry[]>();
  const blobs = new Map<ObjectId, Uint8Array>();
  const addTree = (node: TreeNode): void => {
    const entries = entriesOf(node);
    if (entries === undefined) throw new Error(`GitHub did not give the folder ${node.oid} whole`);
    trees.set(node.oid, entries);
    memory.trees.set(keyIn(client, node.oid), entries, 100 * entries.length + 100);
  };
  const keep = (oid: ObjectId, bytes: Uint8Array): boolean => {
    if (objectId("blob", bytes) !== oid) return false;
    blobs.set(oid, bytes);
    memory.blobs.set(keyIn(client, oid), bytes, bytes.length + 100);
    return true;
  };
  const addBlob = ({ oid, isTruncated, text }: BlobNode): boolean =>
    !isTruncated && text !== null && keep(oid, new TextEncoder().encode(text));
  const source: ObjectSource = {
    tree: (oid) => held(oid, trees, memory.trees.get(keyIn(client, oid))),
    blob: (oid) => held(oid, blobs, memory.blobs.get(keyIn(client, oid))),
    addTree,
    addBlob,
    needTrees: async (oids) => {
      const missing = [...new Set(oids)].filter((oid) => source.tree(oid) === undefined);
      for (const part of chunks(missing, TREES_A_QUERY)) {
        const nodes = await askObjects<TreeNode>(part, "Entries", TREE_FRAGMENT, client);
        for (const oid of part) {
          const node = nodes.get(oid);
          if (node === undefined) throw new Error(`GitHub did not give the folder ${oid}`);
          addTree(node);
        }
      }
    },
    needBlobs: async (sizes) => {
      const missing = new Map([...sizes].filter(([oid]) => source.blob(oid) === undefined));
      for (const part of batches(missing)) {
        const nodes = await askInParts(part, client);
        for (const node of nodes.values()) addBlob(node);
      }
      const left = [...missing.keys()].filter((oid) => source.blob(oid) === undefined);
      for (const oid of left.slice(0, MOST_SINGLE)) {
        if (!keep(oid, await readBlob(oid, client)))
          throw new Error(`GitHub did not give the file ${oid} whole`);
      }
    },
  };
  return source;
}

/** What was seen once in a reading stays to its end, whatever memory lets go meanwhile. */
function held<Value>(
  oid: ObjectId,
  seen: Map<ObjectId, Value>,
  remembered: Value | undefined,
): Value | undefined {
  const known = seen.get(oid) ?? remembered;
  if (known !== undefined) seen.set(oid, known);
  return known;
}

/** Blobs that fit into one answer together. */
function batches(sizes: ReadonlyMap<ObjectId, number>): ObjectId[][] {
  const parts: ObjectId[][] = [];
  let bytes = BYTES_A_QUERY;
  for (const [oid, size] of sizes) {
    if (size > MOST_TEXT) continue;
    const last = parts.at(-1);
    bytes += size;
    if (last === undefined || last.length === BLOBS_A_QUERY || bytes > BYTES_A_QUERY) {
      parts.push([oid]);
      bytes = size;
    } else last.push(oid);
  }
  return parts;
}

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  const parts: Item[][] = [];
  for (let at = 0; at < items.length; at += size) parts.push(items.slice(at, at + size));
  return parts;
}

/** A query that GitHub takes too long over is asked again in halves. */
async function askInParts(
  oids: readonly ObjectId[],
  client: GateClient,
  splits = 3,
): Promise<ReadonlyMap<ObjectId, BlobNode>> {
  try {
    return await askObjects<BlobNode>(oids, "Text", BLOB_FRAGMENT, client);
  } catch (error) {
    if (splits === 0 || oids.length < 2 || !mayBeTooMuch(error)) throw error;
    const half = Math.ceil(oids.length / 2);
    const first = await askInParts(oids.slice(0, half), client, splits - 1);
    const second = await askInParts(oids.slice(half), client, splits - 1);
    return new Map([...first, ...second]);
  }
}

/** GitHub says that it took too long by an error of its own, by none at all, or in an answer like any other. */
function mayBeTooMuch(error: unknown): boolean {
  const status = statusOf(error);
  return status === undefined || status >= 500;
}

async function askObjects<Node extends { readonly oid: ObjectId }>(
  oids: readonly ObjectId[],
  fragment: string,
  definition: string,
  { octokit, at }: GateClient,
): Promise<ReadonlyMap<ObjectId, Node>> {
  const fields = oids.filter(isObjectId).map((oid, n) => `o${n}: object(oid: "${oid}") { ...${fragment} }`);
  if (fields.length === 0) return new Map();
  const text = `query ($owner: String!, $name: String!) {
  repository(owner: $owner, name: $name) { ${fields.join(" ")} }
}
${definition}`;
  const answer = await octokit.graphql<{
    readonly repository: Readonly<Record<string, Partial<Node> | null>> | null;
  }>(text, { owner: at.owner, name: at.repo });
  const found = new Map<ObjectId, Node>();
  for (const node of Object.values(repositoryIn(answer, { at }))) {
    // An object of another type answers none of the fields.
    if (node?.oid !== undefined) found.set(node.oid, node as Node);
  }
  return found;
}

async function readBlob(oid: ObjectId, { octokit, at }: GateClient): Promise<Uint8Array> {
  const path = "GET /repos/{owner}/{repo}/git/blobs/{file_sha}";
  const { data } = await octokit.request(path, { ...at, file_sha: oid });
  return Buffer.from(data.content, "base64");
}
