import type { ProposalAnswer, RepositoryNode } from "./answer.ts";
import type { Client } from "./client.ts";
import { failureOf } from "./failure.ts";
import { proposalQuery, type Asked } from "./query.ts";

/** How GitHub is asked. */
export interface Looking {
  readonly client: Client;
  /** What the default branch is thought to be called. */
  readonly defaultBranch: string;
  /** Whether to look for a status of ours; where an App publishes the check, its token may not read any. */
  readonly statuses: boolean;
}

/** An answer, and how much was asked for; or that GitHub shows nobody this repository. */
export type Asking =
  | {
      readonly kind: "answered";
      readonly answer: ProposalAnswer & { readonly repository: RepositoryNode };
      readonly fields: ReadonlyMap<string, string>;
      readonly commits: number;
    }
  | { readonly kind: "blocked" };

export type Answered = Extract<Asking, { kind: "answered" }>;

/**
 * Asks once.
 * @param after the cursor that the list of our branches goes on from
 * @throws what octokit throws, and an Error where there is no such repository to be seen
 */
export async function ask(
  asked: readonly Asked[],
  { client: { octokit, at }, defaultBranch, statuses }: Looking,
  commits: number,
  after?: string,
): Promise<Asking> {
  const options = { commits, statuses, after };
  const { text, variables, fields } = proposalQuery(asked, at, defaultBranch, options);
  try {
    const answer = await octokit.graphql<ProposalAnswer>(text, variables);
    const { repository } = answer;
    if (repository !== null) return { kind: "answered", answer: { ...answer, repository }, fields, commits };
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === "blocked") return { kind: "blocked" };
    if (failure.kind !== "no-permission" || failure.status === 401) throw error;
    const what = `the token may not look at ${at.owner}/${at.repo} (${failure.said})`;
    throw new Error(`${what}: ${TAKES}`, { cause: error });
  }
  throw new Error(`there is no repository ${at.owner}/${at.repo}, or the token can't see it`);
}

const TAKES =
  "it takes `contents: write`, `pull-requests: write` and `statuses: write`, the last only where `gate.by` is `action`";
