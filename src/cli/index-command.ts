import { resolve } from "node:path";
import type { Index } from "../core/index/model.ts";
import { viewOf } from "../core/index/view.ts";
import { asciiJson } from "../core/json/ascii.ts";
import { replaceFile } from "../disk/replace-file.ts";
import { keepCurrent } from "../jobs/keep-current.ts";
import { keepIndex } from "../jobs/keep-index.ts";
import { chooseServers } from "../jobs/choose-servers.ts";
import { EXIT, type Exit } from "./exit.ts";
import { faultLine, untilEnded } from "./going-on.ts";
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

/** `toolcard index`: what an orchestrator loads. A server that can't be read is in it as `unreadable`, with status 3; 4 where a file of the registry is invalid. */
export async function index(folder: string | undefined, options: IndexOptions, io: Io): Promise<Exit> {
  if (options.watch === true && options.out === undefined)
    throw new Error("--watch needs --out FILE: the file that is kept current");
  if (options.watch === true && options.readings !== undefined)
    throw new Error("--watch reads the servers: leave out --readings");
  const source = indexSource(folder, options, io, options.server);
  if (options.server !== undefined) chooseServers(await source.registry(), options.server, undefined);
  const kept = await keepIndex(source);
  const { out } = options;
  const write = async () => {
    const text = `${asciiJson(viewOf(kept.current(), options))}\n`;
    if (out === undefined) io.out(text);
    else await replaceFile(resolve(io.cwd, out), text);
  };
  await write();
  if (options.watch !== true) return exitOf(kept.current());
  await keepCurrent(kept, {
    everyMs: options.every === undefined ? undefined : options.every * 1000,
    signal: untilEnded(),
    onFault: (error) => io.err(faultLine(error)),
    onChange: write,
  });
  return exitOf(kept.current());
}

/** An invalid file counts for more than a server that can't be read. */
function exitOf({ servers, warnings }: Index): Exit {
  if (warnings.some(({ kind }) => kind === "invalid-file")) return EXIT.invalid;
  return servers.every(({ reading }) => reading.state === "complete") ? EXIT.clean : EXIT.unreadable;
}
