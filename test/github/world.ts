/** The whole state of the strict GitHub: accounts, repositories, what was called and what went wrong. */
import type { CallLog } from "./call-log.ts";
import type { Clock } from "./clock.ts";
import type { Hooks } from "./hooks.ts";
import { notFound } from "./refusal.ts";
import type { Account, App, Installation, Team } from "./people.ts";
import type { RateLimits } from "./rate-limit.ts";
import type { Repository } from "./repository.ts";
import type { Actor } from "./actor.ts";

/** Ways in which GitHub is slow or late. */
type Latency = {
  /** How many calls a new pull request stays invisible to everybody who did not make it by this call. */
  newPullHidden: number;
  /** How many reads of a pull request say `mergeable: null` after its head or base moved. */
  mergeableUnknown: number;
};

export type World = {
  /** Where it listens, without a slash at the end. */
  url: string;
  clock: Clock;
  accounts: Map<string, Account>;
  teams: Map<string, Team>;
  apps: Map<string, App>;
  installations: Map<number, Installation>;
  repositories: Map<string, Repository>;
  /** Former names of renamed repositories. */
  renamed: Map<string, Repository>;
  tokens: Map<string, Actor>;
  hooks: Hooks;
  calls: CallLog;
  rates: RateLimits;
  latency: Latency;
  /** What no client of ours may do: unknown keys, wrong types, calls that are not modelled. */
  failures: string[];
  /** A new number, different from all given before. */
  nextId: () => number;
};

const lower = (name: string): string => name.toLowerCase();

/** The repository of a full name, in any case; undefined when there is none, or when it was renamed. */
export const findRepository = (world: World, fullName: string): Repository | undefined =>
  world.repositories.get(lower(fullName));

export function addRepository(world: World, repository: Repository): void {
  world.repositories.set(lower(fullNameOf(repository)), repository);
}

export function removeRepository(world: World, repository: Repository): void {
  world.repositories.delete(lower(fullNameOf(repository)));
}

export const fullNameOf = (repository: Repository): string => `${repository.owner}/${repository.name}`;

/** The account of a login, in any case; undefined when nobody has it or had it deleted. */
export function findAccount(world: World, login: string): Account | undefined {
  const account = world.accounts.get(lower(login));
  return account?.deleted === true ? undefined : account;
}

/** The account of a login that must exist. */
export function needAccount(world: World, login: string): Account {
  const account = findAccount(world, login);
  if (account === undefined) throw notFound();
  return account;
}

/** Adds an account, or gives the one that has this login. */
export function addAccount(world: World, login: string, type: Account["type"], id = world.nextId()): Account {
  const known = world.accounts.get(lower(login));
  if (known !== undefined) return known;
  const account: Account = {
    login,
    id,
    type,
    name: null,
    email: null,
    createdAt: world.clock.now(),
    deleted: false,
  };
  world.accounts.set(lower(login), account);
  return account;
}

export const findTeam = (world: World, organization: string, slug: string): Team | undefined =>
  world.teams.get(lower(`${organization}/${slug}`));

/** The repository with this id. */
export const repositoryById = (world: World, id: number | null): Repository | undefined =>
  [...world.repositories.values()].find((repository) => repository.id === id);
