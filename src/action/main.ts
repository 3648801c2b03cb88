import { readInputs } from "./inputs.ts";
import { runnerOf } from "./runner.ts";
import { withoutRuntimeToken } from "./without-runtime-token.ts";

const runner = runnerOf(process.env, (text) => void process.stdout.write(text));
try {
  const inputs = readInputs(process.env);
  // Before anything is done: this program begins anew.
  if (inputs.mode === "read") withoutRuntimeToken();
  const { contextOf } = await import("./context.ts");
  const io = {
    out: (text: string) => runner.log(text),
    err: (text: string) => runner.log(text),
    cwd: process.env["GITHUB_WORKSPACE"] ?? process.cwd(),
    environment: process.env,
    isTerminal: false,
  };
  const context = await contextOf(inputs, io, runner);
  const succeeded =
    inputs.mode === "read"
      ? await (await import("./read.ts")).read(context)
      : await (await import("./scan.ts")).scan(context);
  if (!succeeded) process.exitCode = 1;
} catch (error) {
  runner.annotate("error", error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
