import { resolve } from "node:path";
import { keepCurrent } from "../jobs/keep-current.ts";
import { keepIndex } from "../jobs/keep-index.ts";
import { answer } from "../serve/answer.ts";
import { listen } from "../serve/listen.ts";
import { EXIT, type Exit } from "./exit.ts";
import { faultLine, untilEnded } from "./going-on.ts";
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
  await keepCurrent(kept, {
    everyMs: options.every === undefined ? undefined : options.every * 1000,
    signal: untilEnded(),
    onFault: (error) => io.err(faultLine(error)),
  });
  await listening.close();
  return EXIT.clean;
}
