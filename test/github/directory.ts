/** The operations on people, teams, Apps and their installations. */
import { createVerify } from "node:crypto";
import type { JsonObject } from "../../src/core/json/value.ts";
import { appView, fullTeamView, installationView, profileView, userOrGhost } from "./account-view.ts";
import { isInstalledOn, teamRole, type Actor } from "./actor.ts";
import { created, noContent, ok, paged, type Answer } from "./answer.ts";
import { numberOf, object, text, texts, type Call, type RepositoryCall } from "./call.ts";
import { installedOn } from "./hooks.ts";
import { isoSeconds } from "./objects.ts";
import { botOf, teamMembers, type App, type Installation, type Permissions, type Team } from "./people.ts";
import { forbidden, notFound, Refusal, unprocessable } from "./refusal.ts";
import { fullRepositoryView, repositoryView } from "./repository-view.ts";
import { permissionsOf } from "./repositories.ts";
import { findRepository, findTeam, needAccount, type World } from "./world.ts";

/** `GET /users/{username}` */
export const getUser = ({ world, params }: Call): Answer =>
  ok(profileView(world, needAccount(world, params["username"] ?? "")));

/** `GET /user`: not for Apps. */
export function getMe({ world, actor }: Call): Answer {
  if (actor.kind === "anonymous") throw new Refusal(401, "Requires authentication");
  if (actor.kind !== "user") throw forbidden("Resource not accessible by integration");
  return ok(profileView(world, needAccount(world, actor.login)));
}

function needTeam({ world, params }: Call): Team {
  const team = findTeam(world, params["org"] ?? "", params["team_slug"] ?? "");
  if (team === undefined) throw notFound();
  return team;
}

/** `GET /orgs/{org}/teams/{team_slug}` */
export function getTeam(call: Call): Answer {
  const team = needTeam(call);
  const parent = team.parent === undefined ? undefined : findTeam(call.world, team.organization, team.parent);
  const repositories = [...call.world.repositories.values()].filter(({ teams }) => teams.has(team.slug));
  return ok(fullTeamView(call.world, team, parent, repositories.length));
}

/** `GET /orgs/{org}/teams/{team_slug}/members`: with those of the teams below; not those who have yet to accept. */
export function listMembers(call: Call): Answer {
  const members = [...teamMembers(call.world.teams.values(), needTeam(call))].filter(
    ([, { pending }]) => !pending,
  );
  return paged(call, members, ([login, { inherited }]): JsonObject => ({
    ...userOrGhost(call.world, login),
    inherited,
  }));
}

/** `GET /orgs/{org}/teams/{team_slug}/memberships/{username}`: `pending` until the invitation is accepted. */
export function getMembership(call: Call): Answer {
  const team = needTeam(call);
  const login = needAccount(call.world, call.params["username"] ?? "").login;
  const member = teamMembers(call.world.teams.values(), team).get(login);
  if (member === undefined) throw notFound();
  const url = `${call.world.url}/orgs/${team.organization}/teams/${team.slug}/memberships/${login}`;
  return ok({
    url,
    role: team.members.get(login)?.role ?? "member",
    state: member.pending ? "pending" : "active",
  });
}

/** `GET /orgs/{org}/teams/{team_slug}/repos/{owner}/{repo}`: 204 when the team has it; with its media type, its rights. */
export function checkTeamRepository(call: RepositoryCall): Answer {
  const team = needTeam(call);
  const role = teamRole(call.world, call.repository, team.slug);
  if (role === "none") throw notFound();
  if (call.media !== "repository") return noContent();
  return ok({
    ...fullRepositoryView(call.world, call.repository, call.actor),
    permissions: permissionsOf(role),
    role_name: role,
  });
}

/** `GET /app` */
export function getApp({ world, actor }: Call): Answer {
  return ok(appView(world, needApp(actor)));
}

function needApp(actor: Actor): App {
  if (actor.kind !== "app") throw new Refusal(401, "A JSON web token could not be decoded");
  return actor.app;
}

/** `GET …/installation`: for the App itself, where it is installed. */
export function getInstallation({ world, actor, repository }: RepositoryCall): Answer {
  const found = installedOn(world, needApp(actor), repository);
  const installation = found === undefined ? undefined : world.installations.get(found.id);
  if (installation === undefined) throw notFound();
  return ok(installationView(world, installation));
}

/** `POST /app/installations/{installation_id}/access_tokens`: never more than the App was given. */
export function createInstallationToken(call: Call): Answer {
  const { world, actor, body } = call;
  const app = needApp(actor);
  const installation = world.installations.get(numberOf(call, "installation_id"));
  if (installation === undefined || installation.app.id !== app.id) throw notFound();
  const permissions: Permissions = { metadata: "read" };
  for (const [name, level] of Object.entries(object(body, "permissions") ?? installation.app.permissions)) {
    const most = installation.app.permissions[name];
    if (most === undefined || (level === "write" && most === "read")) {
      throw unprocessable("The permissions requested are not granted to this installation.");
    }
    permissions[name] = level === "write" ? "write" : "read";
  }
  const names = texts(body, "repositories").map((name) => name.toLowerCase());
  const repositories = body["repositories"] === undefined ? "all" : new Set(names);
  for (const name of names) {
    if (findRepository(world, `${installation.account}/${name}`) === undefined) {
      throw unprocessable(
        "There is at least one repository that does not exist or is not accessible to the parent installation.",
      );
    }
  }
  const token = issueToken(world, installation, permissions, repositories);
  return created({
    token,
    expires_at: isoSeconds(world.clock.milliseconds() + 3_600_000),
    permissions,
    repository_selection: installation.repositories === "all" && repositories === "all" ? "all" : "selected",
  });
}

/** Makes a token of an installation. */
export function issueToken(
  world: World,
  installation: Installation,
  permissions: Permissions,
  repositories: ReadonlySet<string> | "all" = "all",
): string {
  const token = `ghs_${String(world.nextId()).padStart(36, "0")}`;
  const login = botOf(installation.app);
  world.tokens.set(token, { kind: "installation", login, installation, permissions, repositories });
  return token;
}

/** `GET /installation/repositories` */
export function listInstallationRepositories(call: Call): Answer {
  const { world, actor } = call;
  if (actor.kind !== "installation")
    throw forbidden("You must authenticate with an installation access token.");
  const found = [...world.repositories.values()].filter((repository) => isInstalledOn(actor, repository));
  return paged(
    call,
    found,
    (one) => repositoryView(world, one),
    (repositories) => ({
      total_count: found.length,
      repository_selection: actor.repositories === "all" ? "all" : "selected",
      repositories,
    }),
  );
}

/** The App whose key signed a JSON Web Token; undefined when it is not one. 401 when it is wrong. */
export function appOfJwt(world: World, token: string): App | undefined {
  const parts = token.split(".");
  const [head, claims, signed] = parts;
  if (head === undefined || claims === undefined || signed === undefined || parts.length !== 3)
    return undefined;
  const decoded = JSON.parse(Buffer.from(claims, "base64url").toString("utf8")) as JsonObject;
  const app = world.apps.get(text(decoded, "iss") ?? JSON.stringify(decoded["iss"]));
  const good = app !== undefined && verifies(app, `${head}.${claims}`, signed);
  if (!good) throw new Refusal(401, "A JSON web token could not be decoded");
  if (Number(decoded["exp"]) - Number(decoded["iat"]) > 660) {
    throw new Refusal(401, "'Expiration time' claim ('exp') is too far in the future");
  }
  return app;
}

const verifies = (app: App, claimed: string, signed: string): boolean =>
  createVerify("RSA-SHA256").update(claimed).verify(app.key().publicKey, Buffer.from(signed, "base64url"));
