/** Accounts, teams and Apps: who can act, and who can approve. */
import { generateKeyPairSync, type KeyObject } from "node:crypto";

/** A user, an organization or the account of a bot. A deleted one is answered as null, or as the ghost. */
export type Account = {
  login: string;
  id: number;
  type: "User" | "Organization" | "Bot";
  name: string | null;
  email: string | null;
  /** The address on its profile, for everybody to see. */
  publicEmail?: string;
  createdAt: string;
  deleted: boolean;
};

/** `secret` teams can't be code owners. A team without parent stands alone. */
export type Team = {
  id: number;
  organization: string;
  slug: string;
  name: string;
  privacy: "closed" | "secret";
  parent: string | undefined;
  members: Map<string, { role: "member" | "maintainer"; state: "active" | "pending" }>;
  createdAt: string;
};

/** What a repository lets somebody do, least first. */
export type Role = "none" | "read" | "triage" | "write" | "maintain" | "admin";

const ROLES: readonly Role[] = ["none", "read", "triage", "write", "maintain", "admin"];

/** True when a role includes another. */
export const atLeast = (role: Role, wanted: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(wanted);

/** The greater of two roles. */
export const greater = (a: Role, b: Role): Role => (atLeast(a, b) ? a : b);

/** What an App, or a token, may do: GitHub's permission names, each to read or to write. */
export type Permissions = Record<string, "read" | "write">;

/** A GitHub App. Its bot's login is `<slug>[bot]`. */
export type App = {
  id: number;
  slug: string;
  owner: string;
  permissions: Permissions;
  events: readonly string[];
  createdAt: string;
  /** Made when first asked for: two keys cost a tenth of a second. */
  key: () => { privateKey: KeyObject; publicKey: KeyObject };
};

/** An App on an account: on all of its repositories, or on those named. */
export type Installation = {
  id: number;
  app: App;
  account: string;
  repositories: ReadonlySet<string> | "all";
  createdAt: string;
};

/** The key pair of an App, made on first use. */
export function lazyKey(): App["key"] {
  let pair: ReturnType<App["key"]> | undefined;
  return () => (pair ??= generateKeyPairSync("rsa", { modulusLength: 2048 }));
}

/** The login of an App's bot. */
export const botOf = (app: App): string => `${app.slug}[bot]`;

/** Everybody who is in a team: its own members and those of the teams below it. */
export function teamMembers(
  teams: Iterable<Team>,
  team: Team,
): Map<string, { inherited: boolean; pending: boolean }> {
  const all = [...teams].filter((other) => other.organization === team.organization);
  const found = new Map<string, { inherited: boolean; pending: boolean }>();
  for (const [login, { state }] of team.members)
    found.set(login, { inherited: false, pending: state === "pending" });
  for (const child of all.filter((other) => other.parent === team.slug)) {
    for (const [login, member] of teamMembers(all, child)) {
      const known = found.get(login);
      if (known === undefined || (known.pending && !member.pending))
        found.set(login, { ...member, inherited: true });
    }
  }
  return found;
}
