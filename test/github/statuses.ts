/** Commit statuses: anyone who can push may write one, the newest of a context counts. */
import type { JsonObject } from "../../src/core/json/value.ts";
import { userView } from "./account-view.ts";
import { appOf, loginOf } from "./actor.ts";
import { text, textOr, type RepositoryCall } from "./call.ts";
import { mergeArmed } from "./merging.ts";
import { nodeId } from "./node-id.ts";
import { paged, type Answer } from "./answer.ts";
import { invalidBecause, limitLength, unprocessable } from "./refusal.ts";
import { apiOf, minimalRepositoryView } from "./repository-view.ts";
import { needRevision } from "./revision.ts";
import type { World } from "./world.ts";

export type Status = {
  id: number;
  sha: string;
  state: string;
  context: string;
  description: string | null;
  target: string | null;
  creator: string;
  /** The App that wrote it; 0 for a person. */
  app: number;
  at: string;
};

/** `POST …/statuses/{sha}` */
export function createStatus({ world, repository, actor, params, body }: RepositoryCall): Answer {
  const sha = params["sha"] ?? "";
  if (!repository.objects.commits.has(sha)) throw unprocessable(`No commit found for SHA: ${sha}`);
  const description = text(body, "description") ?? null;
  const context = textOr(body, "context", "default");
  limitLength("Status", "description", description ?? "", 140);
  limitLength("Status", "context", context, 255);
  const before = repository.statuses.filter((one) => one.sha === sha && one.context === context).length;
  if (before >= 1000) {
    throw invalidBecause("Status", "This SHA and context has reached the maximum number of statuses.");
  }
  const status: Status = {
    id: world.nextId(),
    sha,
    state: textOr(body, "state", ""),
    context,
    description,
    target: text(body, "target_url") ?? null,
    creator: loginOf(actor),
    app: appOf(actor)?.id ?? 0,
    at: world.clock.now(),
  };
  repository.statuses.push(status);
  mergeArmed(world, repository, sha);
  return { status: 201, body: fullStatus(world, status, `${apiOf(world, repository)}/statuses/${sha}`) };
}

function simpleStatus(world: World, status: Status, url: string): JsonObject {
  return {
    url,
    avatar_url: textOr(
      userView(world, status.creator) ?? {},
      "avatar_url",
      "https://avatars.githubusercontent.com/u/0",
    ),
    id: status.id,
    node_id: nodeId("SC", status.id),
    state: status.state,
    description: status.description,
    target_url: status.target,
    context: status.context,
    created_at: status.at,
    updated_at: status.at,
  };
}

const fullStatus = (world: World, status: Status, url: string): JsonObject => ({
  ...simpleStatus(world, status, url),
  creator: userView(world, status.creator),
});

/** `GET …/commits/{ref}/statuses`: newest first. */
export function listStatuses(call: RepositoryCall): Answer {
  const { world, repository, params } = call;
  const sha = needRevision(repository, params["ref"] ?? "");
  const url = `${apiOf(world, repository)}/statuses/${sha}`;
  const found = repository.statuses.filter((one) => one.sha === sha).toReversed();
  return paged(call, found, (status) => fullStatus(world, status, url));
}

/** `GET …/commits/{ref}/status`: the newest of each context, and the worst of them. */
export function combinedStatus(call: RepositoryCall): Answer {
  const { world, repository, params } = call;
  const sha = needRevision(repository, params["ref"] ?? "");
  const url = `${apiOf(world, repository)}/statuses/${sha}`;
  const latest = new Map<string, Status>();
  for (const status of repository.statuses) if (status.sha === sha) latest.set(status.context, status);
  const states = [...latest.values()].map(({ state }) => state);
  const failed = states.some((state) => state === "failure" || state === "error");
  const waiting = states.length === 0 || states.includes("pending");
  return paged(
    call,
    [...latest.values()],
    (status) => simpleStatus(world, status, url),
    (statuses) => ({
      state: failed ? "failure" : waiting ? "pending" : "success",
      statuses,
      sha,
      total_count: latest.size,
      repository: minimalRepositoryView(world, repository),
      commit_url: `${apiOf(world, repository)}/commits/${sha}`,
      url: `${apiOf(world, repository)}/commits/${sha}/status`,
    }),
  );
}
