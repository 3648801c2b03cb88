/** The operations on a repository as a whole: itself, its branches, rules, activity, and who may what. */
import type { JsonObject } from "../../src/core/json/value.ts";
import { userView } from "./account-view.ts";
import { roleOf } from "./actor.ts";
import { addressOf, ok, paged, pageOf, type Answer } from "./answer.ts";
import type { RepositoryCall } from "./call.ts";
import { commitView } from "./commit-view.ts";
import { nodeId } from "./node-id.ts";
import { atLeast, type Role } from "./people.ts";
import { notFound } from "./refusal.ts";
import { branchTip, type Activity } from "./repository.ts";
import { apiOf, fullRepositoryView, htmlOf } from "./repository-view.ts";
import { rulesFor } from "./rules.ts";
import { fullNameOf, needAccount } from "./world.ts";

/** `GET /repos/{owner}/{repo}` */
export const getRepository = ({ world, repository, actor }: RepositoryCall): Answer =>
  ok(fullRepositoryView(world, repository, actor));

/** `GET …/branches/{branch}`. Rulesets make a branch protected; classic protection is not modelled. */
export function getBranch({ world, repository, params }: RepositoryCall): Answer {
  const name = params["branch"] ?? "";
  const tip = branchTip(repository, name);
  if (tip === undefined) throw notFound("Branch not found");
  const url = `${apiOf(world, repository)}/branches/${name}`;
  return ok({
    name,
    commit: commitView(world, repository, tip),
    _links: { self: url, html: `${htmlOf(repository)}/tree/${name}` },
    protected: rulesFor(repository, name).length > 0,
    protection: {
      enabled: false,
      required_status_checks: { enforcement_level: "off", contexts: [], checks: [] },
    },
    protection_url: `${url}/protection`,
  });
}

/** `GET …/rules/branches/{branch}`: readable by all who can read; the branch need not be there. */
export function getBranchRules(call: RepositoryCall): Answer {
  const { repository, params } = call;
  return paged(call, rulesFor(repository, params["branch"] ?? ""), (rule): JsonObject => ({
    type: rule.type,
    ruleset_source_type: "Repository",
    ruleset_source: fullNameOf(repository),
    ruleset_id: rule.id,
    ...(Object.keys(rule.parameters).length === 0 ? {} : { parameters: rule.parameters }),
  }));
}

/** `GET …/collaborators/{username}/permission`: `maintain` is called write and `triage` read, `role_name` says which. */
export function getPermission({ world, repository, params }: RepositoryCall): Answer {
  const account = needAccount(world, params["username"] ?? "");
  const role = roleOf(world, repository, account.login);
  const user = userView(world, account.login);
  return ok({
    permission: LEGACY[role],
    role_name: role,
    user: user === null ? null : { ...user, permissions: permissionsOf(role), role_name: role },
  });
}

const LEGACY: Readonly<Record<Role, string>> = {
  none: "none",
  read: "read",
  triage: "read",
  write: "write",
  maintain: "write",
  admin: "admin",
};

/** What a role may do, one by one. */
export function permissionsOf(role: Role): JsonObject {
  return {
    pull: atLeast(role, "read"),
    triage: atLeast(role, "triage"),
    push: atLeast(role, "write"),
    maintain: atLeast(role, "maintain"),
    admin: role === "admin",
  };
}

/** `GET …/activity`: newest first, in pages that follow one another by a cursor. */
export function listActivity(call: RepositoryCall): Answer {
  const { world, repository, query } = call;
  const { size } = pageOf(call);
  const ref = query["ref"]?.replace(/^(?:refs\/heads\/)?/, "refs/heads/");
  const newestFirst = query["direction"] !== "asc";
  const found = repository.activity.filter(
    (one) =>
      (ref ?? one.ref) === one.ref &&
      (query["actor"] ?? one.actor) === one.actor &&
      (query["activity_type"] ?? one.type) === one.type,
  );
  const ordered = newestFirst ? found.toReversed() : found;
  const from =
    query["after"] === undefined ? 0 : ordered.findIndex(({ id }) => String(id) === query["after"]) + 1;
  const shown = ordered.slice(from, from + size);
  const last = shown.at(-1);
  const more = last !== undefined && from + size < ordered.length;
  const headers = more ? { link: `<${addressOf(call, { after: String(last.id) })}>; rel="next"` } : {};
  return { ...ok(shown.map((one) => activityView(one, userView(world, one.actor)))), headers };
}

const activityView = (one: Activity, actor: JsonObject | null): JsonObject => ({
  id: one.id,
  node_id: nodeId("PSH", one.id),
  before: one.before,
  after: one.after,
  ref: one.ref,
  timestamp: one.at,
  activity_type: one.type,
  actor,
});

/** `GET …/actions/permissions/workflow`: may workflows open pull requests? */
export const getWorkflowPermissions = ({ repository }: RepositoryCall): Answer =>
  ok({
    default_workflow_permissions: "read",
    can_approve_pull_request_reviews: repository.settings.actionsMayOpenPulls,
  });
