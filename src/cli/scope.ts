import { asciiLine } from "../core/json/ascii.ts";
import { isObject, own } from "../core/json/value.ts";
import { compareSchemas, type CompareOptions, type Comparison } from "../core/compare/compare.ts";
import { EXIT, type Exit } from "./exit.ts";
import type { Io } from "./io.ts";
import { linesOf, type Line } from "./lines.ts";

/** Enough for two schemas of a megabyte each, written with escapes. */
const MAX_LINE = 4 * 1024 * 1024;

/**
 * `toolcard scope`: compares the pair of schemas on each line of standard input, and prints one line for each, in order.
 * A line that is no pair gets an `error`, and the status is 1 in the end.
 */
export async function scope(io: Io): Promise<Exit> {
  let status: Exit = EXIT.clean;
  for await (const line of linesOf(io.input(), MAX_LINE)) {
    const pair = pairOf(line);
    if (typeof pair === "string") {
      io.out(`${asciiLine({ error: `line ${line.number}: ${pair}` })}\n`);
      status = EXIT.failed;
    } else io.out(`${answerLine(compareSchemas(pair.old, pair.new, pair.options))}\n`);
  }
  return status;
}

interface Pair {
  readonly old: unknown;
  readonly new: unknown;
  readonly options: CompareOptions;
}

/** The words that options may have. */
const CHOICES = {
  side: ["input", "output"],
  world: ["strict", "closed", "open"],
  dialect: ["2020-12", "draft-07", "draft-04"],
} as const;

/** What a line asks, or what is wrong with it. */
function pairOf(line: Line): Pair | string {
  if ("problem" in line) return line.problem;
  let value: unknown;
  try {
    value = JSON.parse(line.text);
  } catch {
    return "not JSON";
  }
  if (!isObject(value)) return 'not an object: write {"old": …, "new": …, "side": "input"}';
  for (const key of ["old", "new"]) {
    const schema = own(value, key);
    if (!isObject(schema) && typeof schema !== "boolean")
      return `"${key}" must be a schema: an object or a boolean; true stands for no schema`;
  }
  for (const [key, words] of Object.entries(CHOICES)) {
    const word = own(value, key);
    if (word !== undefined && !words.some((one) => one === word))
      return `"${key}" must be one of ${words.join(", ")}`;
  }
  const options = Object.fromEntries(Object.keys(CHOICES).map((key) => [key, own(value, key)]));
  return { old: value["old"], new: value["new"], options };
}

function answerLine({ verdict, changes, witness }: Comparison): string {
  const answer = { verdict, changes, ...(witness !== undefined && { witness }) };
  try {
    return asciiLine(answer);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // What nests too deep to be written is left out; the answer is not.
    return asciiLine({
      verdict,
      changes: changes.map(({ before: _before, after: _after, ...change }) => change),
    });
  }
}
