import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { effectiveOf } from "../../src/core/index/effective.ts";
import { permits } from "../../src/core/scope/permits.ts";
import { createRandom } from "../../src/core/scope/sample.ts";
import { generate } from "./generate.ts";

// What a model is shown of a tool, case by case: see effective-cases.json.

interface Case {
  readonly title: string;
  readonly card: unknown;
  readonly live: unknown;
  readonly effective: Readonly<Record<string, unknown>>;
  /** Kind and path of each. */
  readonly withheld: readonly string[];
  readonly blocked?: object;
  /** Where one object can't say what a composition says, so that some calls it suggests are refused. */
  readonly loose?: true;
}

const cases = JSON.parse(
  readFileSync(new URL("effective-cases.json", import.meta.url), "utf8"),
) as readonly Case[];

test.each(cases)("the effective schema of $title", ({ card, live, effective, withheld, blocked, loose }) => {
  const found = effectiveOf([card], live);
  expect(found.inputSchema).toEqual(effective);
  expect(found.withheld.map(({ kind, path }) => `${kind} ${path}`.trim())).toEqual(withheld);
  expect(found.blocked).toEqual(blocked);
  expect(effective).toMatchObject({ type: "object", additionalProperties: false });
  if (blocked !== undefined || loose) return;
  const random = createRandom(1);
  for (let n = 0; n < 50; n++) {
    const call = generate(found.inputSchema, (below) => Math.floor(random() * below));
    for (const schema of [card, live]) expect(permits(schema, call), JSON.stringify(call)).toBe(true);
  }
});

/** A field of which each comparison takes many steps. */
const hard = (count: number) => ({
  anyOf: Array.from({ length: 6 }, (_, at) => ({
    type: "object",
    properties: { [`p${at}`]: { type: "string", pattern: `^(a|b){${count}}[0-9]{1,${at + 3}}$` } },
  })),
});

const hardFields = (count: number) => ({
  type: "object",
  properties: Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`x${at}`, hard(count)])),
});

test("many hard schemas are met in the steps of one, and what is left is still an object that is closed", () => {
  const budget = { left: 20_000 };
  const { inputSchema } = effectiveOf([hardFields(10)], hardFields(11), budget);
  expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
  expect(budget.left).toBeGreaterThan(-20_000);
});
