import { resolve } from "node:path";
import { tmpdir } from "node:os";
import { openRegistry, problemLines, type OpenRegistry } from "../cli/open-registry.ts";
import type { Io } from "../cli/io.ts";
import { credentialVariables } from "../core/registry/credential.ts";
import { chooseServers } from "../jobs/choose-servers.ts";
import type { Inputs } from "./inputs.ts";
import type { Runner } from "./runner.ts";

/** What both modes work with. */
export interface Context {
  readonly open: OpenRegistry;
  /** The servers that this run is about; undefined for all. */
  readonly servers: readonly string[] | undefined;
  readonly io: Io;
  readonly runner: Runner;
  readonly inputs: Inputs;
}

/** Opens the registry, and masks every secret before anything is printed that could hold one. */
export async function contextOf(inputs: Inputs, io: Io, runner: Runner): Promise<Context> {
  if (inputs.token !== "") runner.mask(inputs.token);
  const open = await openRegistry(inputs.registry, io);
  for (const name of credentialVariables(open.registry.settings)) {
    const value = io.environment[name];
    if (value !== undefined && value !== "") runner.mask(value);
  }
  const problems = problemLines(open);
  if (problems !== "") runner.log(problems);
  const named = inputs.servers.length === 0 ? undefined : inputs.servers;
  return { open, servers: chooseServers(open.registry, named, inputs.shard), io, runner, inputs };
}

/** A file of ours in the runner's folder for such, which is emptied after the job. */
export function temporaryFile(io: Io, name: string): string {
  return resolve(io.environment["RUNNER_TEMP"] ?? tmpdir(), name);
}
