import { fileURLToPath } from "node:url";
import { compareSchemas } from "../../src/core/compare/compare.ts";

const text = { type: "string" };
const many = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));
const map = (count: number, make: (at: number) => readonly [string, unknown]) =>
  Object.fromEntries(many(count, make));
const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });
const to = (name: string) => ({ $ref: `#/$defs/${name}` });

/** Makes the first (0) or the second (1) schema of a pair. */
type Hostile = (version: 0 | 1) => unknown;

function tree(levels: number, leaf: (path: string) => unknown, path = ""): unknown {
  if (levels === 0) return leaf(path);
  return { allOf: ["0", "1", "2"].map((step) => tree(levels - 1, leaf, path + step)) };
}

/** Pairs of schemas, each of which takes seconds or a gigabyte of an engine that counts nothing. */
export const HOSTILE: Readonly<Record<string, Hostile>> = {
  "definitions that all refer to all": (version) => ({
    ...to("d0"),
    $defs: map(30, (at) => [
      `d${at}`,
      object(
        map(30, (other) => [`f${other}`, to(`d${other}`)]),
        version === 1 ? { required: [`f${at}`] } : {},
      ),
    ]),
  }),
  "a graph of choices": (version) => ({
    ...to("d0"),
    $defs: map(100, (at) => [
      `d${at}`,
      {
        oneOf: [
          object({ a: to(`d${(at * 13 + 7) % 100}`) }, { required: ["a"] }),
          object({ b: to(`d${(at * 29 + 3) % 100}`) }, { required: ["b"] }),
          { ...text, maxLength: 5 + version },
        ],
      },
    ]),
  }),
  "patterns of Unicode, one a field": (version) =>
    object(
      map(300, (at) => [
        `f${at}`,
        { ...text, pattern: `^[\\p{L}\\p{N}]{1,${at + 1 + version}}[\\p{Lu}${at}]$` },
      ]),
    ),
  "patterns of Unicode, all at once": (version) => ({
    allOf: many(300, (at) => ({ ...text, pattern: `[\\p{L}\\p{N}]{1,${at + 1 + version}}[\\p{Lu}${at}]` })),
  }),
  "long patterns": (version) =>
    object(
      map(200, (field) => [
        `f${field}`,
        { pattern: `^${many(180, (at) => `[\\p{L}${(at + field) % 10}]`).join("")}${version}` },
      ]),
    ),
  "patterns with huge automata": (version) =>
    object(map(100, (at) => [`f${at}`, { ...text, pattern: `(a|b)*a(a|b){${20 + version + (at % 10)}}c` }])),
  "patterns of names": (version) => ({
    type: "object",
    patternProperties: map(500, (at) => [`^a{${at}}b`, { type: version === 1 ? "string" : "number" }]),
  }),
  "twenty thousand fields that change": (version) =>
    object(map(20_000, (at) => [`f${at}`, version === 1 ? { ...text, title: "T", pattern: "^x" } : text])),
  "twenty thousand fields that become required": (version) =>
    object(
      map(20_000, (at) => [`f${at}`, text]),
      version === 1 ? { required: many(20_000, (at) => `f${at}`) } : {},
    ),
  "a thousand dependent fields": (version) =>
    object(
      map(1000, (at) => [`f${at}`, text]),
      {
        dependentRequired: map(1000, (at) => [`f${at}`, [`f${(at + 1 + version) % 1000}`]]),
      },
    ),
  "a thousand dependent schemas": (version) => ({
    type: "object",
    dependentSchemas: map(1000, (at) => [
      `f${at}`,
      { properties: { [`f${at + 1}`]: { type: version === 1 ? "string" : "number" } } },
    ]),
  }),
  "branches of which one holds": (version) => ({
    oneOf: many(60, (at) =>
      object({ [`a${at}`]: { ...text, maxLength: at + 1 + version } }, { required: [`a${at}`] }),
    ),
  }),
  "nested lists of parts": (version) =>
    tree(9, (path) => ({ properties: { [path]: { type: version === 1 ? "string" : "number" } } })),
  "products of choices": (version) => ({
    allOf: many(10, (part) => ({
      anyOf: many(100, (at) =>
        object(
          { [`a${at}_${part}`]: { ...text, maxLength: at + 1 + version } },
          { required: [`a${at}_${part}`] },
        ),
      ),
    })),
  }),
  "what branches leave unevaluated": (version) => ({
    type: "object",
    anyOf: many(190, (at) => ({
      properties: map(10, (field) => [`a${at}_${field}`, { ...text, maxLength: 5 + version }]),
      required: [`a${at}_0`],
    })),
    unevaluatedProperties: false,
  }),
  "conditions on conditions": (version) => ({
    type: "object",
    allOf: many(200, (at) => ({
      if: { properties: { k: { const: `v${at}` } }, required: ["k"] },
      else: { required: [`r${at}`], properties: { [`r${at}`]: { ...text, maxLength: 5 + version } } },
    })),
  }),
  "long tuples": (version) => ({
    type: "array",
    prefixItems: many(1900, (at) => ({ ...text, maxLength: at + 1 + version })),
  }),
  "a megabyte of values": (version) => ({ enum: many(12_000, (at) => ({ a: at, b: [at + version, at] })) }),
  "multiples of many numbers": (version) => ({
    type: "number",
    allOf: many(2000, (at) => ({ not: { multipleOf: 2 * at + 3 + version } })),
  }),
  "many different objects in a list": (version) => ({
    type: "array",
    uniqueItems: true,
    minItems: 290 + version,
    items: { enum: many(3000, (at) => ({ k: `value ${at}` })) },
  }),
  "long texts": (version) =>
    object(
      map(100, (at) => [`f${at}`, { ...text, minLength: 99_000 + version }]),
      {
        required: many(100, (at) => `f${at}`),
      },
    ),
};

/** As a program: compares one of the pairs and prints how much memory the process had at most, in MiB. */
const [, program, name] = process.argv;
if (program === fileURLToPath(import.meta.url)) {
  const hostile = HOSTILE[name ?? ""];
  if (hostile !== undefined) compareSchemas(hostile(0), hostile(1));
  console.log(process.resourceUsage().maxRSS / 1024);
}
