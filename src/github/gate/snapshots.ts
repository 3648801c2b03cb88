import { mostBytes } from "../../core/gate/deciding.ts";
import type { FileAt, Snapshot } from "../../core/gate/snapshot.ts";
import { sorted } from "../../core/json/order.ts";
import { CODEOWNERS_LOCATIONS } from "../../core/owners/codeowners.ts";
import type { ObjectId } from "../../core/propose/state.ts";
import { DEFAULT_FOLDER, FOLDER_FILE } from "../../core/registry/folder.ts";
import { repositoryIn, type GateClient } from "./client.ts";
import { decidingFiles, type Deciding } from "./deciding-files.ts";
import { keyIn, type GateMemory } from "./memory.ts";
import { isObjectId } from "./object-id.ts";
import { BLOB_FRAGMENT, objectSource, type BlobNode, type ObjectSource } from "./objects.ts";
import { TREE_FRAGMENT, type TreeEntry, type TreeNode } from "./tree.ts";

/** How deep folders may be in one another. */
const MOST_LEVELS = 20;
/**
 * Bytes that one reading takes in. What would not fit any more stays without its bytes: that is so of this reading, not of
 * the commit, and nobody may remember it.
 */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Reads the deciding files at some commits, in the order asked for, through the repository itself: GitHub keeps the heads
 * of forks there. Every folder and file is held against its id, so what GitHub cuts or recodes is noticed.
 * @throws what octokit throws, and an Error when a commit or a folder can't be read whole
 */
export async function readSnapshots(
  commits: readonly ObjectId[],
  client: GateClient,
  memory: GateMemory,
): Promise<Snapshot[]> {
  const source = objectSource(client, memory);
  const distinct = [...new Set(commits)];
  await readRoots(distinct, source, client, memory);
  const found = new Map<ObjectId, Deciding>();
  for (let level = 0; ; level++) {
    for (const commit of distinct) found.set(commit, decidingFiles(rootOf(commit, client, memory), source));
    const seen = [...found.values()];
    const missing = seen.flatMap(({ missingTrees }) => missingTrees);
    const files = seen.flatMap(({ missingBlob }) => missingBlob ?? []);
    if (missing.length === 0 && files.length === 0) break;
    if (level === MOST_LEVELS) throw new Error(`folders are more than ${MOST_LEVELS} deep`);
    await source.needTrees(missing);
    await source.needBlobs(new Map(files.map(({ oid, size }) => [oid, size])));
  }
  const folder = found.get(distinct[0] ?? "")?.folder;
  if (folder !== undefined) memory.folders.set(keyIn(client, ""), folder);
  await source.needBlobs(wantedBlobs([...found.values()]));
  const alike = haveSameWorkflows([...found.values()]);
  return commits.map((commit) => snapshotOf(commit, found.get(commit) ?? NOTHING, alike, source));
}

/** GitHub does not show a commit: it is not there, or no longer. */
export class CommitMissing extends Error {
  readonly commit: ObjectId;

  constructor(commit: ObjectId) {
    super(`GitHub does not show the commit ${commit}`);
    this.commit = commit;
  }
}

const NOTHING: Deciding = { folder: undefined, entries: new Map(), missingTrees: [], missingBlob: undefined };

function rootOf(commit: ObjectId, client: GateClient, memory: GateMemory): ObjectId {
  const root = memory.roots.get(keyIn(client, commit));
  if (root === undefined) throw new CommitMissing(commit);
  return root;
}

/** The trees of commits that were never looked at, and with them the folders that are always needed. */
async function readRoots(
  commits: readonly ObjectId[],
  source: ObjectSource,
  client: GateClient,
  memory: GateMemory,
): Promise<void> {
  const missing = commits.filter(
    (commit) => isObjectId(commit) && memory.roots.get(keyIn(client, commit)) === undefined,
  );
  if (missing.length === 0) return;
  const registry = memory.folders.get(keyIn(client, "")) ?? DEFAULT_FOLDER;
  const inside = registry === "" ? "" : `${registry}/`;
  const guesses = [".github", ".github/workflows", "docs", registry, `${inside}cards`, `${inside}grants`];
  const variables: Record<string, string> = { owner: client.at.owner, name: client.at.repo };
  const types: string[] = [];
  const fields = missing.flatMap((commit, n) => [
    `c${n}: object(oid: "${commit}") { ... on Commit { tree { ...Entries } } }`,
    ...[...guesses, FOLDER_FILE].map((path, k) => {
      const name = `e${n}_${k}`;
      variables[name] = `${commit}:${path}`;
      types.push(`$${name}: String!`);
      return `${name}: object(expression: $${name}) { ...${path === FOLDER_FILE ? "Text" : "Entries"} }`;
    }),
  ]);
  const text = `query ($owner: String!, $name: String!, ${types.join(", ")}) {
  repository(owner: $owner, name: $name) { ${fields.join("\n    ")} }
}
${TREE_FRAGMENT}
${BLOB_FRAGMENT}`;
  const answer = await client.octokit.graphql<RootsAnswer>(text, variables);
  for (const [field, node] of Object.entries(repositoryIn(answer, client))) {
    if (node === null) continue;
    if ("tree" in node) {
      source.addTree(node.tree);
      memory.roots.set(keyIn(client, missing[Number(field.slice(1))] ?? ""), node.tree.oid);
    } else if ("entries" in node) source.addTree(node);
    else if ("text" in node) source.addBlob(node);
  }
}

interface RootsAnswer {
  readonly repository: Readonly<
    Record<string, { readonly tree: TreeNode } | TreeNode | BlobNode | null>
  > | null;
}

/** Files to be read, each once. */
function wantedBlobs(all: readonly Deciding[]): Map<ObjectId, number> {
  const wanted = new Map<ObjectId, number>();
  let bytes = 0;
  const alike = haveSameWorkflows(all);
  for (const one of all) {
    for (const [path, { kind, oid, size }] of one.entries) {
      if (kind !== "file" || size > mostBytes(path) || wanted.has(oid)) continue;
      if (alike && isWorkflow(path, one)) continue;
      bytes += size;
      if (bytes <= MOST_BYTES) wanted.set(oid, size);
    }
  }
  return wanted;
}

/** Whether some file may be a workflow or an action, and is nothing else that decides. */
function isWorkflow(path: string, { folder }: Deciding): boolean {
  if (!path.startsWith(".github/") || path === FOLDER_FILE || !/\.ya?ml$/i.test(path)) return false;
  return folder === undefined || !path.startsWith(folder === "" ? "" : `${folder}/`);
}

/**
 * Whether all commits have the same workflows with the same owners: then nobody reads any. Else all are read, as one may
 * call another.
 */
function haveSameWorkflows(all: readonly Deciding[]): boolean {
  const forms = all.map((one) => {
    const entries = [...one.entries].filter(([path]) => isWorkflow(path, one) || OWNERS.has(path));
    return sorted(entries.map(([path, { kind, oid }]) => JSON.stringify([path, kind, oid]))).join("\n");
  });
  return new Set(forms).size <= 1;
}

const OWNERS: ReadonlySet<string> = new Set(["docs", ...CODEOWNERS_LOCATIONS]);

function snapshotOf(commit: ObjectId, one: Deciding, alike: boolean, source: ObjectSource): Snapshot {
  const files = new Map<string, FileAt>();
  for (const [path, entry] of one.entries) {
    files.set(path, fileAt(path, entry, alike && isWorkflow(path, one), source));
  }
  return { commit, folder: one.folder, files };
}

function fileAt(
  path: string,
  { kind, oid, size }: TreeEntry,
  needless: boolean,
  source: ObjectSource,
): FileAt {
  if (kind !== "file") return { kind, blob: oid };
  if (size > mostBytes(path)) return { kind: "too-large", blob: oid };
  if (needless) return { kind, blob: oid };
  const bytes = source.blob(oid);
  if (bytes === undefined) return { kind, blob: oid };
  return bytes.length > mostBytes(path) ? { kind: "too-large", blob: oid } : { kind, blob: oid, bytes };
}
