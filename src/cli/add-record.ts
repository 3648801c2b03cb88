import { InvalidArgumentError } from "commander";
import { REGISTRY, type Add } from "./options.ts";

// The commands of the approval record.

/** `toolcard approvals`, and `adopt` under it. */
export const addApprovals: Add = (program, io, end) => {
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

/** `toolcard verify`. */
export const addVerify: Add = (program, io, end) => {
  program
    .command("verify")
    .description("is everything in use approved and recorded? From a clone with its whole history")
    .argument(...REGISTRY)
    .option("--since <hash>", "the record's head as you saw it before: it must still be in the record")
    .option(
      "--online",
      "ask GitHub as well, with GITHUB_TOKEN and GITHUB_REPOSITORY (and APP_ID with gate.by: app)",
    )
    .option("--all", "read the files of all entries again, and not of the newest 200 alone")
    .option("--branch <ref>", "the default branch here (default: origin's, else what is checked out)")
    .option("--record <ref>", "the record's branch, where it has another name here")
    .option("--json", "print the findings as JSON")
    .action(async (folder, options) => end(await (await import("./verify.ts")).verify(folder, options, io)));
};

function time(value: string): string {
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}Z)?$/.test(value))
    throw new InvalidArgumentError("Give a day or a moment in UTC, as 2026-12-01 or 2026-12-01T08:00:00Z.");
  return value;
}
