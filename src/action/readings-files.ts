import { readdir, readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { plain } from "../core/explain/inert.ts";
import { sorted } from "../core/json/order.ts";
import type { Reading } from "../core/reading/reading.ts";
import { MAX_READINGS_TEXT, parseReadings } from "../core/reading/saved.ts";

const MOST_FILES = 1000;

/**
 * The readings of some files, and of all `.json` files in some folders, as jobs with `mode: read` wrote them. Of two
 * readings of one server a complete one counts, and of two such the later.
 * @throws Error for what is no file of readings
 */
export async function readingsIn(paths: readonly string[], folder: string): Promise<Reading[]> {
  const chosen = new Map<string, Reading>();
  for (const file of await filesOf(paths, folder)) {
    for (const reading of await readFileOf(file)) {
      const before = chosen.get(reading.server);
      if (before === undefined || counts(reading, before)) chosen.set(reading.server, reading);
    }
  }
  return [...chosen.values()];
}

function counts(reading: Reading, before: Reading): boolean {
  const complete = Number(reading.outcome === "complete") - Number(before.outcome === "complete");
  return complete > 0 || (complete === 0 && reading.time > before.time);
}

async function filesOf(paths: readonly string[], folder: string): Promise<string[]> {
  const files: string[] = [];
  for (const path of paths.map((each) => resolve(folder, each))) {
    if (!(await stat(path)).isDirectory()) files.push(path);
    else {
      const names = (await readdir(path, { recursive: true })).filter((name) => name.endsWith(".json"));
      files.push(...sorted(names).map((name) => join(path, name)));
    }
  }
  if (files.length > MOST_FILES) throw new Error(`more than ${MOST_FILES} files of readings`);
  return files;
}

async function readFileOf(file: string): Promise<readonly Reading[]> {
  if ((await stat(file)).size > MAX_READINGS_TEXT) throw new Error(`${file}: larger than 64 MiB`);
  const parsed = parseReadings(await readFile(file, "utf8"), file);
  if (parsed.kind === "readings") return parsed.readings;
  const lines = parsed.problems.map(({ pointer, what, instead }) =>
    plain(`${file}${pointer === "" ? "" : `#${pointer}`}: ${what}; ${instead}`),
  );
  throw new Error(lines.join("\n"));
}
