import { resolve } from "node:path";
import { tmpdir } from "node:os";
import { openRegistry, problemLines, type OpenRegistry } from "../cli/open-registry.ts";
import { credentialVariables } from "../core/registry/credential.ts";
import { chooseServers, type Chosen } from "../jobs/choose-servers.ts";
import type { Inputs } from "./inputs.ts";
import type { Runner } from "./runner.ts";

/** Where a step runs. */
export interface Here {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** What both modes work with. */
export interface Context extends Chosen {
  readonly open: OpenRegistry;
  readonly here: Here;
  readonly runner: Runner;
  readonly inputs: Inputs;
}

/** Opens the registry, and masks every secret before anything is printed that could hold one. */
export async function contextOf(inputs: Inputs, here: Here, runner: Runner): Promise<Context> {
  if (inputs.token !== "") runner.mask(inputs.token);
  const open = await openRegistry(inputs.registry, here);
  for (const name of credentialVariables(open.registry.settings)) {
    const value = here.environment[name];
    if (value !== undefined && value !== "") runner.mask(value);
  }
  const problems = problemLines(open);
  if (problems !== "") runner.log(problems);
  const named = inputs.servers.length === 0 ? undefined : inputs.servers;
  return { open, ...chooseServers(open.registry, named, inputs.shard), here, runner, inputs };
}

/** A file of ours in the runner's folder for such, which is emptied after the job. */
export function temporaryFile(here: Here, name: string): string {
  return resolve(here.environment["RUNNER_TEMP"] ?? tmpdir(), name);
}
