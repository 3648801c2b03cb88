import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { keepIndex } from "../jobs/keep-index.ts";
import { answer } from "../serve/answer.ts";
import { listen } from "../serve/listen.ts";
import { EXIT, type Exit } from "./exit.ts";
import { indexSource } from "./index-source.ts";
import type { Io } from "./io.ts";
import type { ReadingOptions } from "./readings.ts";

interface ServeOptions extends ReadingOptions {
  readonly port?: number;
  readonly socket?: string;
  readonly every?: number;
}

const DEFAULT_PORT = 8420;

/** `toolcard serve`: answers until it is told to end, and reads the servers again meanwhile. */
export async function serve(folder: string | undefined, options: ServeOptions, io: Io): Promise<Exit> {
  if (options.port !== undefined && options.socket !== undefined)
    throw new Error("give --port or --socket, not both");
  const kept = await keepIndex(indexSource(folder, options, io));
  const place =
    options.socket === undefined
      ? { port: options.port ?? DEFAULT_PORT }
      : { socket: resolve(io.cwd, options.socket) };
  const listening = await listen(place, (asked) => answer(asked, kept.current(), new Date()));
  io.out(`Listening on ${listening.at}\n`);
  const ended = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => ended.abort());
  while (!ended.signal.aborted) {
    const pause = options.every === undefined ? kept.everyMs() : options.every * 1000;
    await sleep(pause, undefined, { signal: ended.signal }).catch(() => {});
    if (!ended.signal.aborted)
      await kept.refresh().catch((error: unknown) => io.err(`toolcard: ${String(error)}\n`));
  }
  await listening.close();
  return EXIT.clean;
}
