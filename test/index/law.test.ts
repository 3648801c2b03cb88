import { expect, test } from "vitest";
import { createDice, edited, randomDocument, type Dice } from "../../scripts/fuzz/generate.ts";
import { instanceOf, oracleOf } from "../../scripts/fuzz/oracle.ts";
import { authorize, type Call } from "../../src/core/index/authorize.ts";
import { mergeIndex } from "../../src/core/index/merge.ts";
import { isObject } from "../../src/core/json/value.ts";
import { createRandom } from "../../src/core/scope/sample.ts";
import { cardOf, grantsOf, NOW, readingOf, registryOf } from "./scene.ts";

// The law: whatever the live list is, the calls that are allowed are among those that the approved card and grants alone
// allow. Judged by plain ajv on the reference of the closed world, and by sets. More cases: LAW_CASES=100000.

const CASES = Number(process.env["LAW_CASES"] ?? 5000);
const CALLS_A_SCENE = 20;
const TOOLS = ["a", "b", "c"];
const JOBS = ["intake", "audit"];

type Grants = { tool: string; job: string }[];

interface State {
  readonly schemas: ReadonlyMap<string, unknown>;
  readonly grants: Grants;
}

function some<T>(dice: Dice, list: readonly T[], share: number): T[] {
  return list.filter(() => dice.chance(share));
}

function stateOf(dice: Dice, schemaOf: (tool: string) => unknown): State {
  const schemas = new Map(some(dice, TOOLS, 0.8).map((tool) => [tool, schemaOf(tool)]));
  const grants = [...schemas.keys()].flatMap((tool) => JOBS.map((job) => ({ tool, job })));
  return { schemas, grants: some(dice, grants, 0.8) };
}

const objectSchema = (schema: unknown) => (isObject(schema) ? { type: "object", ...schema } : schema);
const toolsIn = ({ schemas }: State) => [...schemas].map(([name, inputSchema]) => ({ name, inputSchema }));
const registryIn = (state: State) =>
  registryOf({ "cards/claims.yaml": cardOf(toolsIn(state)), "grants/bot.yaml": grantsOf(state.grants) });

/** Whether card and grants alone allow a call: by sets, and by ajv; undefined where ajv can't compile the schema. */
function allowedAlone(
  { schemas, grants }: State,
  { tool, job, arguments: given }: Call,
): boolean | undefined {
  if (!schemas.has(tool) || !grants.some((grant) => grant.tool === tool && grant.job === job)) return false;
  return oracleOf(schemas.get(tool), "closed", "input")?.(given);
}

test("no live list allows a call that the card and the grants alone do not, nor one that is not approved", () => {
  let [asked, allowed] = [0, 0];
  const wrong: unknown[] = [];
  for (let seed = 1; asked < CASES; seed++) {
    const dice = createDice(createRandom(seed));
    const base = new Map(TOOLS.map((tool) => [tool, objectSchema(randomDocument(dice))]));
    const variant = (tool: string) =>
      dice.chance(0.5) ? base.get(tool) : objectSchema(edited(dice, base.get(tool)));
    const [present, approved, live] = [
      stateOf(dice, variant),
      stateOf(dice, variant),
      stateOf(dice, variant),
    ];
    const reading = readingOf(toolsIn(live));
    const index = mergeIndex(registryIn(present), [reading], { now: NOW });
    const both = mergeIndex(registryIn(present), [reading], { now: NOW, approved: registryIn(approved) });
    for (let n = 0; n < CALLS_A_SCENE; n++, asked++) {
      const tool = dice.pick(TOOLS);
      const schema = dice.pick([present, approved, live]).schemas.get(tool) ?? base.get(tool);
      const call: Call = {
        agent: "bot",
        job: dice.pick(JOBS),
        server: "claims",
        tool,
        arguments: instanceOf(dice, schema),
      };
      const [now, approvedToo] = [authorize(index, call).allowed, authorize(both, call).allowed];
      if (now) allowed++;
      const byLive = oracleOf(live.schemas.get(tool), "closed", "input")?.(call.arguments);
      const isWrong =
        (now && (allowedAlone(present, call) === false || !live.schemas.has(tool) || byLive === false)) ||
        (approvedToo && (!now || allowedAlone(approved, call) === false));
      if (isWrong) wrong.push({ seed, call, now, approvedToo });
    }
  }
  expect(wrong.slice(0, 3)).toEqual([]);
  // Else nothing was shown.
  expect(allowed / asked).toBeGreaterThan(0.02);
});

test("a live schema that asks for more never allows more", () => {
  const wrong: unknown[] = [];
  let [asked, allowed] = [0, 0];
  for (let seed = 1; asked < CASES / 2; seed++) {
    const dice = createDice(createRandom(seed));
    const card = objectSchema(randomDocument(dice));
    const live = objectSchema(dice.chance(0.5) ? card : edited(dice, card));
    if (!isObject(live)) continue;
    const more = dice.pick([
      { maxProperties: 1 },
      { minProperties: 2 },
      { required: ["a"] },
      { enum: [{}, { a: 1 }] },
    ]);
    if (Object.keys(more).some((key) => Object.hasOwn(live, key))) continue;
    const state: State = { schemas: new Map([["a", card]]), grants: [{ tool: "a", job: "intake" }] };
    const registry = registryIn(state);
    const [before, after] = [live, { ...live, ...more }].map((inputSchema) =>
      mergeIndex(registry, [readingOf([{ name: "a", inputSchema }])], { now: NOW }),
    );
    for (let n = 0; n < CALLS_A_SCENE; n++, asked++) {
      const call = {
        agent: "bot",
        job: "intake",
        server: "claims",
        tool: "a",
        arguments: instanceOf(dice, live),
      };
      if (before === undefined || after === undefined) throw new Error("two were merged");
      const [was, is] = [authorize(before, call).allowed, authorize(after, call).allowed];
      if (was) allowed++;
      if (is && !was) wrong.push({ seed, call });
    }
  }
  expect(wrong.slice(0, 3)).toEqual([]);
  expect(allowed).toBeGreaterThan(0);
});
