import { readOwner, type Owner } from "../core/owners/owner.ts";
import type { Closer } from "../core/propose/state.ts";
import type { ActorNode } from "./answer.ts";
import type { Client } from "./client.ts";
import { isUs } from "./people.ts";

/** Whether somebody is one of the owners; `unknown` where GitHub can't be asked, which never means that they are none. */
type IsOwner = "yes" | "no" | "unknown";

/** How closely to look: `teams` asks GitHub for members, `names` only compares logins. */
export type Closeness = "teams" | "names";

/** How a pull request was closed. */
export interface Closing {
  readonly actor: ActorNode | null | undefined;
  /** Its marker says that toolcard closed it. */
  readonly saysSo: boolean;
}

/**
 * Who closed a pull request. Somebody whom GitHub does not name, and anybody where the owners can't be resolved, is
 * `unresolved`; so is everybody where nobody owns the files.
 * @param owners the owners of the card's file, as CODEOWNERS has them
 */
export async function closerOf(
  { actor, saysSo }: Closing,
  { owners, viewer }: { readonly owners: readonly string[]; readonly viewer: string },
  client: Client,
  closeness: Closeness,
): Promise<Closer> {
  // With the token of a person what they close by hand has our name too.
  if (isUs(actor, viewer) && (actor?.__typename === "Bot" || saysSo)) return "us";
  if (actor === null || actor === undefined || owners.length === 0) return "unresolved";
  if (actor.__typename === "Bot") return "other";
  const found = new Set<IsOwner>();
  for (const written of owners) {
    const owner = readOwner(written);
    const is = owner === undefined ? "unknown" : await isOwner(actor.login, owner, client, closeness);
    if (is === "yes") return "owner";
    found.add(is);
  }
  return found.has("unknown") ? "unresolved" : "other";
}

async function isOwner(login: string, owner: Owner, client: Client, closeness: Closeness): Promise<IsOwner> {
  switch (owner.kind) {
    case "user":
      return owner.login.toLowerCase() === login.toLowerCase() ? "yes" : "no";
    case "team":
      return closeness === "teams" ? isMember(login, owner, client) : "unknown";
    case "email":
      return "unknown";
    default:
      return owner satisfies never;
  }
}

/** GITHUB_TOKEN can't read teams; an App needs the organization permission "Members: read". */
async function isMember(
  username: string,
  { organization, slug }: Extract<Owner, { kind: "team" }>,
  { octokit }: Client,
): Promise<IsOwner> {
  const team = { org: organization, team_slug: slug };
  try {
    const path = "GET /orgs/{org}/teams/{team_slug}/memberships/{username}";
    const { data } = await octokit.request(path, { ...team, username });
    return data.state === "active" ? "yes" : "no";
  } catch (error) {
    if (!isNotFound(error)) return "unknown";
  }
  // GitHub answers 404 for who is no member, and for a team that we can't see.
  try {
    await octokit.request("GET /orgs/{org}/teams/{team_slug}", team);
    return "no";
  } catch {
    return "unknown";
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && "status" in error && error.status === 404;
}
