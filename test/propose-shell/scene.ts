/** A repository on the strict GitHub with a small registry, a server whose list a test changes, and runs in this process. */
import type { CompleteReading } from "../../src/core/reading/reading.ts";
import { readRegistry } from "../../src/core/registry/registry.ts";
import { createClient, type Client } from "../../src/github/client.ts";
import { propose, type Outcome } from "../../src/jobs/propose.ts";
import type { ProposeRequest } from "../../src/jobs/propose-case.ts";
import { cardText, grantsText } from "../cli/texts.ts";
import { summarize, writesIn, type LoggedCall } from "../github/call-log.ts";
import { startGitHub, type GitHub } from "../github/github.ts";
import type { RepositoryHandle } from "../github/handles.ts";
import type { Permissions } from "../github/people.ts";

export const BRANCH = "toolcard/one";
export const CARD = "registry/cards/one.yaml";
export const GRANTS = "registry/grants/intake-bot.yaml";
const URL_OF_ONE = "https://one.example/mcp";

/** What the scan needs, as an App or as a workflow's token. */
export const PERMISSIONS: Permissions = {
  contents: "write",
  pull_requests: "write",
  statuses: "write",
};

/** A tool with some optional text fields. */
export function tool(name: string, ...fields: string[]) {
  const properties = Object.fromEntries(fields.map((field) => [field, { type: "string" }]));
  return {
    name,
    description: name,
    inputSchema: { type: "object", properties, additionalProperties: false },
  };
}

/** What the card has: two tools, both granted. */
export const OLD = [tool("read", "id"), tool("write", "id", "text")];
/** `read` is gone, `write` takes more, `list` is new. */
export const NEW = [tool("write", "id", "text", "public"), tool("list")];
/** And then `write` takes even more. */
export const NEWER = [tool("write", "id", "text", "public", "force"), tool("list")];

export function reading(tools: readonly unknown[], server = "one", url = URL_OF_ONE): CompleteReading {
  return {
    server,
    address: { type: "streamable-http", url },
    readAs: { capabilities: [] },
    time: "2026-01-05T08:00:00Z",
    outcome: "complete",
    tools,
    notes: [],
    confirmed: true,
  };
}

/** What a run may be told. */
export interface RunOptions {
  readonly token?: string;
  readonly recreate?: boolean;
  readonly dryRun?: boolean;
  readonly maxNew?: number;
  readonly retries?: number;
  readonly totalMs?: number;
  readonly callMs?: number;
  readonly request?: Partial<ProposeRequest>;
}

export type Scene = Awaited<ReturnType<typeof startScene>>;

/** `settings`: the text of toolcard.yaml; `files`: more of the first commit; `start`: the time it is. */
interface SceneOptions {
  readonly settings?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly start?: string;
}

export async function startScene({ settings = "", files = {}, start }: SceneOptions = {}) {
  const github = await startGitHub(start === undefined ? {} : { start });
  const repo = github.repository("acme/cards", {
    files: {
      [CARD]: cardText(URL_OF_ONE, OLD),
      [GRANTS]: grantsText("read", "write"),
      ".github/CODEOWNERS": "/registry/ @alice\n",
      ...(settings === "" ? {} : { "registry/toolcard.yaml": settings }),
      ...files,
    },
  });
  repo.collaborator("alice", "admin");
  repo.collaborator("bob", "write");
  const app = github.app({ slug: "toolcard", permissions: { ...PERMISSIONS, members: "read" } });
  const installation = app.install("acme");
  const token = installation.token();
  const scene = {
    github,
    repo,
    token,
    installation,
    live: NEW as readonly unknown[],
    /** Where the server is. */
    url: URL_OF_ONE,
    /** One run of the scan on a fresh checkout: what was planned and done, and every call it made. */
    run: async (options: RunOptions = {}): Promise<Ran> => {
      const before = github.calls().length;
      const outcomes = await propose(
        requestFor(github, repo, scene.live, { token, url: scene.url, ...options }),
      );
      return { outcomes, calls: github.calls(before) };
    },
  };
  return scene;
}

export interface Ran {
  readonly outcomes: readonly Outcome[];
  readonly calls: readonly LoggedCall[];
}

/** The request of a run whose checkout is the newest commit of the default branch. */
export function requestFor(
  github: GitHub,
  repo: RepositoryHandle,
  live: readonly unknown[],
  options: RunOptions & { readonly token: string; readonly url?: string },
): ProposeRequest {
  const { token, retries = 0, totalMs, callMs, recreate = false, dryRun = false, maxNew = 10 } = options;
  const paths = repo.tip() === undefined ? [] : repo.paths();
  const files = new Map<string, Uint8Array>();
  for (const path of paths) {
    if (path.startsWith("registry/"))
      files.set(path.slice("registry/".length), Buffer.from(repo.read(path) ?? ""));
  }
  const client = createClient({
    apiUrl: github.url,
    token,
    retries,
    repository: "acme/cards",
    ...(totalMs !== undefined && { totalMs }),
    ...(callMs !== undefined && { callMs }),
  });
  return {
    registry: readRegistry(files),
    folder: "registry",
    readings: [reading(live, "one", options.url)],
    client,
    judge: (number) => judge(number, client, repo),
    defaultBranch: repo.state.defaultBranch,
    codeowners: paths.length === 0 ? "" : (repo.read(".github/CODEOWNERS") ?? ""),
    recreate: () => recreate,
    maxNew,
    dryRun,
    now: github.clock.milliseconds(),
    ...options.request,
  };
}

/** A verdict as the gate may give it, with one call. */
async function judge(number: number, { octokit, at }: Client, repo: RepositoryHandle): Promise<void> {
  await octokit.request("POST /repos/{owner}/{repo}/statuses/{sha}", {
    ...at,
    sha: repo.pull(number).head.sha,
    state: "failure",
    context: "toolcard/scope",
  });
}

/** What came of the one server: the plan's kind and reason. */
export function said({ outcomes }: Ran): string {
  return outcomes
    .map(({ plan, applied }) => {
      const reason = "reason" in plan ? ` ${plan.reason}` : "";
      return `${plan.kind}${reason}${applied?.ok === false ? `: ${applied.step} ${applied.failure.kind}` : ""}`;
    })
    .join("; ");
}

export const writes = ({ calls }: Ran): string[] => summarize(writesIn(calls));
