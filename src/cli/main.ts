#!/usr/bin/env node
import { EXIT } from "./exit.ts";
import { processIo } from "./io.ts";
import { run } from "./run.ts";

// Who reads the output may have enough of it: `toolcard … | head`. That is no fault to show a stack for.
process.stdout.on("error", () => process.exit(EXIT.failed));

process.exitCode = await run(process.argv.slice(2), processIo());
