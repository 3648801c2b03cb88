import { headlineOf } from "../core/propose/naming.ts";
import type { Branch, CommitKind, ObjectId } from "../core/propose/state.ts";
import { fileIn, type CommitNode, type RefNode } from "./answer.ts";
import type { Asked } from "./query.ts";

/** Our branch, as far as one answer shows it. */
export interface SeenBranch {
  readonly branch: Branch;
  /** Set when commits of others change the card and nothing else: from which card to which, blob by blob. */
  readonly maybeDeclines?: { readonly from: string; readonly to: string };
  /** Our own commit on it, with the blob of the card that it has. */
  readonly own?: OwnCommit;
  /** Set when the branch has more commits than the answer: it has to be asked for again, with more. */
  readonly cut?: true;
}

/** The commit that a proposal is. */
export interface OwnCommit {
  readonly commit: ObjectId;
  readonly card: ObjectId;
}

type Target = NonNullable<RefNode["target"]>;

/**
 * What our branch is: whose commits it has that the default branch lacks, and which files they change. A proposal is one
 * commit of ours; what lies above it others made, and what lies below it the default branch once had.
 * @param viewer our own login, with its suffix
 */
export function branchOf(
  { compare, target }: RefNode & { readonly target: Target },
  { server, card, grants }: Asked,
  fields: ReadonlyMap<string, string>,
  viewer: string,
): SeenBranch {
  const commits = target.history.nodes;
  const ahead = compare?.behindBy ?? Number.POSITIVE_INFINITY;
  const at = commits.findIndex((commit) => isOurs(commit, server, viewer));
  const own = commits[at];
  if (own === undefined || at >= ahead) {
    const count = Math.min(ahead, commits.length);
    const foreign = Array.from({ length: count }, (): CommitKind => "foreign");
    const branch = { head: target.oid, onBase: true, commits: foreign, files: [] };
    return ahead > commits.length && compare !== null ? { branch, cut: true } : { branch };
  }
  const above = commits.slice(0, at);
  const changesCard = at > 0 && above.every((commit, n) => isOnlyCard(commit, commits[n + 1]));
  const branch: Branch = {
    head: target.oid,
    onBase: ahead === at + 1,
    commits: [...above.map((): CommitKind => "foreign"), "ours"],
    files: filesOf(target, own, [card, ...grants], fields, at === 0),
  };
  const from = own.card?.oid;
  const to = target.card?.oid;
  const seen = from === undefined ? { branch } : { branch, own: { commit: own.oid, card: from } };
  if (!changesCard || from === undefined || to === undefined) return seen;
  return { ...seen, maybeDeclines: { from, to } };
}

/** Ours: made by us, in our words, on one parent, and not worked over by anybody. */
function isOurs(commit: CommitNode, server: string, viewer: string): boolean {
  const { author, committer, message, parents } = commit;
  if (message.split("\n", 1)[0] !== headlineOf(server) || parents.nodes.length !== 1) return false;
  const login = author?.user?.login ?? /^(?:\d+\+)?([^@]+)@users\.noreply\./.exec(author?.email ?? "")?.[1];
  const email = committer?.email ?? "";
  // What an App commits, GitHub signs, and is then the committer.
  return (
    login?.toLowerCase() === viewer.toLowerCase() && (email === author?.email || email.startsWith("noreply@"))
  );
}

function isOnlyCard(commit: CommitNode, below: CommitNode | undefined): boolean {
  const [parent, ...others] = commit.parents.nodes;
  const follows = parent !== undefined && parent.oid === below?.oid && others.length === 0;
  return follows && commit.changedFilesIfAvailable === 1 && commit.card?.oid !== below?.card?.oid;
}

function filesOf(
  target: Target,
  own: CommitNode,
  paths: readonly string[],
  fields: ReadonlyMap<string, string>,
  isHead: boolean,
): Branch["files"] {
  const files: { path: string; start?: string; head?: string }[] = [];
  for (const path of paths) {
    const start = own.parents.nodes[0] && fileIn(own.parents.nodes[0], fields.get(path));
    const head = fileIn(target, fields.get(path));
    if (start !== head) files.push({ path, ...(start && { start }), ...(head && { head }) });
  }
  const count = own.changedFilesIfAvailable ?? files.length;
  // It changed a file that an update of today would not: the empty path stands for those.
  if (isHead && count !== files.length) files.push({ path: "" });
  return files;
}
