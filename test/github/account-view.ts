/** Accounts, Apps and teams as GitHub's API writes them. */
import type { JsonObject } from "../../src/core/json/value.ts";
import { ACTIONS_APP } from "./actor.ts";
import { nodeId } from "./node-id.ts";
import { teamMembers, type Account, type App, type Installation, type Team } from "./people.ts";
import { findAccount, type World } from "./world.ts";

const GHOST: Pick<Account, "login" | "id" | "type"> = { login: "ghost", id: 10137, type: "User" };

/** The short form of an account, used wherever somebody is named. */
function simpleUser(world: World, { login, id, type }: Pick<Account, "login" | "id" | "type">): JsonObject {
  const url = `${world.url}/users/${encodeURIComponent(login)}`;
  const html = type === "Bot" ? `apps/${login.replace(/\[bot\]$/, "")}` : login;
  return {
    login,
    id,
    node_id: nodeId(type === "Organization" ? "O" : type === "Bot" ? "BOT" : "U", id),
    avatar_url: `https://avatars.githubusercontent.com/u/${id}?v=4`,
    gravatar_id: "",
    url,
    html_url: `https://github.com/${html}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type,
    user_view_type: "public",
    site_admin: false,
  };
}

/** Somebody, or null when the account was deleted (or nobody was). */
export function userView(world: World, login: string | null): JsonObject | null {
  const account = login === null ? undefined : findAccount(world, login);
  return account === undefined ? null : simpleUser(world, account);
}

/** Somebody, or the ghost where GitHub has no null. */
export const userOrGhost = (world: World, login: string | null): JsonObject =>
  userView(world, login) ?? simpleUser(world, GHOST);

/** The profile `GET /users/{login}` gives. */
export function profileView(world: World, account: Account): JsonObject {
  return {
    ...simpleUser(world, account),
    name: account.name,
    company: null,
    blog: "",
    location: null,
    email: account.publicEmail ?? null,
    hireable: null,
    bio: null,
    twitter_username: null,
    public_repos: 0,
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: account.createdAt,
    updated_at: account.createdAt,
  };
}

export function appView(world: World, app: App | null): JsonObject | null {
  if (app === null) return null;
  return {
    id: app.id,
    client_id: `Iv1.${String(app.id).padStart(16, "0")}`,
    slug: app.slug,
    node_id: nodeId("A", app.id),
    owner: userOrGhost(world, app.owner),
    name: app.slug === ACTIONS_APP ? "GitHub Actions" : app.slug,
    description: "",
    external_url: "https://example.com/",
    html_url: `https://github.com/apps/${app.slug}`,
    created_at: app.createdAt,
    updated_at: app.createdAt,
    permissions: app.permissions,
    events: app.events,
  };
}

export function installationView(world: World, installation: Installation): JsonObject {
  const { id, app, account, repositories, createdAt } = installation;
  const owner = findAccount(world, account);
  return {
    id,
    account: userOrGhost(world, account),
    repository_selection: repositories === "all" ? "all" : "selected",
    access_tokens_url: `${world.url}/app/installations/${id}/access_tokens`,
    repositories_url: `${world.url}/installation/repositories`,
    html_url: `https://github.com/settings/installations/${id}`,
    app_id: app.id,
    app_slug: app.slug,
    target_id: owner?.id ?? 0,
    target_type: owner?.type ?? "User",
    permissions: app.permissions,
    events: app.events,
    created_at: createdAt,
    updated_at: createdAt,
    single_file_name: null,
    suspended_by: null,
    suspended_at: null,
  };
}

/** The short form of a team. */
function teamView(world: World, team: Team): JsonObject {
  const url = `${world.url}/organizations/${findAccount(world, team.organization)?.id ?? 0}/team/${team.id}`;
  return {
    id: team.id,
    node_id: nodeId("T", team.id),
    name: team.name,
    slug: team.slug,
    description: null,
    privacy: team.privacy,
    notification_setting: "notifications_enabled",
    permission: "pull",
    type: "organization",
    url,
    html_url: `https://github.com/orgs/${team.organization}/teams/${team.slug}`,
    members_url: `${url}/members{/member}`,
    repositories_url: `${url}/repos`,
  };
}

export function fullTeamView(
  world: World,
  team: Team,
  parent: Team | undefined,
  repositories: number,
): JsonObject {
  return {
    ...teamView(world, team),
    parent: parent === undefined ? null : teamView(world, parent),
    members_count: teamMembers(world.teams.values(), team).size,
    repos_count: repositories,
    created_at: team.createdAt,
    updated_at: team.createdAt,
    organization: organizationView(world, team.organization),
  };
}

/** The part of an organization that a team, or a webhook, shows. */
export function organizationView(world: World, login: string): JsonObject {
  const url = `${world.url}/orgs/${login}`;
  const account = findAccount(world, login);
  const id = account?.id ?? 0;
  return {
    login,
    id,
    node_id: nodeId("O", id),
    url,
    repos_url: `${url}/repos`,
    events_url: `${url}/events`,
    hooks_url: `${url}/hooks`,
    issues_url: `${url}/issues`,
    members_url: `${url}/members{/member}`,
    public_members_url: `${url}/public_members{/member}`,
    avatar_url: `https://avatars.githubusercontent.com/u/${id}?v=4`,
    description: "",
    has_organization_projects: true,
    has_repository_projects: true,
    public_repos: 0,
    public_gists: 0,
    followers: 0,
    following: 0,
    html_url: `https://github.com/${login}`,
    created_at: account?.createdAt ?? world.clock.now(),
    updated_at: account?.createdAt ?? world.clock.now(),
    archived_at: null,
    type: "Organization",
  };
}
