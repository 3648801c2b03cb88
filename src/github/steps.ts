import { noticeComment } from "../core/propose/notice.ts";
import type { PlannedCommit, PlannedText, ProposalPlan } from "../core/propose/plan.ts";
import type { Notice, ObjectId } from "../core/propose/state.ts";
import type { Client } from "./client.ts";
import { failureOf, type CallFailure } from "./failure.ts";

/** What a plan is carried out with. */
export interface Applying {
  readonly client: Client;
  /** GraphQL's id of the repository. */
  readonly repositoryId: string;
  /** The tree of the commit that plans build on. */
  readonly baseTree: ObjectId;
  /** Toolcard's own comment on the open proposal, if there is one. */
  readonly comment?: number;
  /** Judges an open proposal, where it is the Action that publishes the check. */
  readonly judge?: (pullRequest: number) => Promise<void>;
  /** Whether nothing was published yet for the head of the open proposal. */
  readonly isUnjudged?: boolean;
}

/** A part of what is done; it names the permission that it takes. */
export type Step = "branch" | "status" | "pull-request" | "comment";

/** A step that failed. */
export class StepFailed extends Error {
  readonly step: Step;
  readonly failure: CallFailure;

  constructor(step: Step, cause: unknown) {
    super("a step failed", { cause });
    this.step = step;
    this.failure = failureOf(cause);
  }
}

/** As a commit: that there is no branch. */
export const NOTHING = "0".repeat(40);

/** What a step made. */
export interface Made {
  readonly pullRequest?: number;
  readonly url?: string;
}

async function during<T>(name: Step, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw new StepFailed(name, error);
  }
}

/** Makes the commit and moves the branch to it from where the plan saw it; gives the branch's head. */
export async function writeBranch(
  branch: string,
  commit: PlannedCommit | undefined,
  expectedHead: ObjectId | undefined,
  applying: Applying,
): Promise<ObjectId> {
  if (commit === undefined) return expectedHead ?? "";
  const { client, baseTree } = applying;
  const head = await during("branch", async () => {
    const entries = commit.files.map(({ path, text }) => {
      return { path, mode: "100644" as const, type: "blob" as const, content: text };
    });
    const tree = await client.octokit.request("POST /repos/{owner}/{repo}/git/trees", {
      ...client.at,
      base_tree: baseTree,
      tree: entries,
    });
    // Without an author GitHub takes the App, and signs.
    const made = await client.octokit.request("POST /repos/{owner}/{repo}/git/commits", {
      ...client.at,
      message: commit.message,
      tree: tree.data.sha,
      parents: [commit.parent],
    });
    return made.data.sha;
  });
  await moveBranch(branch, expectedHead ?? NOTHING, head, applying);
  return head;
}

const UPDATE_REFS = `mutation ($repository: ID!, $branch: GitRefname!, $before: GitObjectID!, $after: GitObjectID!) {
  updateRefs(input: {
    repositoryId: $repository, refUpdates: [{ name: $branch, beforeOid: $before, afterOid: $after, force: true }]
  }) { clientMutationId }
}`;

/** Compare and swap, which REST has not: the branch moves in one step, or it was not where it is said to be. */
export async function moveBranch(
  branch: string,
  before: ObjectId,
  after: ObjectId,
  { client, repositoryId }: Applying,
): Promise<void> {
  const variables = { repository: repositoryId, branch: `refs/heads/${branch}`, before, after };
  await during("branch", () => client.octokit.graphql(UPDATE_REFS, variables));
}

export async function openPull(
  { title, body, branch, base }: Extract<ProposalPlan, { kind: "open" }>,
  { client }: Applying,
): Promise<Made> {
  const { data } = await during("pull-request", () =>
    client.octokit.request("POST /repos/{owner}/{repo}/pulls", {
      ...client.at,
      title,
      body,
      head: branch,
      base,
    }),
  );
  return { pullRequest: data.number, url: data.html_url };
}

export async function writeText(
  pullRequest: number,
  text: PlannedText & { readonly state?: "closed" },
  { client }: Applying,
): Promise<void> {
  if (Object.keys(text).length === 0) return;
  await during("pull-request", () =>
    client.octokit.request("PATCH /repos/{owner}/{repo}/pulls/{pull_number}", {
      ...client.at,
      pull_number: pullRequest,
      ...text,
    }),
  );
}

/** Toolcard's one comment: edited in place once it is there. */
export async function say(
  pullRequest: number,
  notice: Notice | undefined,
  { client, comment }: Applying,
): Promise<void> {
  if (notice === undefined) return;
  const { octokit, at } = client;
  const body = noticeComment(notice);
  await during("comment", async () => {
    if (comment !== undefined) {
      const path = "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}";
      await octokit.request(path, { ...at, comment_id: comment, body });
      return;
    }
    // Not repeated where the answer got lost: that could say it twice, and the next run sees what came of it.
    const once = { request: { retries: 0 } };
    const path = "POST /repos/{owner}/{repo}/issues/{issue_number}/comments";
    await octokit.request(path, { ...at, issue_number: pullRequest, body, ...once });
  });
}

/** Judges the open proposal: until then its required check is missing, which blocks it as well. */
export async function judgeProposal(pullRequest: number | undefined, { judge }: Applying): Promise<void> {
  if (pullRequest !== undefined && judge !== undefined) await during("status", () => judge(pullRequest));
}
