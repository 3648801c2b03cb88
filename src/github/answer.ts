/** What GitHub answers to `proposalQuery`. Names and nulls as in its schema. */
export interface ProposalAnswer {
  readonly viewer: { readonly login: string };
  readonly repository: RepositoryNode | null;
}

/** A repository. The fields of servers (`ref0`, `open0`, `past0`, …) are read by `serverNodes`. */
export interface RepositoryNode extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly nameWithOwner: string;
  readonly isArchived: boolean;
  readonly isDisabled: boolean;
  readonly isEmpty: boolean;
  readonly defaultBranchRef: {
    readonly name: string;
    readonly target: (FilesNode & { readonly oid: string; readonly tree: { readonly oid: string } }) | null;
  } | null;
  readonly refs: {
    readonly nodes: readonly { readonly name: string }[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  } | null;
}

/** A commit's files, each under the field of its path: its blob, null where there is none. */
export type FilesNode = { readonly [field: `f${number}`]: { readonly oid: string } | null };

/** Somebody. A bot is named without its suffix `[bot]`. */
export interface ActorNode {
  readonly login: string;
  readonly __typename: string;
}

interface SignatureNode {
  readonly email: string | null;
  readonly user?: { readonly login: string } | null;
}

/** A commit of a branch's history. */
export interface CommitNode {
  readonly oid: string;
  /** Whole: GitHub cuts what it calls the headline. */
  readonly message: string;
  readonly author: SignatureNode | null;
  readonly committer: SignatureNode | null;
  readonly changedFilesIfAvailable: number | null;
  readonly card: { readonly oid: string } | null;
  readonly parents: { readonly nodes: readonly (FilesNode & { readonly oid: string })[] };
}

/** Our branch of a server. */
export interface RefNode {
  /** Null where the default branch is called otherwise, or the two share no history. */
  readonly compare: { readonly behindBy: number } | null;
  readonly target:
    | (FilesNode & {
        readonly oid: string;
        /** Missing where it was not asked for. */
        readonly status?: { readonly context: { readonly context: string } | null } | null;
        readonly card: {
          readonly oid: string;
          readonly object: { readonly isTruncated?: boolean; readonly text?: string | null } | null;
        } | null;
        readonly history: { readonly nodes: readonly CommitNode[] };
      })
    | null;
}

interface PullNode {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly author: ActorNode | null;
  readonly isCrossRepository: boolean;
}

/** An open pull request, with its newest comments. */
export interface OpenPullNode extends PullNode {
  readonly baseRefName: string;
  readonly isInMergeQueue: boolean;
  readonly locked: boolean;
  readonly comments: {
    readonly nodes: readonly {
      /** Digits: by now there are more comments than its `databaseId`, of 32 bits, can number. */
      readonly fullDatabaseId: string | null;
      readonly body: string;
      readonly author: ActorNode | null;
    }[];
  };
}

/** A pull request that was closed or merged. */
export interface PastPullNode extends PullNode {
  readonly state: "CLOSED" | "MERGED";
  readonly closedAt: string | null;
  readonly headRefOid: string;
  readonly timelineItems: { readonly nodes: readonly { readonly actor?: ActorNode | null }[] };
}

/** Pull requests of one name, newest first, with the cursor for more. */
export interface PullsNode<Node extends OpenPullNode | PastPullNode> {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** What the answer says of one server. */
export interface ServerNodes {
  readonly ref: RefNode | null;
  readonly open: PullsNode<OpenPullNode>;
  readonly past: PullsNode<PastPullNode>;
}

/** The fields of the n-th server that was asked for. */
export function serverNodes(repository: RepositoryNode, n: number): ServerNodes {
  return {
    ref: (repository[`ref${n}`] ?? null) as RefNode | null,
    open: repository[`open${n}`] as PullsNode<OpenPullNode>,
    past: repository[`past${n}`] as PullsNode<PastPullNode>,
  };
}

/** The blob of a path in a commit; undefined when there is none. */
export function fileIn(commit: FilesNode, field: string | undefined): string | undefined {
  const files = commit as Readonly<Record<string, { readonly oid: string } | null | undefined>>;
  return field === undefined ? undefined : files[field]?.oid;
}
