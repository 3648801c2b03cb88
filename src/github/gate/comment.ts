import type { PullRequestNow } from "../../core/gate/pull-request.ts";
import { isUs } from "../people.ts";
import { nodesOf, statusOf, type GateClient } from "./client.ts";
import { askMore, type CommentNode, type PullNode } from "./pull-query.ts";

/** A first line that does not show: by it the gate knows its one comment among others of the same account. */
const MARK = "<!-- toolcard:gate -->\n";

/** GitHub takes no longer text. In UTF-16 units, of which it counts no more than one a character. */
const MOST_BODY = 65_536;

/** So many further pages are looked through for it. One that is not found is written again. */
const MOST_PAGES = 9;

/** The gate's own comment on a pull request: its first by us, with our mark. */
export async function ownComment(
  { number, comments }: PullNode,
  viewer: string,
  client: GateClient,
): Promise<PullRequestNow["comment"]> {
  let page = comments;
  for (let pages = 0; ; pages++) {
    const found = nodesOf(page).find(({ author, body }) => isUs(author, viewer) && isMarked(body));
    if (found !== undefined) return { id: Number(found.fullDatabaseId), body: withoutMark(found.body) };
    const { hasNextPage, endCursor } = page.pageInfo;
    if (!hasNextPage || endCursor === null || pages === MOST_PAGES) return undefined;
    const more = await askMore<CommentNode>(number, "comments", endCursor, client);
    if (more === undefined) return undefined;
    page = more.page;
  }
}

function isMarked(body: string): boolean {
  return body.replaceAll("\r\n", "\n").startsWith(MARK);
}

function withoutMark(body: string): string {
  return body.replaceAll("\r\n", "\n").slice(MARK.length);
}

/**
 * Writes the comment: a new one, or in place of the one there is. One that was taken away meanwhile is written anew.
 * @throws what octokit throws
 */
export async function writeComment(
  pullRequest: number,
  text: string,
  existing: number | undefined,
  { octokit, at }: GateClient,
): Promise<void> {
  const body = cut(MARK + text, MOST_BODY);
  if (existing !== undefined) {
    try {
      const path = "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}";
      await octokit.request(path, { ...at, comment_id: existing, body });
      return;
    } catch (error) {
      if (statusOf(error) !== 404) throw error;
    }
  }
  // Not repeated where the answer got lost: that could say it twice, and the next evaluation sees what came of it.
  const once = { request: { retries: 0 } };
  const path = "POST /repos/{owner}/{repo}/issues/{issue_number}/comments";
  await octokit.request(path, { ...at, issue_number: pullRequest, body, ...once });
}

/** A text of at most so many UTF-16 units, with no half of a character at its end. */
function cut(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");
}
