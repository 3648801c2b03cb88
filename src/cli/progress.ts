import type { Io } from "./io.ts";

/** Shows how far a scan is. */
export interface Progress {
  advance(server: string): void;
  stop(): void;
}

const SILENT: Progress = { advance: () => {}, stop: () => {} };

/** A progress bar on standard error where a person watches; silence elsewhere, as in CI. */
export async function progress(total: number, io: Io): Promise<Progress> {
  if (!io.isTerminal || total < 2) return SILENT;
  const { default: bars } = await import("cli-progress");
  const bar = new bars.SingleBar({
    format: "reading {bar} {value}/{total} {server}",
    stream: process.stderr,
    clearOnComplete: true,
    hideCursor: true,
  });
  bar.start(total, 0, { server: "" });
  return { advance: (server) => bar.increment({ server }), stop: () => bar.stop() };
}
