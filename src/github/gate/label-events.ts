import type { LabelEvent } from "../../core/gate/pull-request.ts";
import { actorOfUser } from "./actor.ts";
import { momentOf, PAGE, restPages, type GateClient } from "./client.ts";

/** So many pages of a pull request's history are read: 2000 events. */
const MOST_PAGES = 20;

/**
 * What was done with labels, oldest first. Only REST tells whether an app did it in a person's name.
 * @throws what octokit throws
 */
export async function labelEventsOf(
  number: number,
  { octokit, at }: GateClient,
): Promise<{ readonly events: readonly LabelEvent[]; readonly whole: boolean }> {
  const path = "GET /repos/{owner}/{repo}/issues/{issue_number}/events";
  const { items, whole } = await restPages(async (page) => {
    const { data } = await octokit.request(path, { ...at, issue_number: number, per_page: PAGE, page });
    return data;
  }, MOST_PAGES);
  const events = items.flatMap((event): LabelEvent | [] => {
    if ((event.event !== "labeled" && event.event !== "unlabeled") || !("label" in event)) return [];
    return {
      kind: event.event,
      label: event.label?.name ?? "",
      actor: actorOfUser(event.actor),
      at: momentOf(event.created_at),
      viaApp: event.performed_via_github_app !== null && event.performed_via_github_app !== undefined,
    };
  });
  return { events, whole };
}
