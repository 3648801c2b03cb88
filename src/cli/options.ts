import { InvalidArgumentError, Option, type Command } from "commander";
import { readShard, type Shard } from "../core/drift/shard.ts";
import type { Exit } from "./exit.ts";
import type { Io } from "./io.ts";

/** Adds one command to the program. `end` is told the status that the process should end with. */
export type Add = (program: Command, io: Io, end: (exit: Exit) => void) => void;

/** The argument that names a registry. */
export const REGISTRY = [
  "[registry]",
  "the registry folder, or one that holds it (default: what .github/toolcard.yml names, else registry/)",
] as const;

/** The options of commands that read servers. */
export function reading(command: Command): Command {
  return command
    .option("--readings <file>", "take the readings from this file instead of reading live")
    .option(
      "--allow-commands",
      "run the servers that are commands or packages: they are code, on this machine",
    )
    .option("--timeout <seconds>", "for each request (default: scan.timeoutSeconds)", seconds);
}

/** How to print what was found. */
export function format(...more: readonly "sarif"[]): Option {
  return new Option("--format <format>", "how to print it")
    .choices(["text", "json", "markdown", ...more])
    .default("text");
}

/** An option that may be given several times. */
export function collect(value: string, values: readonly string[] = []): readonly string[] {
  return [...values, value];
}

/** One part of the servers. */
export function shard(value: string): Shard {
  const read = readShard(value);
  if (read === undefined) throw new InvalidArgumentError("Give a part and how many there are, as 2/5.");
  return read;
}

/** A number of things. */
export function count(value: string): number {
  if (!/^\d{1,4}$/.test(value)) throw new InvalidArgumentError("Give a whole number, at most 9999.");
  return Number(value);
}

/** A time in seconds. */
export function seconds(value: string): number {
  const number = Number(value);
  if (!(number > 0 && number <= 3600))
    throw new InvalidArgumentError("Give seconds, more than 0 and at most 3600.");
  return number;
}
