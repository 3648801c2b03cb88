import { spawnSync } from "node:child_process";

/** How often each side is run. */
const RUNS = 21;

/** The median of some numbers. */
export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/** The least of some numbers: of an action that is repeated, the run that was disturbed least. */
export function least(numbers: readonly number[]): number {
  return Math.min(...numbers);
}

/** The median (or another figure of the) milliseconds of each of some actions, run in turn so that what the machine does meanwhile meets all of them. */
export async function alternating<Name extends string>(
  actions: Readonly<Record<Name, () => unknown>>,
  runs: number = RUNS,
  figure: (times: readonly number[]) => number = median,
): Promise<Record<Name, number>> {
  const names = Object.keys(actions) as Name[];
  const times = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (const name of names) await actions[name](); // warms caches, of the disk too
  for (let run = 0; run < runs; run++) {
    for (const name of names) {
      const start = performance.now();
      await actions[name]();
      times.get(name)?.push(performance.now() - start);
    }
  }
  return Object.fromEntries(names.map((name) => [name, figure(times.get(name) ?? [])])) as Record<
    Name,
    number
  >;
}

/** Runs a whole process of this Node and waits for it. Its exit status must be one of those expected. */
export function node(args: readonly string[], expected: readonly number[] = [0]): void {
  const { status, stderr } = spawnSync(process.execPath, args, {
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
  });
  if (status === null || !expected.includes(status))
    throw new Error(`node ${args.join(" ")}: status ${status}\n${stderr}`);
}

/** Prints one figure beside what is wanted of it. */
export function row(what: string, value: number, unit: string, wanted: number): void {
  const mark = value <= wanted ? "" : "   TOO MUCH";
  console.log(
    `${what.padEnd(66)} ${value.toFixed(unit === "ms" ? 0 : 2).padStart(7)} ${unit}   wanted: at most ${wanted}${mark}`,
  );
}

/** The same for what should be large. */
export function rowAtLeast(what: string, value: number, unit: string, wanted: number): void {
  const mark = value >= wanted ? "" : "   TOO LITTLE";
  console.log(
    `${what.padEnd(66)} ${value.toFixed(1).padStart(7)} ${unit}   wanted: at least ${wanted}${mark}`,
  );
}
