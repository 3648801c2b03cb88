import { plain } from "../core/explain/inert.ts";

/** Aborted when this process is told to end. */
export function untilEnded(): AbortSignal {
  const ended = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => ended.abort());
  return ended.signal;
}

/** What went wrong, for standard error, of a command that goes on all the same. */
export function faultLine(error: unknown): string {
  return `toolcard: ${plain(error instanceof Error ? error.message : String(error))}\n`;
}
