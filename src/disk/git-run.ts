import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** What of git's own variables reaches it: where its settings and objects are. All others could make it speak of another
 * repository than that of its folder, or do more than read. */
const KEPT: ReadonlySet<string> = new Set([
  "GIT_CEILING_DIRECTORIES",
  "GIT_CONFIG_GLOBAL",
  "GIT_CONFIG_NOSYSTEM",
  "GIT_CONFIG_SYSTEM",
  // A hook that judges what is being pushed sees it here alone.
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  "GIT_OBJECT_DIRECTORY",
]);

/** Objects as they are and as they are here: nothing is replaced, nothing is fetched, nobody is asked. */
const FIXED: Readonly<Record<string, string>> = {
  GIT_ALLOW_PROTOCOL: "",
  GIT_GRAFT_FILE: "/dev/null",
  GIT_NO_LAZY_FETCH: "1",
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  LC_ALL: "C",
};

const SETTINGS: readonly string[] = [
  // What could start a program: a folder may come with settings of its own.
  "core.fsmonitor=false",
  "core.hooksPath=/dev/null",
  "protocol.allow=never",
  // Naming an empty file of grafts is none to be warned of.
  "advice.graftFileDeprecated=false",
].flatMap((setting) => ["-c", setting]);

/** What one call of git may answer, and what it is given on its standard input. */
interface Call {
  readonly maxBytes?: number;
  readonly input?: string;
}

/** git ended with an error of its own. */
export class GitFailed extends Error {
  /** What it said, on one line of 500 characters at most. Not escaped. */
  readonly said: string;
  /** The status that it ended with; undefined when it was stopped. */
  readonly status: number | undefined;

  constructor(command: string, said: string, status: number | undefined, options: ErrorOptions) {
    super(said === "" ? `git ${command} failed` : `git ${command}: ${said}`, options);
    this.said = said;
    this.status = status;
  }
}

const MOST_BYTES = 4_194_304;

/**
 * Runs one plumbing command of git in a folder of a repository: no shell, no hook, no network, only objects and refs that
 * are there.
 * @throws Error when git is missing; `GitFailed` when it fails, or answers more than `maxBytes` (4 MiB when not said)
 */
export async function git(repository: string, words: readonly string[], call: Call = {}): Promise<Buffer> {
  const running = run("git", [...SETTINGS, ...words], {
    cwd: repository,
    encoding: "buffer",
    env: environment(),
    maxBuffer: call.maxBytes ?? MOST_BYTES,
  });
  // A broken pipe: git ended early, and why comes with its exit.
  running.child.stdin?.on("error", () => {}).end(call.input);
  try {
    return (await running).stdout;
  } catch (error) {
    throw failure(words, error);
  }
}

function environment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => {
    const known = name.toUpperCase();
    return !known.startsWith("GIT_") || KEPT.has(known);
  });
  return { ...Object.fromEntries(entries), ...FIXED };
}

function failure(words: readonly string[], error: unknown): Error {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT") return new Error("git is needed, and was not found", { cause: error });
  const command = words.find((word) => !word.startsWith("-")) ?? "";
  const stderr = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
  const tooMuch =
    code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER" ? "it has more to say than toolcard reads" : "";
  const said = (tooMuch || stderr)
    .trim()
    .replaceAll(/\s*\n\s*/g, "; ")
    .slice(0, 500);
  return new GitFailed(command, said, typeof code === "number" ? code : undefined, { cause: error });
}
