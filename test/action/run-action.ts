/** Runs the built Action as a runner does: its own process, environment, event file, and the files it answers in. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { load } from "js-yaml";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

interface Manifest {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly description: string }>>;
  readonly runs: { readonly using: string; readonly main: string };
}

/** What action.yml says. */
const MANIFEST: Manifest = load(readFileSync(join(ROOT, "action.yml"), "utf8")) as Manifest;

/** How a step is run. */
export interface StepOptions {
  /** The checkout. */
  readonly workspace: string;
  readonly inputs?: Readonly<Record<string, string>>;
  /** `owner/name`. */
  readonly repository?: string;
  /** The URL of the API, where there is one. */
  readonly apiUrl?: string;
  /** The step's `env`. */
  readonly env?: Readonly<Record<string, string>>;
  readonly event?: unknown;
}

/** What a step left behind. */
export interface Step {
  readonly status: number | null;
  /** All it printed. */
  readonly log: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  /** The runner's folder for temporary files. */
  readonly temporary: string;
}

const folders: string[] = [];

/** A new folder that `removeFolders` takes away. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "toolcard-action-"));
  folders.push(folder);
  return folder;
}

export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Runs one step that uses the Action. An input that action.yml does not have is an error, as a runner warns of it. */
export async function runAction(options: StepOptions): Promise<Step> {
  const temporary = newFolder();
  const file = (name: string, text = ""): string => {
    const path = join(temporary, "_runner_file_commands", name);
    mkdirSync(join(temporary, "_runner_file_commands"), { recursive: true });
    writeFileSync(path, text);
    return path;
  };
  const output = file("set_output");
  const summary = file("step_summary");
  const event = options.event ?? { repository: { default_branch: "main" }, schedule: "7 4 * * *" };
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: process.env["HOME"] ?? "",
    CI: "true",
    GITHUB_ACTIONS: "true",
    GITHUB_API_URL: options.apiUrl ?? "http://127.0.0.1:9",
    GITHUB_ENV: file("set_env"),
    GITHUB_EVENT_NAME: "schedule",
    GITHUB_EVENT_PATH: file("event.json", JSON.stringify(event)),
    GITHUB_OUTPUT: output,
    GITHUB_PATH: file("add_path"),
    GITHUB_REF_NAME: "main",
    GITHUB_REPOSITORY: options.repository ?? "acme/cards",
    GITHUB_RUN_ID: "77",
    GITHUB_SERVER_URL: "https://github.example",
    GITHUB_STATE: file("save_state"),
    GITHUB_STEP_SUMMARY: summary,
    GITHUB_WORKSPACE: options.workspace,
    RUNNER_TEMP: temporary,
    // The runner gives these to every JavaScript action.
    ACTIONS_RUNTIME_TOKEN: "runtime-token-of-the-runner",
    ACTIONS_RUNTIME_URL: "https://runtime.example/",
    ACTIONS_RESULTS_URL: "https://results.example/",
    ACTIONS_CACHE_URL: "https://cache.example/",
    ...inputsOf(options.inputs ?? {}),
    ...options.env,
  };
  const { status, log } = await runNode([join(ROOT, MANIFEST.runs.main)], env, options.workspace);
  return {
    status,
    log,
    outputs: parseOutputs(readFileSync(output, "utf8")),
    summary: readFileSync(summary, "utf8"),
    temporary,
  };
}

/** Every input of action.yml as the runner sets it: what is given, the default, or nothing. */
function inputsOf(given: Readonly<Record<string, string>>): Record<string, string> {
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(MANIFEST.inputs, name));
  if (unknown.length > 0) throw new Error(`action.yml has no input ${unknown.join(", ")}`);
  return Object.fromEntries(
    Object.entries(MANIFEST.inputs).map(([name, input]) => [
      `INPUT_${name.toUpperCase()}`,
      given[name] ?? input.default ?? "",
    ]),
  );
}

function runNode(args: readonly string[], env: Record<string, string>, cwd: string) {
  return new Promise<{ status: number | null; log: string }>((resolve, reject) => {
    const child = spawn(process.execPath, args, { env, cwd, stdio: ["ignore", "pipe", "pipe"] });
    let log = "";
    const hear = (chunk: Buffer) => void (log += chunk.toString());
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("error", reject);
    child.once("close", (status) => resolve({ status, log }));
  });
}

/** The outputs in a file of them, as the runner reads it. */
function parseOutputs(text: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  for (const [, name = "", , value = ""] of text.matchAll(/^([\w-]+)<<(\S+)\n([\s\S]*?)\n\2$/gm)) {
    outputs[name] = value;
  }
  return outputs;
}

/**
 * The lines of a log that the runner takes for commands: those that begin with `::`, blanks before it or not, and those
 * with `##[`; unless commands are stopped.
 */
export function commandsIn(log: string): string[] {
  const commands: string[] = [];
  let stopped: string | undefined;
  for (const line of log.split(/\r?\n/)) {
    const text = line.trimStart();
    if (stopped !== undefined) {
      if (text === `::${stopped}::`) stopped = undefined;
      continue;
    }
    const stop = /^::stop-commands::(.+)$/.exec(text)?.[1];
    if (stop !== undefined) stopped = stop;
    else if (text.startsWith("::") || text.includes("##[")) commands.push(text);
  }
  return commands;
}
