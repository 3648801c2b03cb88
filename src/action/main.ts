import { readInputs } from "./inputs.ts";
import { runnerOf } from "./runner.ts";
import { withoutRuntimeToken } from "./without-runtime-token.ts";

/** One step of a job, from its inputs to the process's exit status. */
async function main(): Promise<void> {
  const runner = runnerOf(process.env, (text) => void process.stdout.write(text));
  try {
    const inputs = readInputs(process.env);
    // Before anything is done: this program begins anew.
    if (inputs.mode === "read") withoutRuntimeToken();
    const { contextOf } = await import("./context.ts");
    const cwd = process.env["GITHUB_WORKSPACE"] ?? process.cwd();
    const here = { cwd, environment: process.env };
    const context = await contextOf(inputs, here, runner);
    const succeeded =
      inputs.mode === "read"
        ? await (await import("./read.ts")).read(context)
        : await (await import("./scan.ts")).scan(context);
    if (!succeeded) process.exitCode = 1;
  } catch (error) {
    runner.annotate("error", error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

void main();
