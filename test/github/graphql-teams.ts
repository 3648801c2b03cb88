/** Teams as GraphQL shows them: their members, with those of the teams below, and what they may do where. */
import { grantsRead, teamRole, type Actor } from "./actor.ts";
import { connection, type PageArguments } from "./graphql-connections.ts";
import { teamMembers, type Team } from "./people.ts";
import { forbidden } from "./refusal.ts";
import { findAccount, findTeam, fullNameOf, type World } from "./world.ts";

export const TEAMS_SDL = `
  extend type Query { organization(login: String!): Organization }
  type Organization { login: String! team(slug: String!): Team }
  enum TeamPrivacy { SECRET VISIBLE }
  enum TeamMembershipType { ALL CHILD_TEAM IMMEDIATE }
  enum RepositoryPermission { ADMIN MAINTAIN READ TRIAGE WRITE }
  type Team {
    slug: String!
    privacy: TeamPrivacy!
    members(after: String, first: Int, last: Int, membership: TeamMembershipType, query: String): TeamMemberConnection!
    repositories(after: String, first: Int, last: Int, query: String): TeamRepositoryConnection!
  }
  type TeamMemberConnection { nodes: [User] pageInfo: PageInfo! totalCount: Int! }
  type TeamRepositoryConnection { edges: [TeamRepositoryEdge] pageInfo: PageInfo! totalCount: Int! }
  type TeamRepositoryEdge { permission: RepositoryPermission! node: Repository! }
`;

/** Null, with an error, for what is not there; teams only for who may read members. */
export function organizationValue(world: World, actor: Actor, login: string): object | null {
  const account = findAccount(world, login);
  if (account === undefined || account.type !== "Organization") return null;
  return {
    login: account.login,
    team: ({ slug }: { slug: string }) => {
      if (actor.kind === "installation" && !grantsRead(actor, "members"))
        throw forbidden("Resource not accessible by integration");
      const team = findTeam(world, account.login, slug);
      return team === undefined ? null : teamValue(world, team);
    },
  };
}

type Wish = PageArguments & { query?: string; membership?: string };

function teamValue(world: World, team: Team): object {
  return {
    slug: team.slug,
    privacy: team.privacy === "secret" ? "SECRET" : "VISIBLE",
    members: ({ query = "", membership = "ALL", ...page }: Wish) => {
      const found = [...teamMembers(world.teams.values(), team)].filter(
        ([login, { inherited, pending }]) =>
          !pending &&
          (membership === "ALL" || inherited === (membership === "CHILD_TEAM")) &&
          login.toLowerCase().includes(query.toLowerCase()),
      );
      return connection(found, page, ([login]) => ({ login }));
    },
    repositories: ({ query = "", ...page }: Wish) => {
      const found = [...world.repositories.values()].filter(
        (repository) =>
          repository.owner.toLowerCase() === team.organization.toLowerCase() &&
          repository.name.includes(query) &&
          teamRole(world, repository, team.slug) !== "none",
      );
      return connection(found, page, (repository) => ({
        permission: teamRole(world, repository, team.slug).toUpperCase(),
        nameWithOwner: fullNameOf(repository),
      }));
    },
  };
}
