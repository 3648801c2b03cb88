import { describe, expect, test } from "vitest";
import { decide } from "../../src/core/scope/decide.ts";
import { permits } from "../../src/core/scope/permits.ts";

const STRICT = { side: "input", world: "strict" } as const;

function nested(levels: number, leaf: unknown): unknown {
  let schema = leaf;
  for (let level = 0; level < levels; level++) schema = { type: "object", properties: { a: schema } };
  return schema;
}

function manyProperties(count: number, schemaAt: (at: number) => unknown): unknown {
  const entries = Array.from({ length: count }, (_, at) => [`p${at}`, schemaAt(at)]);
  return { type: "object", properties: Object.fromEntries(entries) as unknown };
}

function allOfTree(levels: number, leafAt: (path: string) => unknown, path = ""): unknown {
  if (levels === 0) return leafAt(path);
  return { allOf: ["0", "1", "2"].map((step) => allOfTree(levels - 1, leafAt, path + step)) };
}

function referenceChain(length: number, leaf: unknown): unknown {
  const definitions: Record<string, unknown> = { [`d${length}`]: leaf };
  for (let at = 0; at < length; at++) {
    const next = { $ref: `#/$defs/d${at + 1}` };
    definitions[`d${at}`] = { allOf: [next, { anyOf: [next, { minLength: at }] }] };
  }
  return { $ref: "#/$defs/d0", $defs: definitions };
}

function choiceChain(length: number): unknown {
  const definitions: Record<string, unknown> = { [`d${length}`]: { type: "string" } };
  for (let at = 0; at < length; at++) {
    const next = { $ref: `#/$defs/d${at + 1}` };
    definitions[`d${at}`] = { anyOf: [next, { title: "x", ...next, minLength: at }] };
  }
  return { $ref: "#/$defs/d0", $defs: definitions };
}

describe("hostile schemas are answered", () => {
  const cases: readonly (readonly [string, unknown, unknown])[] = [
    ["10,000 levels deep", nested(10_000, { type: "string" }), nested(10_000, { type: "number" })],
    [
      "3^9 nested allOf",
      allOfTree(9, (path) => ({ properties: { [path]: { type: "string" } } })),
      allOfTree(9, (path) => ({ properties: { [path]: { type: "number" } } })),
    ],
    [
      "references that multiply",
      referenceChain(60, { type: "string" }),
      referenceChain(60, { type: "number" }),
    ],
    [
      "20,000 properties with patterns",
      manyProperties(20_000, (at) => ({ type: "string", pattern: `^a{${at % 90},}$` })),
      manyProperties(20_000, (at) => ({ type: "string", pattern: `^b{${at % 90}}$` })),
    ],
    [
      "patterns with exponential automata",
      { pattern: "(a|b)*a(a|b){20}c" },
      { pattern: "(a|b)*a(a|b){21}c" },
    ],
    ["patterns that repeat repeats", { pattern: "((a{100}){100}){100}" }, { pattern: "((a{100}){100}){99}" }],
    [
      "a megabyte of values",
      { enum: Array.from({ length: 60_000 }, (_, at) => `value ${at}`) },
      { type: "string" },
    ],
  ];

  test.each(cases)("%s: a gain is never ruled out that is there", (_title, before, after) => {
    expect(decide(before, after, STRICT).gain).not.toBe("no");
  });

  test.each(cases)("%s: the same as itself", (_title, before) => {
    expect(decide(before, structuredCloneOf(before), STRICT)).toEqual({ gain: "no", loss: "no" });
  });
});

/** A deep copy that does not recurse. */
function structuredCloneOf(value: unknown): unknown {
  return typeof value === "object" ? { ...value } : value;
}

describe("permits ends", () => {
  test.each([
    ["a pattern that backtracks without end elsewhere", { pattern: "^(a+)+$" }, `${"a".repeat(50_000)}!`],
    ["references that multiply", referenceChain(60, { type: "string" }), "a"],
    ["choices of references that multiply", choiceChain(40), { p1: "a" }],
    [
      "patterns that are long when written out",
      manyProperties(300, (at) => ({ pattern: `^[\\p{L}\\p{N}]{1,300}${at}$` })),
      {},
    ],
    ["lookaround", { pattern: "^(?!a)" }, "b"],
    ["back references", { pattern: "^(a)\\1$" }, "aa"],
    ["a value as deep as a stack", { $ref: "#", type: "object" }, nested(10_000, {})],
    ["more properties than can be compiled", manyProperties(20_000, () => ({ type: "string" })), {}],
    ["a promise of a validator", { $async: true, properties: {} }, {}],
    ["a reference to nothing", { $ref: "#/$defs/nothing" }, {}],
    ["a remote reference", { $ref: "https://example.com/schema.json" }, {}],
    ["a malformed keyword", { type: "object", required: "a" }, { a: 1 }],
  ])("with a refusal: %s", (_title, schema, value) => {
    expect(permits(schema, value)).toBe(false);
  });
});
