/** Asks one engine about the pairs of a set, each once, and prints a line for each:  ENGINE SET FIRST */
import { writeSync } from "node:fs";
import { ENGINES, type EngineName } from "./scope-engines.ts";
import { pairsOf, type SetName } from "./scope-pairs.ts";

const [name, set, first] = process.argv.slice(2);
const engine = await ENGINES[name as EngineName]();
for (const pair of pairsOf(set as SetName).slice(Number(first))) {
  // Processor time, so that what else the machine does counts little.
  const start = process.cpuUsage();
  let answer: object;
  try {
    answer = { gain: await engine(pair) };
  } catch {
    answer = { failed: "threw" };
  }
  const { user, system } = process.cpuUsage(start);
  writeSync(1, `${JSON.stringify({ milliseconds: (user + system) / 1000, ...answer })}\n`);
}
