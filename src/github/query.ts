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
const ORDER = "orderBy: { field: CREATED_AT, direction: DESC }";
const PAGE = "pageInfo { hasNextPage endCursor }";

/** How many pull requests of one name are looked at in one go: ours are few, and forks can have more of the name. */
export const PULLS = { few: 10, many: 100 } as const;
const PEOPLE = "author { email user { login } } committer { email }";

/** What of a repository is looked at beside what every run needs. */
interface QueryOptions {
  /** How many commits of a branch. */
  readonly commits?: number;
  /** Whether a status was published for its head: it takes a permission of its own. */
  readonly statuses?: boolean;
  /** The cursor that the list of our branches goes on from. */
  readonly after?: string | undefined;
}

/**
 * One query for all that decides the proposals of some servers: the repository, its default branch, our branches, and of
 * each server the branch and the pull requests from it. Names of servers and files are variables, never part of the text.
 * @param defaultBranch what the default branch is thought to be called; the answer says what it is
 */
export function proposalQuery(
  asked: readonly Asked[],
  at: { readonly owner: string; readonly repo: string },
  defaultBranch: string,
  { commits = COMMITS.few, statuses = false, after }: QueryOptions = {},
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
  const paths = new Set(asked.flatMap(({ card, grants }) => [card, ...grants]));
  for (const path of paths) {
    const field = `f${fields.size}`;
    fields.set(path, field);
    variable(field, path);
  }
  const filesOf = (some: Iterable<string>) =>
    Array.from(some, (path) => `${fields.get(path)}: file(path: $${fields.get(path)}) { oid }`).join(" ");
  // Each server has its own: the files of others are not looked for in its commits.
  const fragments: string[] = [];
  const servers = asked.map(({ server, card, grants }, n) => {
    const branch = variable(`b${n}`, `toolcard/${server}`);
    const ref = variable(`r${n}`, `refs/heads/toolcard/${server}`);
    fragments.push(`fragment Files${n} on Commit { ${filesOf(new Set([card, ...grants]))} }`);
    return serverFields(n, { branch, ref, card: `$${fields.get(card)}` }, { commits, statuses });
  });
  const text = `query (${types.join(", ")}) {
  viewer { login }
  repository(owner: $owner, name: $name) {
    id nameWithOwner isArchived isDisabled isEmpty
    defaultBranchRef { name target { oid ... on Commit { tree { oid } ${filesOf(paths)} } } }
    refs(refPrefix: "refs/heads/toolcard/", first: 100${page}) { nodes { name } ${PAGE} }
    ${servers.join("\n    ")}
  }
}
${fragments.join("\n")}`;
  return { text, variables, fields };
}

interface ServerVariables {
  readonly branch: string;
  readonly ref: string;
  readonly card: string;
}

function serverFields(
  n: number,
  { branch, ref, card }: ServerVariables,
  { commits, statuses }: { readonly commits: number; readonly statuses: boolean },
): string {
  const status = statuses ? `status { context(name: "${SCOPE_CONTEXT}") { context } }` : "";
  return `ref${n}: ref(qualifiedName: ${ref}) {
      compare(headRef: $default) { behindBy }
      target { oid ...Files${n} ... on Commit {
        ${status}
        card: file(path: ${card}) { oid object { ... on Blob { isTruncated text } } }
        history(first: ${commits}) { nodes {
          oid message ${PEOPLE} changedFilesIfAvailable card: file(path: ${card}) { oid }
          parents(first: 2) { nodes { oid ...Files${n} } }
        } }
      } }
    }
    open${n}: ${pullsField("open", `headRefName: ${branch}, first: ${PULLS.few}`)}
    past${n}: ${pullsField("past", `headRefName: ${branch}, first: ${PULLS.few}`)}`;
}

/** Open pull requests, or those that were closed or merged. */
export type PullsKind = "open" | "past";

function pullsField(kind: PullsKind, which: string): string {
  if (kind === "open")
    return `pullRequests(states: [OPEN], ${which}, ${ORDER}) { ${PAGE} nodes {
      ${PULL} baseRefName isInMergeQueue locked
      comments(last: 100) { nodes { fullDatabaseId body author { login __typename } } }
    } }`;
  return `pullRequests(states: [CLOSED, MERGED], ${which}, ${ORDER}) { ${PAGE} nodes {
      ${PULL} state closedAt headRefOid
      timelineItems(last: 1, itemTypes: [CLOSED_EVENT]) { nodes { ... on ClosedEvent { actor { login __typename } } } }
    } }`;
}

/** A query for more pull requests of one server's branch, from a cursor on; answered as `pulls`. */
export function pullsQuery(kind: PullsKind, server: string, after: string): Omit<Query, "fields"> {
  const field = pullsField(kind, `headRefName: $branch, first: ${PULLS.many}, after: $after`);
  const text = `query ($owner: String!, $name: String!, $branch: String!, $after: String!) {
  repository(owner: $owner, name: $name) { pulls: ${field} }
}`;
  return { text, variables: { branch: `toolcard/${server}`, after } };
}
