import { addsOnlyDeclines } from "../core/propose/declines.ts";
import type { Branch, ObjectId } from "../core/propose/state.ts";
import { parseCard } from "../core/registry/card.ts";
import { serverNodes, type OpenPullNode, type PastPullNode, type RefNode } from "./answer.ts";
import { ask, type Answered, type Looking } from "./ask.ts";
import { branchOf, type OwnCommit, type SeenBranch } from "./branch-of.ts";
import type { Client } from "./client.ts";
import { ourPulls } from "./pull-pages.ts";
import { COMMITS, type Asked } from "./query.ts";

/** What GitHub shows of one server's proposal. Pull requests from forks are left out. */
export interface SeenServer {
  readonly open: readonly OpenPullNode[];
  readonly past: readonly PastPullNode[];
  readonly branch?: Branch;
  /** The text of the card at the head of the branch. */
  readonly headCard?: string;
  /** Our own commit on the branch. */
  readonly own?: OwnCommit;
  /** Whether anything was ever published for the head under toolcard's name. */
  readonly hasStatus: boolean;
}

/** Reads the n-th server of an answer; asks for more of it where the answer could not show enough. */
export async function seenServer(
  n: number,
  asked: Asked,
  answered: Answered,
  looking: Looking,
): Promise<SeenServer> {
  const { client } = looking;
  const { ref, open, past } = serverNodes(answered.answer.repository, n);
  const pulls = {
    open: await ourPulls("open", asked.server, open, client),
    past: await ourPulls("past", asked.server, past, client),
  };
  return { ...pulls, ...(hasTarget(ref) ? await seenBranch(ref, asked, answered, looking) : NO_BRANCH) };
}

const NO_BRANCH = { hasStatus: false };

type SeenRef = RefNode & { readonly target: NonNullable<RefNode["target"]> };

function hasTarget(ref: RefNode | null): ref is SeenRef {
  return ref !== null && ref.target !== null;
}

async function seenBranch(
  ref: SeenRef,
  asked: Asked,
  { answer, fields, commits }: Answered,
  looking: Looking,
): Promise<Omit<SeenServer, "open" | "past">> {
  const { client } = looking;
  const found = branchOf(ref, asked, fields, answer.viewer.login);
  if (found.cut === true && commits < COMMITS.many) {
    const defaultBranch = answer.repository.defaultBranchRef?.name ?? "";
    const more = await ask([asked], { ...looking, defaultBranch }, COMMITS.many);
    if (more.kind === "answered") {
      const again = serverNodes(more.answer.repository, 0).ref;
      return hasTarget(again) ? seenBranch(again, asked, more, looking) : NO_BRANCH;
    }
  }
  const { card, status } = ref.target;
  const headCard = card === null ? undefined : await textOf(card, client);
  return {
    branch: await withDeclines(found, headCard, asked.card, client),
    ...(headCard !== undefined && { headCard }),
    ...(found.own && { own: found.own }),
    hasStatus: status?.context !== null && status?.context !== undefined,
  };
}

async function textOf(
  { oid, object }: NonNullable<NonNullable<RefNode["target"]>["card"]>,
  client: Client,
): Promise<string | undefined> {
  if (object === null || object.text === undefined || object.text === null) return undefined;
  return object.isTruncated === true ? blobText(oid, client) : object.text;
}

/** The text of a file, by its blob. */
export async function blobText(sha: ObjectId, { octokit, at }: Client): Promise<string> {
  const { data } = await octokit.request("GET /repos/{owner}/{repo}/git/blobs/{file_sha}", {
    ...at,
    file_sha: sha,
  });
  return Buffer.from(data.content, "base64").toString("utf8");
}

/** Commits of others that change the card alone: if all they do is to decline tools, they are adopted. */
async function withDeclines(
  { branch, maybeDeclines }: SeenBranch,
  headCard: string | undefined,
  path: string,
  client: Client,
): Promise<Branch> {
  if (maybeDeclines === undefined || headCard === undefined) return branch;
  const before = parseCard(await blobText(maybeDeclines.from, client), path);
  const after = parseCard(headCard, path);
  if (!before.ok || !after.ok || !addsOnlyDeclines(before.value, after.value)) return branch;
  return { ...branch, commits: branch.commits.map((kind) => (kind === "foreign" ? "declines" : kind)) };
}
