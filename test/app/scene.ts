/** The App on a real HTTP server, told of everything by the strict GitHub; and a registry whose widenings a test makes. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { startApp, type Started, type StartOptions } from "../../src/app/start.ts";
import type { AppSettings } from "../../src/app/environment.ts";
import { EVENTS } from "../../src/core/gate/event-tasks.ts";
import { cardText, grantsText } from "../cli/texts.ts";
import { startGitHub, type GitHub } from "../github/github.ts";
import type { AppHandle, RepositoryHandle } from "../github/handles.ts";
import type { Permissions } from "../github/people.ts";
import { propose, type Outcome } from "../../src/jobs/propose.ts";
import { CARD, GRANTS, NEW, OLD, requestFor } from "../propose-shell/scene.ts";

export const SECRET = "the secret that webhooks are signed with";

/** What app.yml asks for. */
const PERMISSIONS: Permissions = {
  checks: "write",
  contents: "write",
  pull_requests: "write",
  issues: "write",
  merge_queues: "read",
  members: "read",
};

export interface Scene {
  readonly github: GitHub;
  readonly repo: RepositoryHandle;
  readonly app: AppHandle;
  readonly installation: ReturnType<AppHandle["install"]>;
  readonly started: Started;
  readonly url: string;
  /** The scan, as the App: proposes what a live list differs by. */
  readonly scan: (live?: readonly unknown[]) => Promise<readonly Outcome[]>;
  /** Every line that the App logged, parsed. */
  readonly lines: Record<string, unknown>[];
  /** All that it logged. */
  readonly text: () => string;
  /** Waits until everything was delivered and worked on. */
  readonly settle: () => Promise<void>;
  /** What our check says of a commit: the newest conclusion. */
  readonly verdict: (commit: string) => string | undefined;
  readonly close: () => Promise<void>;
}

export interface SceneOptions {
  readonly settings?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly start?: Partial<StartOptions>;
}

export async function startScene(options: SceneOptions = {}): Promise<Scene> {
  const { settings = "gate: { by: app }\n", files = {}, start = {} } = options;
  const github = await startGitHub();
  const repo = github.repository("acme/cards", {
    files: {
      [CARD]: cardText("https://one.example/mcp", OLD),
      [GRANTS]: grantsText("read", "write"),
      ".github/CODEOWNERS": "/registry/ @alice\n",
      "registry/toolcard.yaml": settings,
      ...files,
    },
  });
  repo.collaborator("alice", "admin");
  repo.collaborator("bob", "write");
  let started: Started | undefined;
  const server: Server = createServer((request, response) => void started?.handler(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const webhook = { url: `${url}/api/github/webhooks`, secret: SECRET };
  const app = github.app({ slug: "toolcard", permissions: PERMISSIONS, events: EVENTS, webhook });
  const installation = app.install("acme");
  let text = "";
  const lines: Record<string, unknown>[] = [];
  const appSettings: AppSettings = {
    appId: app.id,
    privateKey: app.privateKey(),
    webhookSecret: SECRET,
    apiUrl: github.url,
    webhookPath: "/api/github/webhooks",
    host: "127.0.0.1",
    port: 0,
    logLevel: "debug",
  };
  const write = (line: string): void => {
    text += line;
    lines.push(JSON.parse(line) as Record<string, unknown>);
  };
  started = await startApp(appSettings, { answers: "at-once", lookMs: 30_000, write, ...start });
  const ready = started;
  return {
    github,
    repo,
    app,
    installation,
    started: ready,
    url,
    lines,
    scan: (live = NEW) => propose(requestFor(github, repo, live, { token: installation.token() })),
    text: () => text,
    settle: async () => {
      // What the App does is told of too.
      for (let before = -1; before !== github.webhooks.deliveries.length;) {
        before = github.webhooks.deliveries.length;
        await github.webhooks.settled();
        await ready.idle();
      }
    },
    verdict: (commit) =>
      repo.state.runs.findLast((run) => run.sha === commit && run.name === "toolcard/scope")?.conclusion ??
      undefined,
    close: async () => {
      await ready.idle();
      await github.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
