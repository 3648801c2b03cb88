/** Fills the world: people, organizations, teams, Apps, repositories and forks. */
import { applyGiven, filesOfFolder, type GivenFiles } from "./files.ts";
import { appHandle, repositoryHandle, type AppHandle, type RepositoryHandle } from "./handles.ts";
import { signatureOf } from "./mergeability.ts";
import { createObjects, putCommit } from "./objects.ts";
import { lazyKey, type App, type Installation, type Permissions, type Role, type Team } from "./people.ts";
import { DEFAULT_SETTINGS, type Repository } from "./repository.ts";
import { writeFiles } from "./trees.ts";
import { addAccount, addRepository, findAccount, type World } from "./world.ts";

/** A repository's first state: `files`, or those of a `folder`, in one commit; `empty`: not one commit. */
export type Seed = {
  files?: GivenFiles;
  folder?: string;
  empty?: boolean;
  private?: boolean;
  defaultBranch?: string;
};

export type TeamSeed = {
  members?: readonly string[];
  pending?: readonly string[];
  parent?: string;
  secret?: boolean;
};

export type AppSeed = {
  slug: string;
  id?: number;
  permissions: Permissions;
  events?: readonly string[];
  webhook?: { url: string; secret: string };
};

/** Makes people, organizations, teams, Apps and repositories. */
export function population(world: World) {
  return {
    user: (login: string, more: { name?: string; email?: string; publicEmail?: string } = {}): string => {
      Object.assign(addAccount(world, login, "User"), more);
      return login;
    },
    organization: (login: string): void => void addAccount(world, login, "Organization"),
    /** From now on it is answered as null, or as the ghost. */
    deleteAccount: (login: string): void => {
      const account = findAccount(world, login);
      if (account !== undefined) account.deleted = true;
    },
    team: (organization: string, slug: string, seed: TeamSeed = {}): void =>
      addTeam(world, organization, slug, seed),
    userToken: (login: string): string => {
      const token = `ghp_${String(world.nextId()).padStart(36, "0")}`;
      world.tokens.set(token, { kind: "user", login: addAccount(world, login, "User").login });
      return token;
    },
    app: (seed: AppSeed): AppHandle => appHandle(world, addApp(world, seed)),
    repository: (fullName: string, seed: Seed = {}): RepositoryHandle =>
      repositoryHandle(world, addSeed(world, fullName, seed)),
    /** A copy under another owner, who administers it; objects are shared. */
    fork: (of: RepositoryHandle, owner: string): RepositoryHandle =>
      repositoryHandle(world, addFork(world, of.state, owner)),
  };
}

function addTeam(world: World, organization: string, slug: string, seed: TeamSeed): void {
  addAccount(world, organization, "Organization");
  const members: Team["members"] = new Map();
  for (const login of seed.members ?? [])
    members.set(addAccount(world, login, "User").login, { role: "member", state: "active" });
  for (const login of seed.pending ?? [])
    members.set(addAccount(world, login, "User").login, { role: "member", state: "pending" });
  const privacy = seed.secret === true ? "secret" : "closed";
  const team = {
    id: world.nextId(),
    organization,
    slug,
    name: slug,
    privacy,
    parent: seed.parent,
    members,
    createdAt: world.clock.now(),
  } as const;
  world.teams.set(`${organization}/${slug}`.toLowerCase(), team);
}

export function addApp(
  world: World,
  { slug, id = world.nextId(), permissions, events = [], webhook }: AppSeed,
): App {
  addAccount(world, `${slug}[bot]`, "Bot");
  const owner = addAccount(world, "app-owner", "Organization").login;
  const app: App = {
    id,
    slug,
    owner,
    permissions: { metadata: "read", ...permissions },
    events,
    createdAt: world.clock.now(),
    key: lazyKey(),
  };
  world.apps.set(String(id), app);
  if (webhook !== undefined)
    world.hooks.listeners.push({ id: world.nextId(), ...webhook, events, of: { app } });
  return app;
}

/** The App named github-actions where one repository's workflows run. */
export function actionsInstallation(world: World, app: App, { owner, name }: Repository): Installation {
  const repositories = new Set([name.toLowerCase()]);
  return { id: world.nextId(), app, account: owner, repositories, createdAt: world.clock.now() };
}

function addSeed(world: World, fullName: string, seed: Seed): Repository {
  const [owner = "", name = ""] = fullName.split("/");
  addAccount(world, owner, "Organization");
  const repository = createRepository(world, owner, name, seed);
  if (seed.empty !== true) {
    const { objects } = repository;
    const given =
      seed.files ?? (seed.folder === undefined ? { "README.md": `# ${name}\n` } : filesOfFolder(seed.folder));
    const tree = writeFiles(objects, applyGiven(objects, new Map(), given));
    const author = signatureOf(world, owner);
    const sha = putCommit(objects, {
      tree,
      parents: [],
      author,
      committer: author,
      message: "First files\n",
    });
    repository.refs.set(`refs/heads/${repository.defaultBranch}`, sha);
  }
  addRepository(world, repository);
  return repository;
}

function createRepository(world: World, owner: string, name: string, seed: Seed): Repository {
  const now = world.clock.now();
  return {
    id: world.nextId(),
    owner,
    name,
    private: seed.private ?? false,
    archived: false,
    defaultBranch: seed.defaultBranch ?? "main",
    createdAt: now,
    pushedAt: now,
    parentId: null,
    objects: createObjects(),
    refs: new Map(),
    collaborators: new Map<string, Role>(),
    teams: new Map<string, Role>(),
    rules: [],
    settings: { ...DEFAULT_SETTINGS },
    labels: new Map(),
    pulls: new Map(),
    issues: new Map(),
    statuses: [],
    suites: [],
    runs: [],
    activity: [],
    queue: [],
  };
}

function addFork(world: World, parent: Repository, owner: string): Repository {
  addAccount(world, owner, "User");
  const fork = createRepository(world, owner, parent.name, {
    private: parent.private,
    defaultBranch: parent.defaultBranch,
  });
  fork.parentId = parent.id;
  fork.objects = parent.objects;
  for (const [ref, sha] of parent.refs) if (ref.startsWith("refs/heads/")) fork.refs.set(ref, sha);
  addRepository(world, fork);
  return fork;
}
