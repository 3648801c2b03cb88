import { resolve } from "node:path";
import { plain } from "../core/explain/inert.ts";
import type { Reading } from "../core/reading/reading.ts";
import { MAX_READINGS_TEXT, parseReadings } from "../core/reading/saved.ts";
import type { Card } from "../core/registry/card.ts";
import type { Registry } from "../core/registry/registry.ts";
import { readText } from "../disk/read-text.ts";
import { readServers } from "../jobs/read-servers.ts";
import type { Io } from "./io.ts";
import { progress } from "./progress.ts";

/** The options of commands that read servers. */
export interface ReadingOptions {
  readonly readings?: string;
  readonly allowCommands?: boolean;
  readonly timeout?: number;
}

/** The readings of some cards' servers: saved ones where a file is named, else live. */
export async function readingsOf(
  registry: Registry,
  cards: readonly Card[],
  options: ReadingOptions,
  io: Io,
): Promise<readonly Reading[]> {
  if (options.readings !== undefined) return savedReadings(options.readings, io);
  const bar = await progress(cards.length, io);
  try {
    return await readServers(cards, {
      settings: registry.settings,
      environment: io.environment,
      allowCommands: options.allowCommands ?? false,
      ...(options.timeout !== undefined && { timeoutSeconds: options.timeout }),
      now: () => new Date(),
      onRead: (reading) => bar.advance(reading.server),
    });
  } finally {
    bar.stop();
  }
}

async function savedReadings(file: string, io: Io): Promise<readonly Reading[]> {
  const parsed = parseReadings(await readText(resolve(io.cwd, file), file, MAX_READINGS_TEXT), file);
  if (parsed.kind === "readings") return parsed.readings;
  const lines = parsed.problems.map(
    ({ pointer, what, instead }) => `${file}${pointer === "" ? "" : `#${pointer}`}: ${what}; ${instead}`,
  );
  throw new Error(lines.map((line) => plain(line)).join("\n"));
}
