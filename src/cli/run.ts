import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { readShard, type Shard } from "../core/drift/shard.ts";
import { EXIT, type Exit } from "./exit.ts";
import { packageVersion, type Io } from "./io.ts";

/**
 * Runs one command line and says with which status the process should end (DESIGN §8). Each command's module is loaded
 * only when it runs, so that `--version` and usage errors are quick.
 */
export async function run(argv: readonly string[], io: Io): Promise<Exit> {
  let status: Exit = EXIT.clean;
  const end = (exit: Exit) => {
    status = exit;
  };
  const program = new Command("toolcard")
    .description("Holds the live tool lists of MCP servers against published cards.")
    .version(packageVersion())
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: io.err })
    .showHelpAfterError("(toolcard --help lists the commands)");
  for (const add of [addScan, addPublish, addDiff, addScope, addDecline, addLint, addApprovals, addVerify])
    add(program, io, end);
  try {
    await program.parseAsync(argv, { from: "user" });
    return status;
  } catch (error) {
    // commander has said what is wrong; help and version end this way too, with status 0.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.clean : EXIT.failed;
    io.err(`toolcard: ${await inert(error instanceof Error ? error.message : String(error))}\n`);
    return EXIT.failed;
  }
}

/** An error's message for a terminal: the name of a file in it may be anybody's. */
async function inert(message: string): Promise<string> {
  const { isHidden } = await import("../core/explain/inert.ts");
  const shown = Array.from(message, (character) => {
    if (character === "\n" || !isHidden(character)) return character;
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`;
  });
  return shown.join("");
}

type Add = (program: Command, io: Io, end: (exit: Exit) => void) => void;

const REGISTRY = [
  "[registry]",
  "the registry folder, or one that holds it (default: what .github/toolcard.yml names, else registry/)",
] as const;

const addScan: Add = (program, io, end) => {
  reading(program.command("scan"))
    .description("read every server live and show how it differs from its card")
    .argument(...REGISTRY)
    .option("--server <name>", "only this server (repeatable)", collect)
    .option("--tool <name>", "only this tool (repeatable)", collect)
    .option("--shard <part>", "only one part of the servers, as 2/5", shard)
    .option("--write", "update cards and grants in place")
    .option(
      "--pull-requests",
      "open and update one pull request a server (GITHUB_TOKEN, GITHUB_REPOSITORY; GITHUB_API_URL)",
    )
    .option(
      "--recreate <server>",
      "propose again what was dismissed, or worked on by others (repeatable)",
      collect,
    )
    .option(
      "--max-pull-requests <number>",
      "open at most this many (default: scan.maxNewPullRequests)",
      count,
    )
    .option("--dry-run", "with --pull-requests: only say what would be done")
    .addOption(format())
    .option("--json", "the same as --format json; with the readings, which --readings takes back")
    .action(async (folder, options) => end(await (await import("./scan.ts")).scan(folder, options, io)));
};

const addPublish: Add = (program, io, end) => {
  program
    .command("publish")
    .description("write a first card from a server's live list")
    .argument("<server>", "the name of the server in the registry")
    .argument("<target>", "a URL, or a package: npm:NAME@VERSION, pypi:NAME@VERSION, oci:IMAGE:TAG")
    .argument(...REGISTRY)
    .option("--sse", "the URL speaks the old SSE transport")
    .option("--credential <id>", "read with this credential of toolcard.yaml")
    .option("--capability <name>", "declare this client capability (repeatable)", collect)
    .option("--allow-commands", "run the package: it is code, on this machine")
    .option("--json", "print what was done as JSON")
    .action(async (server, target, folder, options) =>
      end(await (await import("./publish.ts")).publish(server, target, folder, options, io)),
    );
};

const addDiff: Add = (program, io, end) => {
  program
    .command("diff")
    .description("show how two tool lists differ: cards, saved tools/list results, or bare arrays")
    .argument("<old>", "the file before")
    .argument("<new>", "the file after")
    .option("--server <name>", "the server's name, where no card says it")
    .option("--grants <folder>", "the grants files: which removed tools some agent may call")
    .addOption(format())
    .option("--json", "the same as --format json")
    .action(async (before, after, options) =>
      end(await (await import("./diff.ts")).diff(before, after, options, io)),
    );
};

const addScope: Add = (program, io, end) => {
  program
    .command("scope")
    .description("compare schemas as permissions: JSON lines on standard input, one answer a line")
    .option("--json", "does nothing here: the answers are JSON in any case")
    .addHelpText("after", SCOPE_LINES)
    .action(async () => end(await (await import("./scope.ts")).scope(io)));
};

const SCOPE_LINES = `
Each line in:  {"old": SCHEMA, "new": SCHEMA, "side": "input" | "output"}
               and if you like "world": "strict" | "closed" | "open", "dialect": "2020-12" | "draft-07" | "draft-04"
Each line out: {"verdict": "widens" | "narrows" | "same" | "unknown", "changes": [...], "witness": VALUE}
               or {"error": "..."} for a line that is no pair; the status is 1 then`;

const addDecline: Add = (program, io, end) => {
  reading(program.command("decline"))
    .description("say no to the live form of one tool: it is asked again only when that form changes")
    .argument("<server>", "the server's name in the registry")
    .argument("<tool>", "the tool's name, exactly")
    .argument(...REGISTRY)
    .option("--json", "print what was done as JSON")
    .action(async (server, tool, folder, options) =>
      end(await (await import("./decline.ts")).decline(server, tool, folder, options, io)),
    );
};

const addLint: Add = (program, io, end) => {
  program
    .command("lint")
    .description("show every problem of the registry, each with its line and column")
    .argument(...REGISTRY)
    .option("--fix", "raise the revision of cards that changed since --base")
    .option("--base <ref>", "the git commit to compare revisions with (default: HEAD)")
    .option("--json", "print the problems as JSON")
    .action(async (folder, options) => end(await (await import("./lint.ts")).lint(folder, options, io)));
};

const addApprovals: Add = (program, io, end) => {
  const approvals = program
    .command("approvals")
    .enablePositionalOptions()
    .description("show who approved what, and when: the record on the branch toolcard-approvals")
    .argument(...REGISTRY)
    .option("--server <name>", "only what concerns this server")
    .option("--agent <name>", "only what concerns this agent's grants")
    .option("--tool <name>", "only what concerns this tool")
    .option("--by <login>", "only what this person approved or merged")
    .option("--since <time>", "only from this day or moment (UTC) on, as 2026-12-01", time)
    .option("--until <time>", "only up to this day or moment (UTC)", time)
    .option("--record <ref>", "the record's branch, where it has another name here")
    .option("--statements", "print in-toto statements, one a line, for others' tools to sign")
    .option("--json", "print the entries as JSON")
    .action(async (folder, options) =>
      end(await (await import("./approvals.ts")).approvals(folder, options, io)),
    );
  approvals
    .command("adopt")
    .description("begin the record with the registry as it is")
    .argument(...REGISTRY)
    .requiredOption("--why <text>", "why this state is the one to start from")
    .option("--by <name>", "who says so (default: git's user.name)")
    .option("--branch <ref>", "the default branch here (default: what is checked out)")
    .option("--json", "print what was done as JSON")
    .action(async (folder, options) => end(await (await import("./adopt.ts")).adopt(folder, options, io)));
};

const addVerify: Add = (program, io, end) => {
  program
    .command("verify")
    .description("is everything in use approved and recorded? Offline, from a clone with its whole history")
    .argument(...REGISTRY)
    .option("--since <hash>", "the record's head as you saw it before: it must still be in the record")
    .option("--all", "read the files of all entries again, and not of the newest 200 alone")
    .option("--branch <ref>", "the default branch here (default: origin's, else what is checked out)")
    .option("--record <ref>", "the record's branch, where it has another name here")
    .option("--json", "print the findings as JSON")
    .action(async (folder, options) => end(await (await import("./verify.ts")).verify(folder, options, io)));
};

/** The options of commands that read servers. */
function reading(command: Command): Command {
  return command
    .option("--readings <file>", "take the readings from this file instead of reading live")
    .option(
      "--allow-commands",
      "run the servers that are commands or packages: they are code, on this machine",
    )
    .option("--timeout <seconds>", "for each request (default: scan.timeoutSeconds)", seconds);
}

function format(): Option {
  return new Option("--format <format>", "how to print it")
    .choices(["text", "json", "markdown"])
    .default("text");
}

function collect(value: string, values: readonly string[] = []): readonly string[] {
  return [...values, value];
}

function shard(value: string): Shard {
  const read = readShard(value);
  if (read === undefined) throw new InvalidArgumentError("Give a part and how many there are, as 2/5.");
  return read;
}

function time(value: string): string {
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}Z)?$/.test(value))
    throw new InvalidArgumentError("Give a day or a moment in UTC, as 2026-12-01 or 2026-12-01T08:00:00Z.");
  return value;
}

function count(value: string): number {
  if (!/^\d{1,4}$/.test(value)) throw new InvalidArgumentError("Give a whole number, at most 9999.");
  return Number(value);
}

function seconds(value: string): number {
  const number = Number(value);
  if (!(number > 0 && number <= 3600))
    throw new InvalidArgumentError("Give seconds, more than 0 and at most 3600.");
  return number;
}
