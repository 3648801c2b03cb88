import { Command, CommanderError } from "commander";
import { addAuthorize, addIndex, addServe } from "./add-orchestrator.ts";
import { addApprovals, addVerify } from "./add-record.ts";
import { EXIT, type Exit } from "./exit.ts";
import { packageVersion, type Io } from "./io.ts";
import { collect, count, format, reading, REGISTRY, shard, type Add } from "./options.ts";

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
    // Or the options of a command would be looked for in those above it: both approvals and approvals adopt have --by.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: io.err })
    .showHelpAfterError("(toolcard --help lists the commands)");
  for (const add of [
    addScan,
    addPublish,
    addDiff,
    addScope,
    addCheck,
    addDecline,
    addOwners,
    addLint,
    addApprovals,
    addVerify,
    addIndex,
    addAuthorize,
    addServe,
  ])
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
    .addOption(format("sarif"))
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
    .addOption(format("sarif"))
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

const addCheck: Add = (program, io, end) => {
  program
    .command("check")
    .description("show what the gate says of merging one commit into another, by the local git repository")
    .requiredOption("--base <ref>", "the branch that would be merged into, as origin/main")
    .option("--head <ref>", "what would be merged", "HEAD")
    .option("--label", "judge as if somebody who owns all that has an owner had put the label on")
    .addOption(format())
    .option("--json", "the same as --format json")
    .addHelpText("after", CHECK_STATUS)
    .action(async (options) => end(await (await import("./check.ts")).check(options, io)));
};

const CHECK_STATUS = `
Only commits that are here count: nothing is fetched, checked out or run, and the work tree is not looked at.
Settings and owners are those of --base, which stands for the default branch too. Status: 0 it passes, 2 it
needs the label or is refused, 4 the registry at --head is invalid.`;

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

const addOwners: Add = (program, io, end) => {
  program
    .command("owners")
    .description("show who may approve a change of some files, by CODEOWNERS as GitHub reads it")
    .argument("<path...>", "the files, from the folder you are in; they need not exist")
    .option("--base <ref>", "the CODEOWNERS file of this git commit (default: of the work tree)")
    .option("--json", "print the owners as JSON")
    .addHelpText("after", OWNERS_STATUS)
    .action(async (paths, options) => end(await (await import("./owners.ts")).owners(paths, options, io)));
};

const OWNERS_STATUS = `
The last line that matches a path decides, and any one of its owners may approve. Whether they exist and may
write, only GitHub knows. Status: 0 all owned, 2 a path is unowned, so that nobody may approve it.`;

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
