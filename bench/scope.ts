import { decide } from "../src/core/scope/decide.ts";
import { ask, type Said } from "./scope-ask.ts";
import { ENGINES, type EngineName } from "./scope-engines.ts";
import { pairsOf, SETS, type Pair, type SetName } from "./scope-pairs.ts";
import { median, rowAtLeast, row } from "./measure.ts";

type Table = ReadonlyMap<EngineName, readonly Said[]>;

const RATIOS = [
  ["compareSchemas", 10],
  ["verdict alone", 10],
  ["verdict, no guard", 100],
] as const;

/** The comparison of schemas beside other engines: each engine in a process of its own, each pair once. */
export async function scope(): Promise<void> {
  const tables = new Map<SetName, Table>();
  for (const set of SETS) {
    const pairs = pairsOf(set);
    if (pairs.length === 0) continue;
    const names = Object.keys(ENGINES) as EngineName[];
    const table = new Map<EngineName, readonly Said[]>();
    tables.set(set, table);
    for (const name of names) table.set(name, await ask(name, set, pairs.length));
    print(set, pairs, table);
  }
  const changed = tables.get("changed") ?? tables.get("labelled");
  const unchanged = tables.get("unchanged");
  if (changed === undefined) return;
  for (const [name, wanted] of RATIOS) {
    rowAtLeast(`${name}, against json-schema-diff`, times(changed, name), "×", wanted);
    rowAtLeast(`  the same, only where that answers in time`, timesInTime(changed, name), "×", wanted);
  }
  if (unchanged !== undefined) {
    const [of, on] = [mean(changed, "compareSchemas"), mean(unchanged, "compareSchemas")];
    rowAtLeast("unchanged pairs, against changed ones", of / on, "×", 50);
  }
  for (const name of ["compareSchemas", "verdict alone"] as const)
    row(`${name}: 99 in 100 pairs, in compilations by ajv`, slowest(changed, name), "×", 30);
}

function print(set: SetName, pairs: readonly Pair[], table: Table): void {
  const gains = pairs.map(gainsInTheOpen);
  console.log(`\n${set}: ${pairs.length} pairs, ${gains.filter(Boolean).length} gain in the open world`);
  for (const [name, said] of table) {
    const unsound = said.filter(({ gain }, at) => gain === false && gains[at] === true).length;
    const unsure = said.filter(({ gain, failed }) => gain === undefined && failed === undefined).length;
    const [threw, late] = (["threw", "late"] as const).map(
      (how) => said.filter(({ failed }) => failed === how).length,
    );
    const speed = `${(1000 / meanOf(said)).toFixed(0).padStart(7)} pairs/s`;
    const middle = `median ${median(said.map(({ milliseconds }) => milliseconds)).toFixed(2)} ms`;
    const counts = name.startsWith("ajv")
      ? ""
      : `unsound ${unsound}, undecided ${unsure}, threw ${threw}, late ${late}`;
    console.log(`  ${name.padEnd(20)} ${speed}  ${middle.padEnd(18)} ${counts}`);
  }
}

/** By its label, else by a value that ajv accepts after and not before. */
function gainsInTheOpen({ before, after, dialect, gains }: Pair): boolean {
  if (gains !== undefined) return gains;
  const asked = { side: "input", world: "open" } as const;
  return "witness" in decide(before, after, { ...asked, ...(dialect !== undefined && { dialect }) });
}

function meanOf(said: readonly Said[]): number {
  return said.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / said.length;
}

function mean(table: Table, name: EngineName): number {
  return meanOf(table.get(name) ?? []);
}

/** How many times as fast as json-schema-diff; where that is late it counts with the time after which it was stopped. */
function times(table: Table, name: EngineName): number {
  return mean(table, "json-schema-diff") / mean(table, name);
}

function timesInTime(table: Table, name: EngineName): number {
  const theirs = table.get("json-schema-diff") ?? [];
  const answered = (said: readonly Said[]) => said.filter((_, at) => theirs[at]?.failed === undefined);
  return meanOf(answered(theirs)) / meanOf(answered(table.get(name) ?? []));
}

/** How many times as long as ajv's compilation of the two schemas the slowest but one in a hundred takes. */
function slowest(table: Table, name: EngineName): number {
  const floor = table.get("ajv compiles both") ?? [];
  const ratios = (table.get(name) ?? []).map(
    ({ milliseconds }, at) => milliseconds / (floor[at]?.milliseconds ?? Number.NaN),
  );
  return ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length * 0.99)] ?? Number.NaN;
}
