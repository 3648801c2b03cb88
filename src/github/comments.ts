import type { Actor } from "../core/gate/pull-request.ts";
import type { Client } from "./client.ts";

/** A comment on a pull request, as it is now. */
export interface CommentNow {
  readonly pullRequest: number;
  readonly author: Actor;
  readonly body: string;
  /** GitHub's clock, milliseconds since 1970, UTC. */
  readonly at: number;
  /** Whether it was changed since: somebody else may have written what it says. */
  readonly isEdited: boolean;
  readonly url: string;
}

const MOST_PAGES = 20;

/** Reads a comment; undefined when it is not there any more. */
export async function readComment(id: number, { octokit, at }: Client): Promise<CommentNow | undefined> {
  try {
    const path = "GET /repos/{owner}/{repo}/issues/comments/{comment_id}";
    const { data } = await octokit.request(path, { ...at, comment_id: id });
    const { user, performed_via_github_app: app } = data;
    const kind = user?.type === "User" && (app === null || app === undefined) ? "person" : "other";
    return {
      pullRequest: Number(/\/(\d+)$/.exec(data.issue_url)?.[1]),
      author: user === null ? null : { login: user.login, kind },
      body: data.body ?? "",
      at: Date.parse(data.created_at),
      isEdited: data.created_at !== data.updated_at,
      url: data.html_url,
    };
  } catch (error) {
    if (error instanceof Error && "status" in error && [404, 410].includes(Number(error.status)))
      return undefined;
    throw error;
  }
}

/** A reaction of ours. */
type Reaction = "eyes" | "+1" | "confused";

/**
 * Takes a comment for us, by a reaction of ours that only one can be the first to put: whatever is delivered again, or
 * handled by two of us at once, is done once.
 */
export async function claimComment(
  id: number,
  client: Client,
): Promise<{ readonly isNew: boolean; readonly self: string }> {
  return putReaction(id, "eyes", client);
}

/** Puts a reaction of ours under a comment. */
export async function react(id: number, content: Reaction, client: Client): Promise<void> {
  await putReaction(id, content, client);
}

async function putReaction(id: number, content: Reaction, { octokit, at }: Client) {
  const path = "POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions";
  // Not repeated where the answer got lost: the second one would not be the first any more.
  const once = { request: { retries: 0 } };
  const { status, data } = await octokit.request(path, { ...at, comment_id: id, content, ...once });
  return { isNew: status === 201, self: data.user?.login ?? "" };
}

/** Writes our one comment that begins with a line, or edits it where it is there. */
export async function sayOnce(
  pullRequest: number,
  { body, self }: { readonly body: string; readonly self: string },
  client: Client,
): Promise<void> {
  const { octokit, at } = client;
  const existing = await ownComment(pullRequest, body.split("\n", 1)[0] ?? "", self, client);
  if (existing !== undefined) {
    const path = "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}";
    await octokit.request(path, { ...at, comment_id: existing, body });
    return;
  }
  const path = "POST /repos/{owner}/{repo}/issues/{issue_number}/comments";
  await octokit.request(path, { ...at, issue_number: pullRequest, body, request: { retries: 0 } });
}

async function ownComment(
  pullRequest: number,
  firstLine: string,
  self: string,
  { octokit, at }: Client,
): Promise<number | undefined> {
  const path = "GET /repos/{owner}/{repo}/issues/{issue_number}/comments";
  for (let page = 1; page <= MOST_PAGES; page++) {
    const { data } = await octokit.request(path, { ...at, issue_number: pullRequest, per_page: 100, page });
    const own = data.find(
      ({ user, body }) => user?.login === self && body?.split(/\r?\n/, 1)[0] === firstLine,
    );
    if (own !== undefined) return Number(own.id);
    if (data.length < 100) return undefined;
  }
  return undefined;
}
