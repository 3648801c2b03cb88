#!/usr/bin/env node
import { EXIT } from "./exit.ts";
import { processIo } from "./io.ts";
import { run } from "./run.ts";

/** Whoever reads may stop early, as `head` does: that is no fault to show a stack for. */
function atBrokenPipe(stream: NodeJS.WriteStream, then: () => void): void {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    then();
  });
}

// Output comes when all is done, and then the status stands; only a command that answers line by line is stopped by it.
atBrokenPipe(process.stdout, () => process.exit(process.exitCode ?? EXIT.failed));
// What goes to standard error is said on the way: nothing is stopped for it.
atBrokenPipe(process.stderr, () => {});

process.exitCode = await run(process.argv.slice(2), processIo());
