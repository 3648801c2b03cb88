import { describe, expect, it } from "vitest";
import { diffTools } from "../../src/core/drift/diff-tools.ts";
import { contextOf } from "../../src/core/explain/context.ts";
import { withDetails } from "../../src/core/explain/details.ts";
import { exampleWords } from "../../src/core/explain/example.ts";
import { stepsOf } from "../../src/core/explain/field-at.ts";
import { inline } from "../../src/core/explain/markdown.ts";
import { name } from "../../src/core/explain/phrase.ts";
import { renderExplanation } from "../../src/core/explain/render-markdown.ts";
import { sentenceOf } from "../../src/core/explain/sentences.ts";
import { witnessOf } from "../../src/core/explain/witness.ts";
import { STEPS } from "../../src/core/json/bounds.ts";
import { createDecider } from "../../src/core/scope/decide.ts";
import { acceptsAs } from "../corpus/accepts.ts";
import { closeWorld } from "../fixtures/closed-world.mjs";
import { PAIRS } from "../scope/labelled.ts";
import { hostileStrings } from "./hostile-strings.ts";
import { livePartsOf } from "./inertness.ts";
import { RAW_JSON, unfolded } from "./readable.ts";

type Schema = Record<string, unknown>;

const text = { type: "string" };
const number = { type: "number" };
const record = (properties: Schema, more: Schema = {}) => ({ type: "object", properties, ...more });

function factsOf(before: unknown, after: unknown, side: "input" | "output" = "input") {
  const tool = (schema: unknown) => [
    side === "input"
      ? { name: "t", inputSchema: schema as Schema }
      : { name: "t", inputSchema: { type: "object" }, outputSchema: schema as Schema },
  ];
  const tools = { before: tool(before), after: tool(after) };
  return withDetails(contextOf(diffTools(tools.before, tools.after), { tools }));
}

function sentences(before: unknown, after: unknown, side: "input" | "output" = "input"): string {
  const told = factsOf(before, after, side).map((fact) => sentenceOf({ ...fact, many: false }, name("t")));
  return told.map(inline).join(" ");
}

function markdownOf(before: unknown, after: unknown, names = ["t"]): string {
  const list = (schema: unknown) => names.map((tool) => ({ name: tool, inputSchema: schema as Schema }));
  const tools = { before: list(before), after: list(after) };
  return renderExplanation(diffTools(tools.before, tools.after), { tools });
}

const field = (schema: unknown) => record({ v: schema });
const list = (items: unknown) => field({ type: "array", items });
const two = record({ a: text, b: text });

describe("the sentence of a change", () => {
  it.each<[kind: string, wide: unknown, narrow: unknown, example: string]>([
    ["limit-raised", field({ ...number, maximum: 500 }), field({ ...number, maximum: 100 }), "`v: 500`"],
    ["limit-removed", field(number), field({ ...number, minimum: 1 }), "`v: 0`"],
    [
      "limit of an optional field",
      optional({ ...number, maximum: 9 }),
      optional({ ...number, maximum: 5 }),
      "`v: 9`",
    ],
    [
      "limit behind a reference",
      referring({ ...number, maximum: 9 }),
      referring({ ...number, maximum: 5 }),
      "`v: 9`",
    ],
    ["step-removed", field(number), field({ ...number, multipleOf: 5 }), "`v: 1`"],
    ["step-changed", field({ ...number, multipleOf: 5 }), field({ ...number, multipleOf: 10 }), "`v: 5`"],
    ["pattern-removed", field(text), field({ ...text, pattern: "^x" }), "`v: a`"],
    ["pattern-changed", field({ ...text, pattern: "^[ab]$" }), field({ ...text, pattern: "^a$" }), "`v: b`"],
    ["format-removed", field(text), field({ ...text, format: "date" }), "`v: x`"],
    ["composition-removed", field(text), field({ ...text, allOf: [{ enum: ["a"] }] }), "`v: x`"],
    ["negation-removed", field(text), field({ ...text, not: { const: "me" } }), "`v: me`"],
    ["condition-removed", two, { ...two, if: { required: ["b"] }, else: { maxProperties: 0 } }, "`a: x`"],
    ["dependency-removed", two, { ...two, dependentRequired: { a: ["b"] } }, "`a: x`"],
    [
      "a field of a record",
      nested({ ...text, pattern: "^[ab]$" }),
      nested({ ...text, pattern: "^a$" }),
      "`sort.by: b`",
    ],
    ["an item", list({ ...text, pattern: "^[ab]$" }), list({ ...text, pattern: "^a$" }), "an item `b`"],
    [
      "a field of an item",
      list(field({ ...number, maximum: 9 })),
      list(field({ ...number, maximum: 5 })),
      "`v: 9`",
    ],
    [
      "a field with an odd name",
      record({ "a b[]": number }),
      record({ "a b[]": { ...number, minimum: 1 } }),
      '`"a b[]": 0`',
    ],
  ])("%s has an example of what is allowed now, or no longer", (_kind, wide, narrow, example) => {
    expect(sentences(narrow, wide)).toContain(`, for example ${example}.`);
    expect(sentences(wide, narrow)).toContain(`; for example, no longer ${example}.`);
  });

  it("has an example of what a field may be that was limited before", () => {
    expect(sentences(field(text), field({}))).toContain("no longer only text, for example `v: false`.");
    expect(sentences(field({ enum: ["a", "b"] }), field(text))).toContain(", for example `v: x`.");
  });

  it("has an example of an answer, too", () => {
    const [less, more] = [field({ ...number, maximum: 100 }), field({ ...number, maximum: 500 })];
    expect(sentences(less, more, "output")).toContain(", for example `v: 500`.");
    expect(sentences(more, less, "output")).toContain("; for example, no longer `v: 500`.");
  });

  it("has examples of both, where a field gets wider on one side and narrower on the other", () => {
    const said = sentences(
      field({ ...number, minimum: 0, maximum: 10 }),
      field({ ...number, minimum: 5, maximum: 20 }),
    );
    expect(said).toContain("; for example, no longer `v: 0`.");
    expect(said).toContain(", for example `v: 20`.");
  });

  it.each<[why: string, before: unknown, after: unknown]>([
    ["names the new value", field({ enum: ["a"] }), field({ enum: ["a", "b"] })],
    ["tells the type of a new field", record({}), field({ ...number, maximum: 5 })],
    ["names the new type", field(text), field({ type: ["string", "number"] })],
    ["is about words alone", field({ ...text, description: "a" }), field({ ...text, description: "b" })],
    ["is about a length", field({ ...text, maxLength: 5 }), field({ ...text, maxLength: 10 })],
    ["is not decided", field({ "x-unknown": 1, $vocabulary: 1 }), field({ $dynamicRef: "#none" })],
    ["is about what only goes past toolcard", { ...two, additionalProperties: false }, two],
    [
      "would need a long text",
      field({ ...text, pattern: "^a{50}$" }),
      field({ ...text, pattern: "^[ab]{50}$" }),
    ],
    ["would need a list", list({ ...list(text), minItems: 3 }), list({ ...list(text), minItems: 2 })],
    [
      "is about the largest number of all",
      field({ ...number, maximum: Number.MAX_SAFE_INTEGER }),
      field(number),
    ],
    ["is about more fields than one", two, { ...two, anyOf: [{ required: ["a", "b"] }] }],
    [
      "is one of several that a whole call would show",
      { ...two, minProperties: 2 },
      { ...two, dependentRequired: { a: ["b"] } },
    ],
  ])("has no example where it %s", (_why, before, after) => {
    expect(sentences(before, after)).not.toContain("for example");
  });

  it("has no example where it speaks of many tools", () => {
    const [less, more] = [field({ ...number, maximum: 100 }), field({ ...number, maximum: 500 })];
    expect(markdownOf(less, more)).toContain("for example `v: 500`");
    expect(markdownOf(less, more, ["a", "b", "c"])).not.toContain("for example");
  });

  it("has no example, and no more words, where the tools are not known", () => {
    const drift = diffTools(
      [{ name: "t", inputSchema: field({ ...number, maximum: 1 }) }],
      [{ name: "t", inputSchema: field({ ...number, maximum: 2 }) }],
    );
    expect(renderExplanation(drift)).not.toContain("for example");
  });

  it("says what a field is that is required now", () => {
    const iban = record({ iban: { ...text, minLength: 15, maxLength: 34 } });
    expect(sentences(iban, { ...iban, required: ["iban"] })).toBe(
      "**`t` now requires `iban`**: text, 15 to 34 characters.",
    );
    expect(sentences(two, { ...two, required: ["c"] })).toBe("**`t` now requires `c`**.");
  });
});

function optional(schema: unknown) {
  return field({ anyOf: [schema, { type: "null" }] });
}

function referring(schema: unknown) {
  return { ...field({ $ref: "#/$defs/x" }), $defs: { x: schema } };
}

function nested(schema: unknown) {
  return record({ sort: record({ by: schema }) });
}

describe("an example", () => {
  const wrapped = PAIRS.filter(
    (pair) => !/"\$(?:ref|dynamicRef|recursiveRef|schema)"/.test(JSON.stringify(pair)),
  );
  const pairs = [
    ...PAIRS.filter((pair) => !pair.noFuzz).map(({ old, new: now }) => ({ old, now })),
    ...wrapped.map((pair) => ({ old: field(pair.old), now: field(pair.new) })),
  ];
  it("is of a call that the one schema permits and the other refuses, as plain ajv says of all labelled pairs", () => {
    let count = 0;
    for (const [old, now] of pairs.flatMap((pair) => [
      [pair.old, pair.now],
      [pair.now, pair.old],
    ])) {
      for (const { change, detail } of factsOf(old, now)) {
        if (detail === undefined || change.kind === "field-required") continue;
        const said = inline(detail);
        const found = [stepsOf(change.path ?? ""), []].map((steps) => {
          const witness = witnessOf(change, steps, [old, now], createDecider({ left: STEPS }));
          const words = exampleWords(witness, steps);
          return { witness, words: words && inline(words) };
        });
        const { witness } =
          found.find(({ words }) => words !== undefined && said.endsWith(` ${words}`)) ?? {};
        const [refusing, permitting] = change.scope === "widens" ? [old, now] : [now, old];
        const where = JSON.stringify({ old, now, said, witness });
        expect(witness, where).toBeDefined();
        expect(acceptsAs(closeWorld(permitting), "2020-12", witness), where).toBe(true);
        expect(acceptsAs(closeWorld(refusing), "2020-12", witness), where).toBe(false);
        expect(said.startsWith(change.scope === "widens" ? ", for" : "; for example, no longer"), where).toBe(
          true,
        );
        count++;
      }
    }
    expect(count).toBeGreaterThan(100);
  });

  it("is short and inert, whatever a server calls its fields and values", () => {
    let count = 0;
    for (const { text: hostile } of hostileStrings) {
      const before = record({
        v: { ...text, not: { const: hostile } },
        [hostile]: { ...number, maximum: 1 },
      });
      const after = record({ v: text, [hostile]: number });
      const markdown = markdownOf(before, after);
      expect(livePartsOf(markdown)).toEqual([]);
      expect(unfolded(markdown)).not.toMatch(RAW_JSON);
      for (const { detail = [] } of factsOf(before, after)) {
        for (const piece of detail) {
          if (!("code" in piece)) continue;
          expect(piece.code.length).toBeLessThanOrEqual(60);
          expect(piece.code).not.toMatch(/[\p{Cc}\p{Cf}]/u);
          count++;
        }
      }
    }
    expect(count).toBeGreaterThan(100);
  });

  it("is not made of what is missing, long, a list or a record", () => {
    const long = "x".repeat(70);
    for (const value of [undefined, null, long, [1], { a: 1 }, 2 ** 53]) {
      expect(exampleWords({ v: value }, ["v"])).toBeUndefined();
    }
    expect(exampleWords({ [long]: 1 }, [long])).toBeUndefined();
    expect(exampleWords({ a: 1, b: 2 }, [])).toBeUndefined();
    expect(exampleWords("text", [])).toBeUndefined();
  });
});
