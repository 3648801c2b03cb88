import { registerSchema, setShouldValidateFormat, validate } from "@hyperjump/json-schema/draft-2020-12";
import "@hyperjump/json-schema/draft-07";
import "@hyperjump/json-schema/draft-04";
import "@hyperjump/json-schema/formats";
import { describe, expect, test } from "vitest";
import { isObject } from "../../src/core/json/value.ts";
import { decide } from "../../src/core/scope/decide.ts";
import { permits } from "../../src/core/scope/permits.ts";
import { closeWorld } from "../fixtures/closed-world.mjs";
import { knownToDiffer, PAIRS, type LabelledPair } from "./labelled.ts";

// A second opinion on single values, by a validator that follows the specification to the letter.

const DIALECTS: Readonly<Record<string, string>> = {
  "2020-12": "https://json-schema.org/draft/2020-12/schema",
  "draft-07": "http://json-schema.org/draft-07/schema",
  "draft-04": "http://json-schema.org/draft-04/schema",
};

// What it can't find it would fetch.
const asked = PAIRS.filter(
  ({ draft, noFuzz, ...pair }) =>
    draft in DIALECTS && noFuzz !== true && !/"\$ref":"https?:/.test(JSON.stringify([pair.old, pair.new])),
);

setShouldValidateFormat(true);
let registered = 0;

type Registered = Parameters<typeof registerSchema>[0];

async function judgeOf(schema: unknown, dialect: string): Promise<(value: unknown) => boolean> {
  const uri = `https://schema.invalid/${registered++}`;
  // Schemas of one test may name themselves alike.
  const { $schema: _schema, $id: _id, ...anonymous } = isObject(schema) ? schema : {};
  registerSchema(isObject(schema) ? (anonymous as Registered) : schema === true, uri, DIALECTS[dialect]);
  const judge = await validate(uri);
  return (value) => judge(value as string).valid;
}

const ANY = [null, true, 0, 1, 1.5, 10, -1, "", "a", "ab", "a@b.co", "2024-01-01", [], ["a"], [1, 1], {}];

/** Values that a pair of schemas may differ on, and such as any schema may. */
function valuesOf({ witness, removed, closedWitness, closedRemoved }: LabelledPair): unknown[] {
  const told = [witness, removed, closedWitness, closedRemoved].filter((value) => value !== undefined);
  const objects = told.filter(isObject);
  const open = objects.map((value) => Object.assign({ other: 1 }, value));
  return [
    ...ANY,
    ...told,
    ...open,
    ...objects.flatMap(Object.values),
    { a: "a" },
    { a: 1, other: "x" },
    { name: "a" },
    ["a", 1],
  ];
}

async function permitsOtherwise(schema: unknown, pair: LabelledPair): Promise<boolean> {
  const dialect = pair.draft;
  const judge = await judgeOf(closeWorld(schema, { dialect }), "2020-12");
  return valuesOf(pair).some((value) => judge(value) !== permits(schema, value, { dialect }));
}

async function witnessFails(before: unknown, after: unknown, dialect: string): Promise<boolean> {
  const answer = decide(before, after, { side: "input", world: "strict", dialect });
  for (const world of ["open", "closed"] as const) {
    const said = answer[world];
    if (said === undefined || !("witness" in said)) continue;
    const read = (schema: unknown) =>
      world === "open" ? judgeOf(schema, dialect) : judgeOf(closeWorld(schema, { dialect }), "2020-12");
    const [refuses, accepts] = [await read(before), await read(after)];
    if (refuses(said.witness) || !accepts(said.witness)) return true;
  }
  return false;
}

describe("hyperjump agrees, but where second-opinion.json says why not", () => {
  test("on what the labelled schemas permit, and on every witness", { timeout: 60_000 }, async () => {
    expect(asked.length).toBeGreaterThan(250);
    const differing = new Set<string>();
    for (const pair of asked) {
      const { id, draft, old, new: now } = pair;
      for (const schema of [old, now]) if (await permitsOtherwise(schema, pair)) differing.add(id);
      if (await witnessFails(old, now, draft)) differing.add(`${id} there`);
      if (await witnessFails(now, old, draft)) differing.add(`${id} back`);
    }
    expect([...differing].toSorted()).toEqual(knownToDiffer("hyperjump"));
  });
});
