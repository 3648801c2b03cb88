import { describe, expect, test } from "vitest";
import { createRandom } from "../../src/core/scope/sample.ts";
import { permits } from "../../src/core/scope/permits.ts";
import { createDice, randomDocument } from "../../scripts/fuzz/generate.ts";
import { instanceOf, oracleOf } from "../../scripts/fuzz/oracle.ts";

describe("permits", () => {
  test("agrees with closed-world.mjs, ajv and the specification on random schemas and values", () => {
    const dice = createDice(createRandom(11));
    for (let times = 0; times < 300; times++) {
      const schema = randomDocument(dice);
      const side = dice.chance(0.7) ? "input" : "output";
      const oracle = oracleOf(schema, "closed", side);
      if (oracle === undefined) continue;
      for (let tries = 0; tries < 20; tries++) {
        const value = instanceOf(dice, schema);
        const accepted = oracle(value) ?? permits(schema, value, { side });
        expect({ schema, value, permits: permits(schema, value, { side }) }).toEqual({
          schema,
          value,
          permits: accepted,
        });
      }
    }
  });

  test.each([
    ["what a schema does not declare", { type: "object", properties: { a: {} } }, { b: 1 }, false],
    ["what it declares", { type: "object", properties: { a: {} } }, { a: 1 }, true],
    ["anything in a nested map", { properties: { map: { type: "object" } } }, { map: { x: 1 } }, true],
    ["no argument where none is declared", { type: "object" }, { x: 1 }, false],
    [
      "a declared name that every object inherits",
      { properties: { constructor: {} } },
      { constructor: 1 },
      true,
    ],
    [
      "an inherited name that is not declared",
      { anyOf: [{ properties: { a: {} } }] },
      { constructor: 1 },
      false,
    ],
    ["a pattern's own idea of white space", { pattern: "^\\s$" }, "\u00A0", true],
    ["a length in code points", { maxLength: 1 }, "😀", true],
    ["what an empty tuple must contain", { prefixItems: [{ type: "string" }], contains: {} }, [], false],
    ["a draft-04 bound", { minimum: 1, exclusiveMinimum: true }, 1, false],
  ])("judges %s", (_title, schema, value, expected) => {
    expect(permits(schema, value, { dialect: _title.includes("draft-04") ? "draft-04" : "2020-12" })).toBe(
      expected,
    );
  });

  test("permits nothing under a property named __proto__, which validators do not see", () => {
    const schema: unknown = JSON.parse(
      '{"properties":{"__proto__":{"type":"string"}},"additionalProperties":true}',
    );
    expect(permits(schema, JSON.parse('{"__proto__":"a"}'))).toBe(false);
    expect(permits(schema, { other: "a" })).toBe(true);
  });

  test("closes the root of an output only where it declares properties", () => {
    expect(permits({ type: "object" }, { x: 1 }, { side: "output" })).toBe(true);
    expect(permits({ properties: { a: {} } }, { x: 1 }, { side: "output" })).toBe(false);
  });
});
