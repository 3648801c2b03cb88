import { InvalidArgumentError } from "commander";
import { collect, reading, REGISTRY, seconds, type Add } from "./options.ts";

// The commands for orchestrators.

const NAMES = "Names are compared exactly.";

/** `toolcard index`. */
export const addIndex: Add = (program, io, end) => {
  reading(program.command("index"))
    .description("merge the live lists under the cards: what an orchestrator loads, as JSON")
    .argument(...REGISTRY)
    .option("--server <name>", "only this server (repeatable)", collect)
    .option("--agent <name>", "only what this agent has grants for")
    .option("--job <name>", "only what is granted for this job")
    .option("--out <file>", "write it to this file, whole or not at all, instead of standard output")
    .option("--watch", "with --out: keep the file current")
    .option(
      "--every <seconds>",
      "with --watch: read the servers this often (default: half of maxAgeMinutes)",
      seconds,
    )
    .option("--json", "does nothing here: the index is JSON in any case")
    .action(async (folder, options) =>
      end(await (await import("./index-command.ts")).index(folder, options, io)),
    );
};

/** `toolcard authorize`. */
export const addAuthorize: Add = (program, io, end) => {
  reading(program.command("authorize"))
    .description("may this agent make this call? Status: 0 yes, 2 no, 1 that can't be told")
    .argument(...REGISTRY)
    .requiredOption("--agent <name>", "who calls")
    .requiredOption("--job <name>", "for which job")
    .requiredOption("--server <name>", "the server's name in the registry")
    .requiredOption("--tool <name>", "the tool's name")
    .option("--arguments <json>", "the arguments, an object; - reads them from standard input", "{}")
    .option("--json", "print the decision as JSON")
    .addHelpText("after", `\n${NAMES} What is wrong elsewhere in the registry goes to standard error.`)
    .action(async (folder, options) =>
      end(await (await import("./authorize.ts")).authorizeCall(folder, options, io)),
    );
};

/** `toolcard serve`. */
export const addServe: Add = (program, io, end) => {
  reading(program.command("serve"))
    .description("answer POST /authorize and GET /index on this machine, for orchestrators in any language")
    .argument(...REGISTRY)
    .option("--port <number>", "a port of loopback; 0 takes a free one (default: 8420)", port)
    .option("--socket <path>", "a Unix socket instead, for this user only")
    .option("--every <seconds>", "read the servers this often (default: half of maxAgeMinutes)", seconds)
    .option("--json", "does nothing here: the answers are JSON in any case")
    .addHelpText("after", "\nThe requests and answers are described in schemas/openapi.json.")
    .action(async (folder, options) => end(await (await import("./serve.ts")).serve(folder, options, io)));
};

function port(value: string): number {
  const number = Number(value);
  if (!/^\d{1,5}$/.test(value) || number > 65_535) throw new InvalidArgumentError("Give a port, 0 to 65535.");
  return number;
}
