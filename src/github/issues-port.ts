import type { OpenIssue } from "../core/record/issues.ts";
import type { IssuesPort } from "../jobs/issues-port.ts";
import { PAGE, restPages, type GateClient } from "./gate/client.ts";

/** How many pages of our own open issues and pull requests are read. */
const MOST_PAGES = 20;

/**
 * Opens the port on the issues of a repository.
 * @param creator our own login, with its suffix: what others opened is none of ours, whatever is in it
 */
export function createIssuesPort({ octokit, at }: GateClient, creator: string): IssuesPort {
  return {
    open: async () => {
      const { items, whole } = await restPages(async (page) => {
        const query = { ...at, state: "open", creator, per_page: PAGE, page } as const;
        return (await octokit.request("GET /repos/{owner}/{repo}/issues", query)).data;
      }, MOST_PAGES);
      if (!whole) throw new Error("there are too many open issues and pull requests of ours to be read");
      const open: OpenIssue[] = items
        .filter((issue) => issue.user?.login === creator && issue.pull_request === undefined)
        .map(({ number, body }) => ({ number, body: body ?? "" }));
      return open.toSorted((one, other) => one.number - other.number);
    },
    apply: async (step) => {
      if (step.kind === "open") {
        const { title, body } = step;
        await octokit.request("POST /repos/{owner}/{repo}/issues", { ...at, title, body });
        return;
      }
      const on = { ...at, issue_number: step.number };
      await octokit.request("PATCH /repos/{owner}/{repo}/issues/{issue_number}", { ...on, state: "closed" });
      await octokit.request("POST /repos/{owner}/{repo}/issues/{issue_number}/comments", {
        ...on,
        body: step.comment,
      });
    },
  };
}
