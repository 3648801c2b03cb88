/** Who makes a call, and what that one may do in a repository. */
import {
  atLeast,
  botOf,
  greater,
  type App,
  type Installation,
  type Permissions,
  type Role,
} from "./people.ts";
import type { Repository } from "./repository.ts";
import { findAccount, findTeam, type World } from "./world.ts";

/**
 * A person; an App as itself (with a JWT); an App where it is installed, which is also what a workflow's
 * GITHUB_TOKEN is (the App named github-actions); or nobody.
 */
export type Actor =
  | { kind: "user"; login: string }
  | { kind: "app"; app: App }
  | {
      kind: "installation";
      login: string;
      installation: Installation;
      permissions: Permissions;
      repositories: ReadonlySet<string> | "all";
    }
  | { kind: "anonymous" };

export const ACTIONS_APP = "github-actions";

/** The login that everything the actor does is recorded under. */
export function loginOf(actor: Actor): string {
  if (actor.kind === "user" || actor.kind === "installation") return actor.login;
  return actor.kind === "app" ? botOf(actor.app) : "ghost";
}

/** The App that acts, null for a person. */
export const appOf = (actor: Actor): App | null =>
  actor.kind === "installation" ? actor.installation.app : null;

/** True for a workflow's GITHUB_TOKEN. */
export const isActions = (actor: Actor): boolean => appOf(actor)?.slug === ACTIONS_APP;

/** The role of a login in a repository: direct, by team, by owning it, or what everybody has. */
export function roleOf(world: World, repository: Repository, login: string): Role {
  let role: Role = repository.private ? "none" : "read";
  const account = findAccount(world, login);
  if (account === undefined) return role;
  if (account.login.toLowerCase() === repository.owner.toLowerCase()) return "admin";
  role = greater(role, repository.collaborators.get(account.login.toLowerCase()) ?? "none");
  for (const [slug, given] of repository.teams) {
    if (isActiveMember(world, repository.owner, slug, account.login)) role = greater(role, given);
  }
  return role;
}

/** True for an active member of the team or of a team below it. */
function isActiveMember(world: World, organization: string, slug: string, login: string): boolean {
  const team = findTeam(world, organization, slug);
  if (team === undefined) return false;
  if (team.members.get(login)?.state === "active") return true;
  return [...world.teams.values()].some(
    (child) =>
      child.organization === organization &&
      child.parent === slug &&
      isActiveMember(world, organization, child.slug, login),
  );
}

/** The role a team has in a repository, its own or one inherited from a parent. */
export function teamRole(world: World, repository: Repository, slug: string): Role {
  const own = repository.teams.get(slug) ?? "none";
  const parent = findTeam(world, repository.owner, slug)?.parent;
  return parent === undefined ? own : greater(own, teamRole(world, repository, parent));
}

/** True when the actor can see that the repository exists. */
export function canSee(world: World, actor: Actor, repository: Repository): boolean {
  if (!repository.private) return true;
  if (actor.kind === "user") return atLeast(roleOf(world, repository, actor.login), "read");
  return actor.kind === "installation" && isInstalledOn(actor, repository);
}

/** True when an installation token reaches the repository. */
export function isInstalledOn(
  actor: Extract<Actor, { kind: "installation" }>,
  repository: Repository,
): boolean {
  const name = repository.name.toLowerCase();
  const { account, repositories } = actor.installation;
  if (account.toLowerCase() !== repository.owner.toLowerCase()) return false;
  if (repositories !== "all" && !repositories.has(name)) return false;
  return actor.repositories === "all" || actor.repositories.has(name);
}

/** True when a token may read such things. */
export function grantsRead({ permissions }: Extract<Actor, { kind: "installation" }>, name: string): boolean {
  return permissions[name] !== undefined;
}

/** True when the actor may push to the repository. */
export function canPush(world: World, actor: Actor, repository: Repository): boolean {
  if (actor.kind === "user") return atLeast(roleOf(world, repository, actor.login), "write");
  if (actor.kind !== "installation") return false;
  return actor.permissions["contents"] === "write" && isInstalledOn(actor, repository);
}
