import type { LandedCommit } from "../../core/record/landing.ts";
import type { ObjectId } from "../../core/propose/state.ts";
import { CODEOWNERS_LOCATIONS } from "../../core/owners/codeowners.ts";
import { DEFAULT_FOLDER, FOLDER_FILE, parseFolder } from "../../core/registry/folder.ts";
import type { LandedSince } from "../../jobs/record-port.ts";
import { momentOf, nodesOf, PAGE, type GateClient, type Page } from "../gate/client.ts";
import type { GateMemory } from "../gate/memory.ts";
import { mergeBaseOf } from "../gate/merge-base.ts";
import { LANDED_PULL, pullsOf, refuseEarly, type LandedPullNode } from "./landed-pulls.ts";

/** A commit as GraphQL lists it; `d0`, `d1`, …: what stands at the paths that could decide. */
interface CommitNode extends Readonly<Record<`d${number}`, { readonly oid: ObjectId } | null>> {
  readonly oid: ObjectId;
  readonly committedDate: string;
  readonly parents: { readonly nodes: readonly ({ readonly oid: ObjectId } | null)[] | null };
  readonly associatedPullRequests: Page<LandedPullNode> | null;
}

/** So many pages are read: 10,000 commits since the newest entry. */
const MOST_PAGES = 100;

/**
 * The first-parent history of the default branch since a commit. GitHub lists all commits, newest first, those of merged
 * branches among them: the line is followed through them.
 * @throws what octokit throws; Error when the history is longer than is read, or GitHub does not say all of it now
 */
export async function readLanded(
  since: ObjectId,
  client: GateClient,
  memory: GateMemory,
): Promise<LandedSince> {
  const { branch, tip, folder } = await readTip(client);
  if (tip === since) return { branch, tip, base: since, commits: [] };
  const paths = [FOLDER_FILE, ...CODEOWNERS_LOCATIONS, ...(folder ? [folder] : [])];
  // One that is not near is looked for: the branch may have been pushed over, and have it no longer.
  const { line, shared } = await readLine(tip, since, paths, client, () =>
    mergeBaseOf(since, tip, client, memory),
  );
  const end = line.findIndex(({ oid }) => oid === shared);
  const base = end < 0 ? undefined : shared;
  const after = end < 0 ? line : line.slice(0, end);
  // The registry's folder must be the same one all the way, or its path says nothing.
  const isKnown = folder !== undefined && folder !== "" && line.every((node) => same(node, line[0], 0));
  const commits: LandedCommit[] = [];
  for (const [at, node] of after.entries()) {
    const touches = !isKnown || paths.some((_, n) => !same(node, line[at + 1], n));
    const pulls = await pullsOf(node.oid, node.associatedPullRequests, branch, client);
    commits.push({
      commit: node.oid,
      parent: parentOf(node),
      committed: momentOf(node.committedDate),
      pulls,
      touches,
    });
  }
  await refuseEarly(commits, client);
  return { branch, tip, base, commits: commits.toReversed() };
}

/** Whether the same stands at the n-th path of two commits. Of the registry's folder, nothing on both sides is not known. */
function same(one: CommitNode, other: CommitNode | undefined, n: number): boolean {
  const [left, right] = [one[`d${n}`]?.oid, other?.[`d${n}`]?.oid];
  const isFolder = n === 1 + CODEOWNERS_LOCATIONS.length;
  return other !== undefined && left === right && !(isFolder && left === undefined);
}

/** Undefined for the first commit of all. @throws Error where GitHub does not say */
function parentOf({ oid, parents }: CommitNode): ObjectId | undefined {
  const [first] = parents.nodes ?? [null];
  if (first === null) throw new Error(`GitHub did not show the parents of the commit ${oid}`);
  return first?.oid;
}

interface Tip {
  readonly branch: string;
  readonly tip: ObjectId;
  /** The registry's folder; undefined where that can't be read. */
  readonly folder: string | undefined;
}

/** The newest commit of the default branch. @throws what octokit throws; Error when there is none */
export async function readTip({ octokit, at }: GateClient): Promise<Tip> {
  const text = `query ($owner: String!, $name: String!, $file: String!) {
  repository(owner: $owner, name: $name) { defaultBranchRef { name target { oid ... on Commit {
    file(path: $file) { oid object { ... on Blob { text } } }
  } } } }
}`;
  const variables = { owner: at.owner, name: at.repo, file: FOLDER_FILE };
  const { repository } = await octokit.graphql<{
    readonly repository: {
      readonly defaultBranchRef: {
        readonly name: string;
        readonly target: {
          readonly oid: ObjectId;
          readonly file?: { readonly object: { readonly text?: string | null } | null } | null;
        } | null;
      } | null;
    } | null;
  }>(text, variables);
  const ref = repository?.defaultBranchRef;
  if (ref?.target === null || ref?.target === undefined)
    throw new Error("the repository has no default branch");
  const { oid, file } = ref.target;
  const parsed = file ? parseFolder(new TextEncoder().encode(file.object?.text ?? "")) : undefined;
  const named = parsed?.ok === true ? parsed.value : undefined;
  return { branch: ref.name, tip: oid, folder: file ? named : DEFAULT_FOLDER };
}

/** Commits of the first-parent line, newest first; and the one that it has in common with what is recorded, if any. */
interface Line {
  readonly line: readonly CommitNode[];
  readonly shared: ObjectId | undefined;
}

/** Reads the line down to a commit, or to the one that `elsewhere` gives where it is not on the first page. */
async function readLine(
  tip: ObjectId,
  since: ObjectId,
  paths: readonly string[],
  client: GateClient,
  elsewhere: () => Promise<ObjectId | undefined>,
): Promise<Line> {
  const nodes = new Map<ObjectId, CommitNode>();
  const line: CommitNode[] = [];
  let next: ObjectId | undefined = tip;
  let shared: ObjectId | undefined = since;
  let after: string | null = null;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const page: Page<CommitNode> = await readPage(tip, after, paths, client);
    for (const node of nodesOf(page)) nodes.set(node.oid, node);
    for (let node = nodes.get(next ?? ""); node !== undefined; node = nodes.get(next ?? "")) {
      line.push(node);
      next = parentOf(node);
      if (node.oid === shared) return { line, shared };
    }
    if (pages === 0) shared = await elsewhere();
    if (next === undefined || line.some(({ oid }) => oid === shared)) return { line, shared };
    // A line that ends before its first commit is one that was cut, and none that was pushed over.
    if (!page.pageInfo.hasNextPage) throw new Error(`GitHub does not show the commit ${next}`);
    after = page.pageInfo.endCursor;
  }
  throw new Error("more landed since the newest entry of the record than can be read");
}

async function readPage(
  tip: ObjectId,
  after: string | null,
  paths: readonly string[],
  { octokit, at }: GateClient,
): Promise<Page<CommitNode>> {
  const variables: Record<string, unknown> = { owner: at.owner, name: at.repo, tip, after };
  for (const [n, path] of paths.entries()) variables[`p${n}`] = path;
  const types = paths.map((_, n) => `, $p${n}: String!`).join("");
  const files = paths.map((_, n) => `d${n}: file(path: $p${n}) { oid }`).join(" ");
  const text = `query ($owner: String!, $name: String!, $tip: GitObjectID!, $after: String${types}) {
  repository(owner: $owner, name: $name) { object(oid: $tip) { ... on Commit {
    history(first: ${PAGE}, after: $after) { nodes {
      oid committedDate parents(first: 1) { nodes { oid } } ${files}
      associatedPullRequests(first: 10) {
        nodes { ${LANDED_PULL} } pageInfo { hasNextPage endCursor }
      }
    } pageInfo { hasNextPage endCursor } }
  } } }
}`;
  const { repository } = await octokit.graphql<{
    readonly repository: { readonly object: { readonly history?: Page<CommitNode> } | null } | null;
  }>(text, variables);
  const history = repository?.object?.history;
  if (history === undefined || history === null) throw new Error(`GitHub does not show the commit ${tip}`);
  return history;
}
