import type { GateClient } from "./client.ts";

/** A team with one of its members, and one repository, as GraphQL answers it. */
interface TeamNode {
  readonly slug: string;
  readonly privacy: string;
  readonly members: { readonly nodes: readonly ({ readonly login: string } | null)[] | null };
  readonly repositories: {
    readonly edges:
      | readonly ({ readonly permission: string; readonly node: { readonly nameWithOwner: string } } | null)[]
      | null;
  };
}

const TEAM_QUERY = `query ($org: String!, $slug: String!, $member: String!, $repo: String!) {
  organization(login: $org) { team(slug: $slug) {
    slug privacy
    members(first: 20, query: $member, membership: ALL) { nodes { login } }
    repositories(first: 20, query: $repo) { edges { permission node { nameWithOwner } } }
  } }
}`;

/**
 * Whether one query shows all that makes somebody an owner by a team: a member of it or of a team below it, the team to be
 * seen, and with write here. It saves calls where it does; where not, nothing is known, and REST is asked why.
 */
export async function isShownAsOwner(
  login: string,
  { organization, slug }: { readonly organization: string; readonly slug: string },
  { octokit, at }: GateClient,
): Promise<boolean> {
  const variables = { org: organization, slug, member: login, repo: at.repo };
  try {
    const { organization: found } = await octokit.graphql<{
      readonly organization: { readonly team: TeamNode | null } | null;
    }>(TEAM_QUERY, variables);
    const team = found?.team;
    // GitHub finds a team by its name too.
    if (team === undefined || team === null || !same(team.slug, slug) || team.privacy === "SECRET")
      return false;
    const repository = `${at.owner}/${at.repo}`;
    const mayWrite = team.repositories.edges?.some(
      (edge) => edge !== null && same(edge.node.nameWithOwner, repository) && WRITES.has(edge.permission),
    );
    const isIn = team.members.nodes?.some((member) => member !== null && same(member.login, login));
    return mayWrite === true && isIn === true;
  } catch {
    return false;
  }
}

const WRITES: ReadonlySet<string> = new Set(["WRITE", "MAINTAIN", "ADMIN"]);

function same(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}
