/** What tests hold in their hands: a repository, an App. */
import { checkOut } from "./checkout.ts";
import { issueToken } from "./directory.ts";
import type { Issue } from "./issues.ts";
import { botOf, type App, type Installation, type Permissions, type Role } from "./people.ts";
import { createPerson, type Person } from "./person.ts";
import type { Pull } from "./pull.ts";
import { settleQueue } from "./queue-landing.ts";
import { branchTip, type Label, type Repository, type Settings } from "./repository.ts";
import { requireChecks } from "./required-checks.ts";
import type { Rule } from "./rules.ts";
import { readText } from "./diff.ts";
import { filesAt } from "./trees.ts";
import { addAccount, addRepository, fullNameOf, removeRepository, type World } from "./world.ts";

export type RepositoryHandle = ReturnType<typeof repositoryHandle>;

export function repositoryHandle(world: World, state: Repository) {
  return {
    /** All there is about it; tests read it freely. */
    state,
    fullName: (): string => fullNameOf(state),
    tip: (branch = state.defaultBranch): string | undefined => branchTip(state, branch),
    branches: (): string[] =>
      [...state.refs.keys()]
        .filter((ref) => ref.startsWith("refs/heads/"))
        .map((ref) => ref.slice("refs/heads/".length)),
    /** The text of a file at a branch or commit; undefined when it is not there. */
    read: (path: string, at = state.defaultBranch): string | undefined => {
      const leaf = filesAt(state.objects, branchTip(state, at) ?? at).get(path);
      return leaf === undefined ? undefined : readText(state.objects, leaf);
    },
    paths: (at = state.defaultBranch): string[] => [
      ...filesAt(state.objects, branchTip(state, at) ?? at).keys(),
    ],
    pull: (number: number): Pull => {
      const pull = state.pulls.get(number);
      if (pull === undefined) throw new Error(`${fullNameOf(state)} has no pull request ${number}`);
      return pull;
    },
    issues: (): Issue[] => [...state.issues.values()],
    pulls: (): Pull[] => [...state.pulls.values()],
    /** Somebody who acts here; the account is made when it is new. */
    as: (login: string): Person =>
      createPerson(world, { kind: "user", login: addAccount(world, login, "User").login }, fullNameOf(state)),
    collaborator: (login: string, role: Role): void =>
      void state.collaborators.set(addAccount(world, login, "User").login.toLowerCase(), role),
    giveTeam: (slug: string, role: Role): void => void state.teams.set(slug, role),
    label: (name: string, color = "ededed", description: string | null = null): Label => {
      const label = { id: world.nextId(), name, color, description };
      state.labels.set(name.toLowerCase(), label);
      return label;
    },
    rule: (rule: Pick<Rule, "type" | "branches"> & Partial<Rule>): Rule => {
      const made = { id: world.nextId(), parameters: {}, bypass: [], ...rule };
      state.rules.push(made);
      return made;
    },
    /** Makes these checks required on the default branch; `app`: only from that App. */
    require: (contexts: readonly string[], app?: number): void => {
      const parameters = requireChecks(contexts, app);
      state.rules.push({
        id: world.nextId(),
        type: "required_status_checks",
        branches: ["~DEFAULT_BRANCH"],
        parameters,
        bypass: [],
      });
    },
    set: (settings: Partial<Settings>): void => void Object.assign(state.settings, settings),
    archive: (): void => void (state.archived = true),
    /** Gives it another name; the old one redirects. */
    rename: (name: string): void => {
      const old = fullNameOf(state).toLowerCase();
      removeRepository(world, state);
      state.name = name;
      world.renamed.set(old, state);
      addRepository(world, state);
    },
    renameDefaultBranch: (name: string): void => renameDefaultBranch(state, name),
    /** Lands, throws out, or waits, as the checks on the groups say. */
    settleQueue: (branch = state.defaultBranch): void => settleQueue(world, state, branch),
    /** A real git repository with the same commits, in an empty folder. */
    checkOut: (folder: string, at?: string): void => checkOut(state, folder, at),
    /** Takes it away; pull requests from it keep a head without repository. */
    remove: (): void => {
      removeRepository(world, state);
      for (const other of world.repositories.values()) {
        for (const pull of other.pulls.values())
          if (pull.head.repositoryId === state.id) pull.head.repositoryId = null;
      }
    },
  };
}

/** GitHub retargets open pull requests to the new name. */
function renameDefaultBranch(state: Repository, name: string): void {
  const tip = branchTip(state, state.defaultBranch);
  for (const pull of state.pulls.values()) {
    if (pull.state === "open" && pull.base.ref === state.defaultBranch) pull.base.ref = name;
  }
  state.refs.delete(`refs/heads/${state.defaultBranch}`);
  if (tip !== undefined) state.refs.set(`refs/heads/${name}`, tip);
  state.defaultBranch = name;
}

export type AppHandle = ReturnType<typeof appHandle>;

export function appHandle(world: World, app: App) {
  return {
    id: app.id,
    slug: app.slug,
    login: botOf(app),
    state: app,
    /** The private key, PKCS#8 PEM: what signs its JSON Web Tokens. */
    privateKey: (): string => String(app.key().privateKey.export({ type: "pkcs8", format: "pem" })),
    /** Installs it on an account, for all repositories or for those named (without owner). */
    install: (account: string, repositories?: readonly string[]) => {
      const names = repositories?.map((name) => name.toLowerCase());
      const installation: Installation = {
        id: world.nextId(),
        app,
        account,
        repositories: names === undefined ? "all" : new Set(names),
        createdAt: world.clock.now(),
      };
      world.installations.set(installation.id, installation);
      return {
        id: installation.id,
        /** A token, with all the App may do or with less. */
        token: (permissions?: Permissions): string =>
          issueToken(world, installation, { metadata: "read", ...(permissions ?? app.permissions) }),
      };
    },
  };
}
