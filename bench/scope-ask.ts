import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { EngineName } from "./scope-engines.ts";
import type { SetName } from "./scope-pairs.ts";

/** What an engine said of one pair. */
export interface Said {
  readonly milliseconds: number;
  /** Missing where it did not say. */
  readonly gain?: boolean | undefined;
  readonly failed?: "threw" | "late";
}

/** How long an engine may think about one pair before it is stopped. */
const PATIENCE = 5000;

/** Asks one engine, in a process of its own, about the pairs of a set; where it is late it goes on in another process. */
export async function ask(name: EngineName, set: SetName, size: number): Promise<Said[]> {
  const said: Said[] = [];
  while (said.length < size) {
    const before = said.length;
    for await (const one of lines(name, set, before)) said.push(one);
    if (said.length < size) said.push({ milliseconds: PATIENCE, failed: "late" });
  }
  return said;
}

async function* lines(name: EngineName, set: SetName, first: number): AsyncGenerator<Said> {
  const file = fileURLToPath(new URL("scope-run.ts", import.meta.url));
  const child = spawn(process.execPath, [file, name, set, String(first)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const stop = () => void child.kill("SIGKILL");
  let clock = setTimeout(stop, 6 * PATIENCE); // until it has started
  for await (const line of createInterface({ input: child.stdout })) {
    clearTimeout(clock);
    clock = setTimeout(stop, PATIENCE);
    if (line.startsWith("{")) yield JSON.parse(line) as Said;
  }
  clearTimeout(clock);
}
