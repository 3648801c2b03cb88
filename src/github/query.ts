/** A server whose proposal is looked at, and the files that it may change. */
export interface Asked {
  readonly server: string;
  /** The card's path in the repository. */
  readonly card: string;
  /** The grants files that may lose grants with it. */
  readonly grants: readonly string[];
}

/** The context of toolcard's status, and the name of its check. */
export const SCOPE_CONTEXT = "toolcard/scope";

/** A query with its variables, and under which field of a commit each path's file is answered. */
export interface Query {
  readonly text: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly fields: ReadonlyMap<string, string>;
}

/** How many commits of a branch are looked at: ours and one or two declines at first, more where that was too few. */
export const COMMITS = { few: 3, many: 50 } as const;

const PULL = "number title body author { login __typename } isCrossRepository";
const PEOPLE = "author { email user { login } } committer { email }";

/**
 * One query for all that decides the proposals of some servers: the repository, its default branch, our branches, and of
 * each server the branch and the pull requests from it. Names of servers and files are variables, never part of the text.
 * @param defaultBranch what the default branch is thought to be called; the answer says what it is
 * @param after the cursor that the list of our branches goes on from
 */
export function proposalQuery(
  asked: readonly Asked[],
  at: { readonly owner: string; readonly repo: string },
  defaultBranch: string,
  { commits = COMMITS.few, after }: { readonly commits?: number; readonly after?: string | undefined } = {},
): Query {
  const variables: Record<string, string> = { owner: at.owner, name: at.repo };
  const types = ["$owner: String!", "$name: String!"];
  const variable = (key: string, value: string): string => {
    variables[key] = value;
    types.push(`$${key}: String!`);
    return `$${key}`;
  };
  if (asked.length > 0) variable("default", defaultBranch);
  const page = after === undefined ? "" : `, after: ${variable("after", after)}`;
  const fields = new Map<string, string>();
  const fileFields: string[] = [];
  for (const path of new Set(asked.flatMap(({ card, grants }) => [card, ...grants]))) {
    const field = `f${fields.size}`;
    fields.set(path, field);
    fileFields.push(`${field}: file(path: ${variable(field, path)}) { oid }`);
  }
  // Without a server there are no files, and GraphQL has no empty selection.
  const files = fileFields.length === 0 ? "oid" : fileFields.join(" ");
  const servers = asked.map(({ server, card }, n) => {
    const branch = variable(`b${n}`, `toolcard/${server}`);
    const ref = variable(`r${n}`, `refs/heads/toolcard/${server}`);
    return serverFields(n, { branch, ref, card: `$${fields.get(card)}` }, commits);
  });
  const text = `query (${types.join(", ")}) {
  viewer { login }
  repository(owner: $owner, name: $name) {
    id nameWithOwner isArchived isDisabled isEmpty
    defaultBranchRef { name target { oid ...Files ... on Commit { tree { oid } } } }
    refs(refPrefix: "refs/heads/toolcard/", first: 100${page}) { nodes { name } pageInfo { hasNextPage endCursor } }
    ${servers.join("\n    ")}
  }
}
fragment Files on Commit { ${files} }`;
  return { text, variables, fields };
}

interface ServerVariables {
  readonly branch: string;
  readonly ref: string;
  readonly card: string;
}

function serverFields(n: number, { branch, ref, card }: ServerVariables, commits: number): string {
  const order = "orderBy: { field: CREATED_AT, direction: DESC }";
  return `ref${n}: ref(qualifiedName: ${ref}) {
      compare(headRef: $default) { behindBy }
      target { oid ...Files ... on Commit {
        status { context(name: "${SCOPE_CONTEXT}") { context } }
        card: file(path: ${card}) { oid object { ... on Blob { isTruncated text } } }
        history(first: ${commits}) { nodes {
          oid message ${PEOPLE} changedFilesIfAvailable card: file(path: ${card}) { oid }
          parents(first: 2) { nodes { oid ...Files } }
        } }
      } }
    }
    open${n}: pullRequests(headRefName: ${branch}, states: [OPEN], first: 10, ${order}) { nodes {
      ${PULL} baseRefName isInMergeQueue
      comments(last: 100) { nodes { databaseId body author { login __typename } } }
    } }
    past${n}: pullRequests(headRefName: ${branch}, states: [CLOSED, MERGED], first: 10, ${order}) { nodes {
      ${PULL} state closedAt headRefOid
      timelineItems(last: 1, itemTypes: [CLOSED_EVENT]) { nodes { ... on ClosedEvent { actor { login __typename } } } }
    } }`;
}
