/** A repository on the strict GitHub with a small registry, our App on it, and the gate's port through a real client. */
import { createClient, type ClientOptions } from "../../src/github/client.ts";
import { createGatePort } from "../../src/github/gate-port.ts";
import { createGateMemory, type GateMemory } from "../../src/github/gate/memory.ts";
import type { Publisher } from "../../src/github/gate/own-verdicts.ts";
import type { GateOutput, GatePort } from "../../src/jobs/gate-port.ts";
import { cardText, grantsText } from "../cli/texts.ts";
import type { GivenFiles } from "../github/files.ts";
import { startGitHub, type GitHub } from "../github/github.ts";
import type { AppHandle, RepositoryHandle } from "../github/handles.ts";
import type { Permissions } from "../github/people.ts";

/** What the gate needs of GitHub as an App. */
export const PERMISSIONS: Permissions = {
  contents: "read",
  pull_requests: "write",
  issues: "write",
  checks: "write",
  members: "read",
};

export const CARD = "registry/cards/one.yaml";
export const CARD_TEXT = cardText("https://one.example/mcp", [
  { name: "read", inputSchema: { type: "object" } },
]);

const FILES: GivenFiles = {
  [CARD]: CARD_TEXT,
  "registry/grants/intake-bot.yaml": grantsText("read"),
  "registry/toolcard.yaml": "label: widens-scope\n",
  ".github/CODEOWNERS": "* @alice\n",
  "README.md": "# tools\n",
};

export interface GateScene {
  readonly github: GitHub;
  readonly repo: RepositoryHandle;
  readonly app: AppHandle;
  readonly token: string;
  readonly memory: GateMemory;
  readonly port: GatePort;
  /** Another port on the same repository. */
  readonly portOf: (wish: PortWish) => GatePort;
}

export interface PortWish {
  readonly token?: string;
  readonly publisher?: Publisher;
  readonly memory?: GateMemory;
  readonly client?: Partial<ClientOptions>;
}

/** alice administers, bob writes, tina triages; the App `toolcard` is installed. */
export async function startGate(files: GivenFiles = FILES): Promise<GateScene> {
  const github = await startGitHub();
  const repo = github.repository("acme/tools", { files });
  repo.collaborator("alice", "admin");
  repo.collaborator("bob", "write");
  repo.collaborator("tina", "triage");
  const app = github.app({ slug: "toolcard", permissions: PERMISSIONS });
  const token = app.install("acme").token();
  const memory = createGateMemory();
  const portOf = (wish: PortWish): GatePort => {
    const options = {
      apiUrl: github.url,
      token: wish.token ?? token,
      repository: "acme/tools",
      ...wish.client,
    };
    const publisher = wish.publisher ?? { by: "app", appId: app.id };
    return createGatePort(createClient(options), publisher, wish.memory ?? memory);
  };
  return { github, repo, app, token, memory, port: portOf({}), portOf };
}

/** A branch of bob's with some files, and a pull request from it. */
export function openPull(
  { repo }: GateScene,
  branch = "wider",
  files: GivenFiles = { [CARD]: `${CARD_TEXT}# more\n` },
  base = "main",
): { number: number; head: string } {
  const bob = repo.as("bob");
  const head = bob.push(branch, files);
  return { number: bob.openPull(branch, base, "Change a card"), head };
}

/** A verdict to be published. */
export function output(commit: string, more: Partial<GateOutput> = {}): GateOutput {
  return {
    commit,
    passes: false,
    title: "One widening needs the label",
    summary: "What it is.",
    description: "One widening needs the label",
    annotations: [],
    id: "sha256:1",
    ...more,
  };
}
