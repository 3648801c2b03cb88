import type { Standing } from "../../core/gate/people.ts";
import { failureOf } from "../failure.ts";
import { statusOf, type GateClient } from "./client.ts";
import { keyIn } from "./memory.ts";

/** Asks GitHub, unless the answer is known and new enough. */
export type Asking = (key: string, call: () => Promise<Standing>) => Promise<Standing>;

interface Team {
  readonly organization: string;
  readonly slug: string;
}

const YES: Standing = { is: "yes" };
const NO: Standing = { is: "no" };

/** Whether somebody may write: GitHub calls `maintain` write here and `triage` read, and counts teams and custom roles in. */
export async function mayWrite(login: string, client: GateClient, ask: Asking): Promise<Standing> {
  return ask(keyIn(client, `write ${login.toLowerCase()}`), async () => {
    const path = "GET /repos/{owner}/{repo}/collaborators/{username}/permission";
    try {
      const { data } = await client.octokit.request(path, { ...client.at, username: login });
      return data.permission === "write" || data.permission === "admin" ? YES : NO;
    } catch (error) {
      if (statusOf(error) === 404) return { is: "unknown", why: "GitHub shows no account of that name" };
      return unknown(error, "whether somebody may write here");
    }
  });
}

/**
 * Whether an account shows an address on its profile: GitHub lets only verified ones be shown. Others it tells nobody, so
 * of them nothing is known.
 */
export async function showsAddress(
  login: string,
  address: string,
  client: GateClient,
  ask: Asking,
): Promise<Standing> {
  const key = keyIn(client, `address ${login.toLowerCase()} ${address.toLowerCase()}`);
  return ask(key, async () => {
    try {
      const { data } = await client.octokit.request("GET /users/{username}", { username: login });
      if (data.email?.toLowerCase() === address.toLowerCase()) return YES;
    } catch (error) {
      if (statusOf(error) !== 404) return unknown(error, "the profile of an account");
    }
    return {
      is: "unknown",
      why: "GitHub does not tell whose e-mail address this is; name a person or a team",
    };
  });
}

/** Whether somebody is a member, with those of the teams below it; an invitation that waits makes none. */
export async function teamIsIn(
  login: string,
  team: Team,
  client: GateClient,
  ask: Asking,
): Promise<Standing> {
  return ask(keyOf(team, client, `member ${login.toLowerCase()}`), async () => {
    const path = "GET /orgs/{org}/teams/{team_slug}/memberships/{username}";
    try {
      const { data } = await client.octokit.request(path, { ...nameOf(team), username: login });
      return data.state === "active" ? YES : NO;
    } catch (error) {
      if (statusOf(error) !== 404) return unknown(error, "the team");
    }
    // The same answer for somebody who is no member, and for a team that nobody shows us.
    const seen = await readTeam(team, client);
    return seen.is === "unknown" ? seen : NO;
  });
}

/** Whether a team may write here, by itself or by a team above it. */
export async function teamMayWrite(team: Team, client: GateClient, ask: Asking): Promise<Standing> {
  return ask(keyOf(team, client, "write"), async () => {
    const path = "GET /orgs/{org}/teams/{team_slug}/repos/{owner}/{repo}";
    // Without this media type the answer is only that the team has the repository, not what it may do there.
    const headers = { accept: "application/vnd.github.v3.repository+json" };
    try {
      const { data } = await client.octokit.request(path, { ...nameOf(team), ...client.at, headers });
      return mayPush(data) ? YES : WITHOUT_WRITE;
    } catch (error) {
      return statusOf(error) === 404 ? WITHOUT_WRITE : unknown(error, "what the team may do here");
    }
  });
}

const WITHOUT_WRITE: Standing = {
  is: "unknown",
  why: "the team may not write here, so GitHub takes it for no owner",
};

/** Whether a team can be seen in its organization: a secret one can't be an owner. */
export async function teamIsVisible(team: Team, client: GateClient, ask: Asking): Promise<Standing> {
  return ask(keyOf(team, client, "visible"), () => readTeam(team, client));
}

async function readTeam(team: Team, { octokit }: GateClient): Promise<Standing> {
  try {
    const { data } = await octokit.request("GET /orgs/{org}/teams/{team_slug}", nameOf(team));
    if (data.privacy !== "secret") return YES;
    return { is: "unknown", why: "the team is secret, so GitHub takes it for no owner" };
  } catch (error) {
    if (statusOf(error) === 404) return { is: "unknown", why: "GitHub shows no such team" };
    return unknown(error, "the team");
  }
}

function nameOf({ organization, slug }: Team): { readonly org: string; readonly team_slug: string } {
  return { org: organization, team_slug: slug };
}

function keyOf({ organization, slug }: Team, client: GateClient, what: string): string {
  return keyIn(client, `team ${organization}/${slug}`.toLowerCase() + ` ${what}`);
}

/** The answer has a body only under the media type that was asked for. */
function mayPush(data: unknown): boolean {
  if (typeof data !== "object" || data === null || !("permissions" in data)) return false;
  const { permissions } = data;
  return (
    typeof permissions === "object" &&
    permissions !== null &&
    "push" in permissions &&
    permissions.push === true
  );
}

/** How an answer begins that GitHub did not give, and may give later. */
export const NO_ANSWER = "GitHub does not answer now";

/** Why something can't be told, with what to do about it. */
function unknown(error: unknown, what: string): Standing {
  const isRefused = failureOf(error).kind === "no-permission" && statusOf(error) !== 401;
  if (!isRefused) return { is: "unknown", why: `${NO_ANSWER}: ${what} can't be read` };
  const about = what.includes("team")
    ? "; a workflow's GITHUB_TOKEN never may, an App needs the organization permission Members: read"
    : "";
  return { is: "unknown", why: `the token may not read ${what}${about}` };
}
