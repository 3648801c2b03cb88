import type { OwnVerdict } from "../../core/gate/pull-request.ts";
import type { ObjectId } from "../../core/propose/state.ts";
import { SCOPE_CONTEXT } from "../query.ts";
import { momentOf, nodesOf, PAGE, restPages, type GateClient, type Page } from "./client.ts";

/** Who publishes: our App, by its id, or the Action, with the page that a status leads to (that of the run). */
export type Publisher =
  | { readonly by: "app"; readonly appId: number }
  | { readonly by: "action"; readonly url: string };

/** Verdicts, oldest first; `whole`: whether that is all of them. */
export interface OwnVerdicts {
  readonly verdicts: readonly OwnVerdict[];
  readonly whole: boolean;
}

/** As many as GitHub keeps of one name. */
const MOST_PAGES = 10;

/** The check suites of our App on a commit, as GraphQL answers them. */
export interface SuitesNode {
  readonly oid: ObjectId;
  readonly checkSuites?: Page<{
    readonly app: { readonly databaseId: number | null } | null;
    readonly checkRuns: Page<RunNode> | null;
  }> | null;
}

interface RunNode {
  readonly name: string;
  readonly status: string;
  readonly conclusion: string | null;
  readonly completedAt: string | null;
  readonly externalId: string | null;
}

/** What to ask of a commit: every run of our check, not only the newest. */
export const SUITES_FIELDS = `oid checkSuites(first: 5, filterBy: { appId: $app, checkName: $check }) {
            nodes { app { databaseId } checkRuns(first: ${PAGE}, filterBy: { appId: $app, checkName: $check, checkType: ALL }) {
              nodes { name status conclusion completedAt externalId } pageInfo { hasNextPage endCursor }
            } } pageInfo { hasNextPage endCursor }
          }`;

/** Our App's completed runs in an answer; undefined when the answer is of another commit, or does not hold all of them. */
export function verdictsIn(
  node: SuitesNode | undefined,
  commit: ObjectId,
  appId: number,
): OwnVerdict[] | undefined {
  if (node?.oid !== commit || node.checkSuites === undefined || node.checkSuites === null) return undefined;
  if (node.checkSuites.pageInfo.hasNextPage) return undefined;
  const verdicts: OwnVerdict[] = [];
  for (const { app, checkRuns } of nodesOf(node.checkSuites)) {
    // Any app may call its check as ours is called.
    if (app?.databaseId !== appId) continue;
    if (checkRuns === null || checkRuns.pageInfo.hasNextPage) return undefined;
    for (const { name, status, conclusion, completedAt, externalId } of nodesOf(checkRuns)) {
      if (name !== SCOPE_CONTEXT || status !== "COMPLETED") continue;
      const at = momentOf(completedAt);
      verdicts.push({ commit, at, passes: conclusion === "SUCCESS", id: externalId ?? undefined });
    }
  }
  return oldestFirst(verdicts);
}

/**
 * All our verdicts on a commit.
 * @throws what octokit throws
 */
export async function readVerdicts(
  commit: ObjectId,
  publisher: Publisher,
  client: GateClient,
  viewer: string,
): Promise<OwnVerdicts> {
  return publisher.by === "app"
    ? readRuns(commit, publisher.appId, client)
    : readStatuses(commit, client, viewer);
}

async function readRuns(commit: ObjectId, appId: number, { octokit, at }: GateClient): Promise<OwnVerdicts> {
  const path = "GET /repos/{owner}/{repo}/commits/{ref}/check-runs";
  const wish = { ...at, ref: commit, check_name: SCOPE_CONTEXT, app_id: appId, filter: "all" as const };
  const { items, whole } = await restPages(async (page) => {
    const { data } = await octokit.request(path, { ...wish, per_page: PAGE, page });
    return data.check_runs;
  }, MOST_PAGES);
  const verdicts = items.flatMap((run): OwnVerdict | [] => {
    const ours = run.app?.id === appId && run.name === SCOPE_CONTEXT && run.head_sha === commit;
    if (!ours || run.status !== "completed") return [];
    const passes = run.conclusion === "success";
    return { commit, at: momentOf(run.completed_at), passes, id: run.external_id ?? undefined };
  });
  return { verdicts: oldestFirst(verdicts.toReversed()), whole };
}

/** Statuses of our context by ourselves, that the gate wrote: the scan writes one too, which judges nothing. */
async function readStatuses(
  commit: ObjectId,
  { octokit, at }: GateClient,
  viewer: string,
): Promise<OwnVerdicts> {
  const path = "GET /repos/{owner}/{repo}/commits/{ref}/statuses";
  const { items, whole } = await restPages(async (page) => {
    const { data } = await octokit.request(path, { ...at, ref: commit, per_page: PAGE, page });
    return data;
  }, MOST_PAGES);
  const verdicts = items.flatMap((status): OwnVerdict | [] => {
    const id = idInUrl(status.target_url);
    const ours = status.creator?.login.toLowerCase() === viewer.toLowerCase();
    if (status.context !== SCOPE_CONTEXT || !ours || id === undefined) return [];
    return { commit, at: momentOf(status.created_at), passes: status.state === "success", id };
  });
  return { verdicts: oldestFirst(verdicts.toReversed()), whole };
}

const ID = "#toolcard=";

/** The page that a status leads to, with what the status is known by: a status has no other place for it. */
export function urlWithId(url: string, id: string): string {
  return `${url.replace(/#.*$/s, "")}${ID}${encodeURIComponent(id)}`;
}

function idInUrl(url: string | null): string | undefined {
  const at = url?.indexOf(ID) ?? -1;
  if (url === null || at < 0) return undefined;
  try {
    return decodeURIComponent(url.slice(at + ID.length));
  } catch {
    return undefined;
  }
}

function oldestFirst(verdicts: readonly OwnVerdict[]): OwnVerdict[] {
  return verdicts.toSorted((left, right) => left.at - right.at);
}
