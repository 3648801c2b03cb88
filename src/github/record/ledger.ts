import type { ObjectId } from "../../core/propose/state.ts";
import { LEDGER_BRANCH, LEDGER_FILE, ledgerText, MOST_OF_LEDGER } from "../../core/record/ledger.ts";
import { repositoryIn, type GateClient } from "../gate/client.ts";
import type { GateMemory } from "../gate/memory.ts";
import { objectSource, type BlobNode } from "../gate/objects.ts";

/** The record's branch on GitHub, and what it takes to move it. */
export interface LedgerSeen {
  readonly repositoryId: string;
  /** Our own login, with its suffix. */
  readonly self: string;
  readonly head: ObjectId;
  readonly text: string;
}

interface LedgerAnswer {
  readonly viewer: { readonly login: string };
  readonly repository: {
    readonly id: string;
    readonly ref: {
      readonly target: {
        readonly oid: ObjectId;
        readonly file?: {
          readonly oid: ObjectId;
          readonly mode: number;
          readonly object: (BlobNode & { readonly byteSize?: number }) | null;
        } | null;
      } | null;
    } | null;
  } | null;
}

const QUERY = `query ($owner: String!, $name: String!, $ref: String!, $file: String!) {
  viewer { login }
  repository(owner: $owner, name: $name) { id ref(qualifiedName: $ref) { target { oid ... on Commit {
    file(path: $file) { oid mode object { ... on Blob { oid byteSize isTruncated text } } }
  } } } }
}`;

/** Of git's regular files: anything else is none. */
const FILE_MODES: ReadonlySet<number> = new Set([0o100644, 0o100755]);

/**
 * The record as its branch has it now, held against the id of its content. Undefined when there is no such branch.
 * @throws what octokit throws; Error when the branch has no such file, or the record can't be read whole
 */
export async function readLedgerNow(client: GateClient, memory: GateMemory): Promise<LedgerSeen | undefined> {
  const { owner, repo } = client.at;
  const ref = `refs/heads/${LEDGER_BRANCH}`;
  const answer = await client.octokit.graphql<LedgerAnswer>(QUERY, {
    owner,
    name: repo,
    ref,
    file: LEDGER_FILE,
  });
  const repository = repositoryIn(answer, client);
  if (repository.ref === null) return undefined;
  const { oid: head, file } = repository.ref.target ?? {};
  if (head === undefined || file === undefined)
    throw new Error(`GitHub did not show the branch ${LEDGER_BRANCH}`);
  if (file === null || !FILE_MODES.has(file.mode))
    throw new Error(
      `the branch ${LEDGER_BRANCH} has no file ${LEDGER_FILE}: put it back as it was, or delete the branch where approvals were never in use`,
    );
  const size = file.object?.byteSize;
  if (size === undefined) throw new Error(`GitHub did not give ${LEDGER_FILE} whole`);
  if (size > MOST_OF_LEDGER) throw new Error(`${LEDGER_FILE} is larger than toolcard reads`);
  const source = objectSource(client, memory);
  if (file.object !== null) source.addBlob(file.object);
  await source.needBlobs(new Map([[file.oid, size]]));
  const bytes = source.blob(file.oid);
  if (bytes === undefined) throw new Error(`GitHub did not give ${LEDGER_FILE} whole`);
  return { repositoryId: repository.id, self: answer.viewer.login, head, text: ledgerText(bytes) };
}

const UPDATE_REFS = `mutation ($repository: ID!, $ref: GitRefname!, $before: GitObjectID!, $after: GitObjectID!) {
  updateRefs(input: {
    repositoryId: $repository, refUpdates: [{ name: $ref, beforeOid: $before, afterOid: $after }]
  }) { clientMutationId }
}`;

/**
 * Writes the record, whole, in one commit on what it was read from: compare-and-swap, which REST has not.
 * @returns `moved` when the branch is another one by now
 * @throws what octokit throws
 */
export async function appendToLedger(
  text: string,
  onto: ObjectId,
  message: string,
  repositoryId: string,
  { octokit, at }: GateClient,
): Promise<"done" | "moved"> {
  const files = [{ path: LEDGER_FILE, mode: "100644" as const, type: "blob" as const, content: text }];
  const tree = await octokit.request("POST /repos/{owner}/{repo}/git/trees", { ...at, tree: files });
  // Without an author GitHub takes the App, and signs.
  const commit = await octokit.request("POST /repos/{owner}/{repo}/git/commits", {
    ...at,
    message,
    tree: tree.data.sha,
    parents: [onto],
  });
  const after = commit.data.sha;
  const ref = `refs/heads/${LEDGER_BRANCH}`;
  try {
    await octokit.graphql(UPDATE_REFS, { repository: repositoryId, ref, before: onto, after });
    return "done";
  } catch (error) {
    // Somebody was faster; or it is done, and the answer got lost on the way.
    const now = await headOf({ octokit, at }, ref);
    if (now === after) return "done";
    if (now !== onto) return "moved";
    throw error;
  }
}

async function headOf({ octokit, at }: GateClient, ref: string): Promise<ObjectId | undefined> {
  const text = `query ($owner: String!, $name: String!, $ref: String!) {
  repository(owner: $owner, name: $name) { ref(qualifiedName: $ref) { target { oid } } }
}`;
  const { repository } = await octokit.graphql<{
    readonly repository: {
      readonly ref: { readonly target: { readonly oid: ObjectId } | null } | null;
    } | null;
  }>(text, { owner: at.owner, name: at.repo, ref });
  return repository?.ref?.target?.oid;
}
