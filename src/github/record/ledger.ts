import type { ObjectId } from "../../core/propose/state.ts";
import { LEDGER_BRANCH, LEDGER_FILE, ledgerText } from "../../core/record/ledger.ts";
import { plain } from "../../core/explain/inert.ts";
import { failureOf } from "../failure.ts";
import { repositoryIn, type GateClient } from "../gate/client.ts";
import type { GateMemory } from "../gate/memory.ts";
import { objectSource, type BlobNode } from "../gate/objects.ts";

/** The record's branch on GitHub, and what it takes to move it. */
export interface LedgerSeen {
  readonly repositoryId: string;
  /** Our own login, with its suffix. */
  readonly self: string;
  readonly head: ObjectId;
  /** The tree of the head: what else is on the branch stays. */
  readonly tree: ObjectId;
  readonly text: string;
}

interface LedgerAnswer {
  readonly viewer: { readonly login: string };
  readonly repository: {
    readonly id: string;
    readonly ref: {
      readonly target: {
        readonly oid: ObjectId;
        readonly tree?: { readonly oid: ObjectId };
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
    tree { oid } file(path: $file) { oid mode object { ... on Blob { oid byteSize isTruncated text } } }
  } } } }
}`;

/** GitHub gives no larger file by its API. */
const MOST_READ = 100_000_000;

/** A request may have 50 MB, and every quote in it takes two bytes. */
const MOST_WRITTEN = 32 * 1024 * 1024;

/** What is longer is sent by itself: GitHub may give up on a tree that has to be made with it. */
const MOST_IN_A_TREE = 1_000_000;

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
  const { oid: head, tree, file } = repository.ref.target ?? {};
  if (head === undefined || tree === undefined || file === undefined)
    throw new Error(`GitHub did not show the branch ${LEDGER_BRANCH}`);
  if (file === null || !FILE_MODES.has(file.mode))
    throw new Error(
      `the branch ${LEDGER_BRANCH} has no file ${LEDGER_FILE}: put it back as it was, or delete the branch where approvals were never in use`,
    );
  const size = file.object?.byteSize;
  if (size === undefined) throw new Error(`GitHub did not give ${LEDGER_FILE} whole`);
  if (size > MOST_READ)
    throw new Error(
      `${LEDGER_FILE} is larger than the 100 MB that GitHub gives of a file; nothing was recorded`,
    );
  const source = objectSource(client, memory);
  if (file.object !== null) source.addBlob(file.object);
  await source.needBlobs(new Map([[file.oid, size]]));
  const bytes = source.blob(file.oid);
  if (bytes === undefined) throw new Error(`GitHub did not give ${LEDGER_FILE} whole`);
  return {
    repositoryId: repository.id,
    self: answer.viewer.login,
    head,
    tree: tree.oid,
    text: ledgerText(bytes),
  };
}

const UPDATE_REFS = `mutation ($repository: ID!, $ref: GitRefname!, $before: GitObjectID!, $after: GitObjectID!) {
  updateRefs(input: {
    repositoryId: $repository, refUpdates: [{ name: $ref, beforeOid: $before, afterOid: $after }]
  }) { clientMutationId }
}`;

/**
 * Writes the record, whole, in one commit on what it was read from: compare-and-swap, which REST has not.
 * @param seen the record as it was read
 * @returns `moved` when the branch is another one by now
 * @throws what octokit throws; Error when GitHub takes no record of that size, or a rule holds the branch
 */
export async function appendToLedger(
  text: string,
  seen: Pick<LedgerSeen, "head" | "tree" | "repositoryId">,
  message: string,
  client: GateClient,
): Promise<"done" | "moved"> {
  const { octokit, at } = client;
  const { head: before, repositoryId: repository } = seen;
  const tree = await octokit.request("POST /repos/{owner}/{repo}/git/trees", {
    ...at,
    base_tree: seen.tree,
    tree: [{ path: LEDGER_FILE, mode: "100644", type: "blob", ...(await contentOf(text, client)) }],
  });
  // Without an author GitHub takes the App, and signs.
  const commit = await octokit.request("POST /repos/{owner}/{repo}/git/commits", {
    ...at,
    message,
    tree: tree.data.sha,
    parents: [before],
  });
  const after = commit.data.sha;
  const ref = `refs/heads/${LEDGER_BRANCH}`;
  try {
    await octokit.graphql(UPDATE_REFS, { repository, ref, before, after });
    return "done";
  } catch (error) {
    // Somebody was faster; or it is done, and the answer got lost on the way.
    const now = await headOf(client, ref);
    if (now === after) return "done";
    if (now !== before) return "moved";
    throw withRule(error);
  }
}

/** A rule that holds the branch, with what to do about it; any other error as it is. */
function withRule(error: unknown): unknown {
  const failure = failureOf(error);
  if (failure.kind !== "rule") return error;
  const rule = plain(failure.rule, { limit: 200 });
  return new BranchHeld(
    `a rule of the repository forbids it to write the branch ${LEDGER_BRANCH} (${rule}): put who keeps the record on the bypass list of its ruleset`,
    { cause: error },
  );
}

/** The rules of the repository let nobody like us write the record. */
export class BranchHeld extends Error {}

async function contentOf(
  text: string,
  { octokit, at }: GateClient,
): Promise<{ readonly content: string } | { readonly sha: string }> {
  const bytes = Buffer.byteLength(text);
  if (bytes > MOST_WRITTEN)
    throw new Error(
      `${LEDGER_FILE} would be larger than the 32 MiB that toolcard can write by GitHub's API; nothing was recorded`,
    );
  if (bytes <= MOST_IN_A_TREE) return { content: text };
  const blob = { content: text, encoding: "utf-8" };
  const { data } = await octokit.request("POST /repos/{owner}/{repo}/git/blobs", { ...at, ...blob });
  return { sha: data.sha };
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
