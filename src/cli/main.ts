#!/usr/bin/env node
import { EXIT } from "./exit.ts";
import { processIo } from "./io.ts";
import { run } from "./run.ts";

// Who reads the output may have enough of it: `toolcard … | head`. That is no fault to show a stack for, and a command
// that is done keeps its status.
process.stdout.on("error", () => setImmediate(() => process.exit(process.exitCode ?? EXIT.failed)));
process.stderr.on("error", () => {});

process.exitCode = await run(process.argv.slice(2), processIo());
