import { describe, expect, test } from "vitest";
import { compareSchemas, type CompareOptions } from "../../src/core/compare/compare.ts";

const text = { type: "string" };
const number = { type: "integer" };
const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });

const found = (before: unknown, after: unknown, options?: CompareOptions) =>
  compareSchemas(before, after, options).changes.map(({ kind, scope, breaks }) => [kind, scope, breaks]);

const chain = (last: unknown) => ({
  $ref: "#/$defs/d0",
  $defs: Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => {
      const next = at === 39 ? last : { $ref: `#/$defs/d${at + 1}` };
      return [`d${at}`, object({ l: next, r: next })];
    }),
  ),
});

const ring = (length: number, more: object) => ({
  $ref: "#/$defs/d0",
  $defs: Object.fromEntries(
    Array.from({ length }, (_, at) => [
      `d${at}`,
      object({ n: { $ref: `#/$defs/d${(at + 1) % length}` }, ...more }),
    ]),
  ),
});

describe("the verdict joins both worlds", () => {
  const closed = object({ a: text }, { additionalProperties: false });
  test.each<[string, unknown, unknown, string, string, string]>([
    [
      "an optional field more",
      object({ a: text }),
      object({ a: text, b: text }),
      "widens",
      "narrows",
      "widens",
    ],
    ["no additionalProperties: false any more", closed, object({ a: text }), "same", "widens", "widens"],
    ["the first field", object({}), object({ a: text }), "widens", "narrows", "widens"],
    [
      "a smaller limit",
      object({ a: { ...text, maxLength: 500 } }),
      object({ a: { ...text, maxLength: 200 } }),
      "narrows",
      "narrows",
      "narrows",
    ],
    ["words", object({ a: text }), object({ a: { ...text, title: "A" } }), "same", "same", "same"],
  ])("%s", (_, before, after, inClosed, inOpen, joined) => {
    const verdict = (world: CompareOptions["world"]) => compareSchemas(before, after, { world }).verdict;
    expect([verdict("closed"), verdict("open"), verdict("strict")]).toEqual([inClosed, inOpen, joined]);
  });

  test("a verdict that widens has a witness, if one was found, that only the schema after permits", () => {
    const { verdict, witness } = compareSchemas(object({ a: text }), object({ a: text, b: number }));
    expect(verdict).toBe("widens");
    expect(witness).toMatchObject({ b: expect.any(Number) as number });
  });
});

describe("what one difference does, beside the others", () => {
  test("what the others take away again is not said to be gained", () => {
    // Alone, the type that is no longer said would permit anything.
    expect(found(object({ a: text }), object({ a: { anyOf: [text] } }))).toEqual([]);
    const union = { anyOf: [{ type: "string", maxLength: 3 }, { type: "null" }] };
    const types = { type: ["string", "null"], maxLength: 3 };
    const scopes = compareSchemas(object({ a: union }), object({ a: types })).changes.map(
      ({ scope }) => scope,
    );
    expect(scopes.length).toBeGreaterThan(0);
    expect(new Set(scopes)).toEqual(new Set(["same"]));
  });

  test("a call that fails breaks; what only the open world loses was no call", () => {
    expect(found(object({ a: text }), object({ a: text, b: number }))).toEqual([
      ["field-added", "widens", false],
    ]);
    expect(found(object({ a: text, b: text }), object({ a: text }))).toEqual([
      ["field-removed", "widens", true],
    ]);
  });

  test("an answer breaks its readers when it is one that was ruled out", () => {
    const options = { side: "output" } as const;
    const answer = object({ a: text, b: number }, { required: ["a"] });
    expect(found(answer, object({ a: text }, { required: ["a"] }), options)).toEqual([
      ["field-removed", "widens", false],
    ]);
    expect(found(answer, object({ b: number }), options)).toEqual([["field-removed", "widens", true]]);
    const strict = object({ a: text }, { additionalProperties: false });
    expect(found(strict, object({ a: text, c: text }, { additionalProperties: false }), options)).toEqual([
      ["field-added", "widens", true],
    ]);
  });

  test("fields beside a difference say nothing about it", () => {
    const many = (limit: number, more: object = {}) =>
      object(
        { z: { type: "object", properties: { deep: { ...text, maxLength: limit } } }, a: text, ...more },
        { required: ["a"] },
      );
    const { changes } = compareSchemas(many(5), many(9, { b: text }));
    expect(changes.map(({ path, scope }) => [path, scope])).toEqual([
      ["b", "widens"],
      ["z.deep", "widens"],
    ]);
  });
});

test.each<[string, unknown]>([
  ["a type that is none", { type: "foo" }],
  ["a pattern that is none", { pattern: "(" }],
  ["a keyword of another form", { required: "x" }],
  ["a remote reference", { $ref: "https://example.com/schema.json" }],
])("%s, though both have it, blocks a proof about what stands beside it", (_, part) => {
  const limit = (maxLength: number) => object({ a: part, b: { ...text, maxLength } });
  expect(compareSchemas(limit(5), limit(4)).verdict).toBe("unknown");
  expect(compareSchemas(limit(4), limit(5)).verdict).toBe("unknown");
});

describe("every pair of values gets an answer", () => {
  const wide = (field: unknown, last = field) =>
    object(
      Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`f${at}`, at === 19_999 ? last : field])),
    );

  const nested = (depth: number, innermost: unknown) => {
    let schema = innermost;
    for (let level = 0; level < depth; level++) schema = object({ a: schema });
    return schema;
  };

  test("deeper than a card holds: the same beside itself, else unknown", () => {
    expect(compareSchemas(nested(10_000, text), nested(10_000, text)).verdict).toBe("same");
    const { verdict, changes } = compareSchemas(nested(10_000, text), nested(10_000, number));
    expect(verdict).toBe("unknown");
    expect(changes.map(({ kind, pointer, scope }) => [kind, pointer, scope])).toEqual([
      ["schema-replaced", "", "unknown"],
    ]);
  });

  test("as deep as a card holds: the one field that differs", () => {
    const { changes } = compareSchemas(nested(49, text), nested(49, number));
    expect(changes.map(({ kind, path }) => [kind, path])).toEqual([
      ["type-changed", Array(49).fill("a").join(".")],
    ]);
  });

  test("twenty thousand fields, one of which differs", () => {
    const { changes } = compareSchemas(wide(text), wide(text, number));
    expect(changes.map(({ kind, path }) => [kind, path])).toEqual([["type-changed", "f19999"]]);
  }, 30_000);

  test("twenty thousand fields, all of which differ: every one is listed", () => {
    const { changes } = compareSchemas(wide(text), wide({ ...text, title: "T", pattern: "^x" }));
    const kinds = changes.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "pattern-added")).toHaveLength(20_000);
    expect(kinds.filter((kind) => kind === "title-changed")).toHaveLength(20_000);
  }, 60_000);

  test("definitions that use each other twice each do not multiply", () => {
    const { changes } = compareSchemas(chain(text), chain(number));
    expect(changes.map(({ kind, pointer }) => [kind, pointer])).toEqual([
      ["type-changed", "/$defs/d39/properties/l/type"],
      ["type-changed", "/$defs/d39/properties/r/type"],
    ]);
    for (const { alsoAt = [] } of changes) expect(alsoAt.length).toBeLessThanOrEqual(20);
  }, 30_000);

  test("two rings of references of different lengths end", () => {
    expect(compareSchemas(ring(3, {}), ring(4, {})).verdict).toBe("same");
    expect(compareSchemas(ring(31, {}), ring(37, { x: text })).verdict).not.toBe("narrows");
  }, 30_000);

  test.each<[string, unknown, unknown]>([
    ["a reference to itself", { $ref: "#" }, object({ a: text })],
    [
      "a circle of references",
      { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } },
      true,
    ],
    ["a reference that leads nowhere", { $ref: "#/nowhere" }, object({ a: text })],
    ["a broken escape", { $ref: "#/%E0%A4%A" }, { $ref: "#/%" }],
    [
      "keywords of the wrong form",
      { properties: 5, required: "a", enum: {}, anyOf: {}, items: 3 },
      object({ a: 7 }),
    ],
    ["no schema at all", null, 5],
    ["a list", [1], [2]],
    [
      "names of the prototype",
      object({ constructor: text, toString: text }),
      object({ hasOwnProperty: number }),
    ],
    ["an unpaired surrogate", object({ "\uD800": text }), object({ a: text })],
    ["a number that lost its digits", { maximum: 2 ** 60 }, { maximum: 1 }],
  ])("%s", (_, before, after) => {
    expect(compareSchemas(before, before)).toEqual({ verdict: "same", changes: [] });
    for (const side of ["input", "output"] as const) {
      const { verdict, changes } = compareSchemas(before, after, { side });
      expect(changes.length).toBeGreaterThan(0);
      expect(["widens", "narrows", "same", "unknown"]).toContain(verdict);
    }
  });
});
