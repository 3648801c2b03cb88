/** The strict GitHub, a live MCP server whose list a test changes, and the built Action run on a fresh checkout. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { cardText } from "../cli/texts.ts";
import { writesIn, type LoggedCall } from "../github/call-log.ts";
import type { GitHub } from "../github/github.ts";
import type { RepositoryHandle } from "../github/handles.ts";
import { checkOut } from "../github/checkout.ts";
import type { Permissions } from "../github/people.ts";
import {
  CARD,
  NEW,
  OLD,
  PERMISSIONS,
  startScene,
  type Ran,
  type RunOptions,
} from "../propose-shell/scene.ts";
import { legacyMcp, listen } from "../servers/listen.ts";
import { newFolder, runAction, type Step, type StepOptions } from "./run-action.ts";

/** Where a test of the Action plays. */
export interface Stage {
  readonly github: GitHub;
  readonly repo: RepositoryHandle;
  readonly url: string;
  /** What the server lists from now on; undefined: it is down. */
  readonly serve: (tools: readonly unknown[] | undefined) => void;
  /** A run in this process, to come to where a test starts: quicker, and tested by itself. */
  runQuickly(options?: RunOptions): Promise<Ran>;
  /** Writes a file outside the checkout, as a job before would have left it; gives its path. */
  file(name: string, text: string): string;
  /** One step of a scheduled job: checkout of the default branch, then the Action. */
  act(options?: ActOptions): Promise<Acted>;
  close(): Promise<void>;
}

/** What one run of the Action did. */
export interface Acted extends Step {
  readonly calls: readonly LoggedCall[];
  /** How many of them wrote; a git object counts. */
  readonly writes: number;
}

/** How a run is told from the usual one. */
export interface ActOptions {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** The name it calls the repository by. */
  readonly repository?: string;
  /** What happens between checkout and scan. */
  readonly afterCheckout?: (stage: Pick<Stage, "repo">) => void;
  /** A workflow's own token instead of an App's, with these permissions. */
  readonly actionsToken?: Permissions;
}

/** `settings`: the text of toolcard.yaml. */
export async function startStage({ settings = "" }: { settings?: string } = {}): Promise<Stage> {
  let live: readonly unknown[] | undefined = NEW;
  const server = await listen(
    legacyMcp(() => (live === undefined ? { status: 503 } : { result: { tools: live } })),
  );
  const url = `${server.url}/mcp`;
  const files = { [CARD]: cardText(url, OLD) };
  // The Action's clock is the machine's.
  const start = new Date().toISOString();
  const scene = await startScene({ files, start, ...(settings !== "" && { settings }) });
  const { github, repo, token } = scene;
  return {
    github,
    repo,
    url,
    serve: (tools: readonly unknown[] | undefined): void => void (live = tools),
    runQuickly: (options: RunOptions = {}): Promise<Ran> => {
      scene.live = live ?? [];
      scene.url = url;
      return scene.run(options);
    },
    file: (name, text) => {
      const path = join(newFolder(), name);
      writeFileSync(path, text);
      return path;
    },
    act: async (options: ActOptions = {}): Promise<Acted> => {
      const workspace = newFolder();
      checkOut(repo.state, workspace);
      const given = options.actionsToken && github.actionsToken(repo, options.actionsToken);
      const step: StepOptions = {
        workspace,
        apiUrl: github.url,
        repository: options.repository ?? repo.fullName(),
        inputs: { "github-token": given ?? token, ...options.inputs },
        env: { GITHUB_REF_NAME: repo.state.defaultBranch, ...options.env },
        event: { repository: { default_branch: repo.state.defaultBranch } },
      };
      options.afterCheckout?.({ repo });
      const from = github.calls().length;
      const ran = await runAction(step);
      const calls = github.calls(from);
      // The label is asked for with every verdict that needs it, and mostly it is there.
      const writes = writesIn(calls).filter(({ operation }) => operation !== "issues/create-label");
      return { ...ran, calls, writes: writes.length };
    },
    close: async (): Promise<void> => {
      server.close();
      await github.close();
    },
  };
}

/** All that a scan needs, as a workflow's `permissions`. */
export const ACTIONS_PERMISSIONS: Permissions = PERMISSIONS;
