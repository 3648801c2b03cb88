// Looks for faults of the scope engine with random schemas:  npm run fuzz -- --seconds 60 [--seed 1] [--corpus DIR]
// Every answer "nothing is gained" is hunted with ajv in both worlds. A fault is shrunk and printed as a pair to add to
// test/scope/faults.json; exit status 1.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createRandom } from "../src/core/scope/sample.ts";
import { isObject } from "../src/core/json/value.ts";
import { checkPair, type Fault } from "./fuzz/check.ts";
import { asDraft07, createDice, edited, randomDocument, type Dice } from "./fuzz/generate.ts";
import { shrink } from "./fuzz/shrink.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    seed: { type: "string", default: "1" },
    corpus: { type: "string" },
    tries: { type: "string", default: "300" },
  },
});
const tries = Number(values.tries);
const corpus = values.corpus !== undefined && existsSync(values.corpus) ? corpusPairs(values.corpus) : [];

/** The schemas of the tools that both lists of a pair have. */
function corpusPairs(folder: string): (readonly [unknown, unknown])[] {
  const pairs = JSON.parse(readFileSync(join(folder, "pairs.json"), "utf8")) as [string, string, string][];
  return pairs.flatMap(([server, from, to]) => {
    const [old, now] = [from, to].map((version) => toolsOf(join(folder, server, `${version}.json`)));
    return [...(old ?? [])].flatMap(([name, schema]) =>
      now?.has(name) === true ? [[schema, now.get(name)] as const] : [],
    );
  });
}

function toolsOf(path: string): Map<string, unknown> {
  const list: unknown = JSON.parse(readFileSync(path, "utf8"));
  const tools = (isObject(list) ? (list["tools"] ?? list["result"]) : list) as {
    name: string;
    inputSchema: unknown;
  }[];
  return new Map(tools.map((tool) => [tool.name, tool.inputSchema]));
}

function randomPair(dice: Dice): readonly [unknown, unknown] {
  if (corpus.length > 0 && dice.chance(0.3)) {
    const [before, after] = dice.pick(corpus);
    return dice.chance(0.3) ? [before, after] : [before, edited(dice, dice.chance(0.5) ? before : after)];
  }
  const before = randomDocument(dice);
  if (dice.chance(0.1)) return [before, randomDocument(dice)];
  let after = before;
  for (let times = dice.pick([1, 1, 1, 2, 3]); times > 0; times--) after = edited(dice, after);
  const pair = dice.chance(0.5) ? ([before, after] as const) : ([after, before] as const);
  if (dice.chance(0.85)) return pair;
  return [asDraft07(pair[0]), dice.chance(0.7) ? asDraft07(pair[1]) : pair[1]];
}

function report(fault: Fault): void {
  const again = (before: unknown, after: unknown) =>
    checkPair(createDice(createRandom(7)), before, after, tries * 3)?.rule === fault.rule;
  const [before, after] = shrink([fault.before, fault.after], again);
  const small = checkPair(createDice(createRandom(7)), before, after, tries * 3) ?? fault;
  console.log(JSON.stringify({ rule: fault.rule, side: small.side, before, after, detail: small.detail }));
}

const end = Date.now() + Number(values.seconds) * 1000;
let faults = 0;
let pairs = 0;
for (let seed = Number(values.seed); Date.now() < end && faults < 10; seed++, pairs++) {
  const dice = createDice(createRandom(seed));
  const [before, after] = randomPair(dice);
  const fault = checkPair(dice, before, after, tries);
  if (fault === undefined) continue;
  faults++;
  console.log(`seed ${seed}: ${fault.rule}`);
  report(fault);
}
console.log(`${pairs} pairs, ${faults} faults, from seed ${values.seed}`);
process.exitCode = faults > 0 ? 1 : 0;
