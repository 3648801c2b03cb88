#!/usr/bin/env node
import { processIo } from "./io.ts";
import { run } from "./run.ts";

// Whoever reads may stop early, as `head` does; what the command does and its status are the same.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

process.exitCode = await run(process.argv.slice(2), processIo());
