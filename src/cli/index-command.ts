import { setTimeout as sleep } from "node:timers/promises";
import { resolve } from "node:path";
import { viewOf } from "../core/index/view.ts";
import { asciiJson } from "../core/json/ascii.ts";
import { replaceFile } from "../disk/replace-file.ts";
import { keepIndex } from "../jobs/keep-index.ts";
import { chooseServers } from "../jobs/choose-servers.ts";
import { EXIT, type Exit } from "./exit.ts";
import { indexSource } from "./index-source.ts";
import type { Io } from "./io.ts";
import type { ReadingOptions } from "./readings.ts";

interface IndexOptions extends ReadingOptions {
  readonly server?: readonly string[];
  readonly agent?: string;
  readonly job?: string;
  readonly out?: string;
  readonly watch?: boolean;
  readonly every?: number;
}

/** `toolcard index`: what an orchestrator loads. A server that can't be read is in it as `unreadable`, with status 3. */
export async function index(folder: string | undefined, options: IndexOptions, io: Io): Promise<Exit> {
  if (options.watch === true && options.out === undefined)
    throw new Error("--watch needs --out FILE: the file that is kept current");
  if (options.watch === true && options.readings !== undefined)
    throw new Error("--watch reads the servers: leave out --readings");
  const source = indexSource(folder, options, io, options.server);
  if (options.server !== undefined) chooseServers(await source.registry(), options.server, undefined);
  const kept = await keepIndex(source);
  const text = () => `${asciiJson(viewOf(kept.current(), options))}\n`;
  if (options.out === undefined) io.out(text());
  else await replaceFile(resolve(io.cwd, options.out), text());
  if (options.watch !== true || options.out === undefined) {
    const states = kept.current().servers.map(({ reading }) => reading.state);
    return states.every((state) => state === "complete") ? EXIT.clean : EXIT.unreadable;
  }
  for (;;) {
    await sleep(options.every === undefined ? kept.everyMs() : options.every * 1000);
    await kept.refresh().catch((error: unknown) => io.err(`toolcard: ${String(error)}\n`));
    await replaceFile(resolve(io.cwd, options.out), text());
  }
}
