import type { Here } from "./context.ts";
import { readInputs, type Inputs } from "./inputs.ts";
import { runnerOf, type Runner } from "./runner.ts";
import { withoutRuntimeToken } from "./without-runtime-token.ts";

/** One step of a job, from its inputs to the process's exit status. */
async function main(): Promise<void> {
  const runner = runnerOf(process.env, (text) => void process.stdout.write(text));
  try {
    const inputs = readInputs(process.env);
    // Before anything is done: this program begins anew.
    if (inputs.mode === "read") withoutRuntimeToken();
    const cwd = process.env["GITHUB_WORKSPACE"] ?? process.cwd();
    const succeeded = await run(inputs, { cwd, environment: process.env }, runner);
    if (!succeeded) process.exitCode = 1;
  } catch (error) {
    runner.annotate("error", error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

async function run(inputs: Inputs, here: Here, runner: Runner): Promise<boolean> {
  // Nothing is checked out there: it has no registry to open.
  if (inputs.mode === "gate") return (await import("./gate.ts")).gate(inputs, here, runner);
  if (inputs.mode === "record") return (await import("./record.ts")).record(inputs, here, runner);
  const { contextOf } = await import("./context.ts");
  const context = await contextOf(inputs, here, runner);
  return inputs.mode === "read"
    ? (await import("./read.ts")).read(context)
    : (await import("./scan.ts")).scan(context);
}

void main();
