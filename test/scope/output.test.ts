import { describe, expect, test } from "vitest";
import { decide } from "../../src/core/scope/decide.ts";

const object = (properties: unknown, more: object = {}) => ({ type: "object", properties, ...more });
const text = { type: "string" };

describe("answers that may be read", () => {
  test.each([
    [
      "no longer required is the same",
      object({ a: text }, { required: ["a"] }),
      object({ a: text }),
      "no",
      "no",
    ],
    ["newly required is the same", object({ a: text }), object({ a: text }, { required: ["a"] }), "no", "no"],
    ["fewer items needed is the same", { type: "array", minItems: 2 }, { type: "array" }, "no", "no"],
    [
      "more items allowed is more",
      { type: "array", maxItems: 2 },
      { type: "array", maxItems: 3 },
      "yes",
      "no",
    ],
    ["a new field is more", object({ a: text }), object({ a: text, b: text }), "yes", "yes"],
    [
      "one of is any of",
      { oneOf: [{ minLength: 1 }, text] },
      { anyOf: [{ minLength: 1 }, text] },
      "no",
      "no",
    ],
    [
      "required under not still counts",
      { type: "object", not: { required: ["a"] } },
      { type: "object" },
      "yes",
      "no",
    ],
    ["no schema means anything", text, undefined, "yes", "no"],
    ["a schema where there was none is less", undefined, text, "no", "yes"],
    [
      "a root that declares nothing stays open",
      { type: "object" },
      { type: "object", minProperties: 1 },
      "no",
      "no",
    ],
  ] as const)("%s", (_title, before, after, gain, loss) => {
    expect(decide(before, after, { side: "output", world: "strict" })).toMatchObject({ gain, loss });
  });

  test("a witness lacks nothing that the answer must have", () => {
    const before = object({ a: text }, { required: ["a"] });
    const after = object({ a: text, b: text }, { required: ["a"] });
    expect(decide(before, after, { side: "output", world: "closed" }).witness).toHaveProperty("a");
  });
});

describe("schemas that mean nothing", () => {
  test.each([
    ["a dangling reference", { $ref: "#/$defs/gone" }],
    ["a remote reference", { $ref: "https://example.com/a.json" }],
    ["a reference to itself", { $ref: "#" }],
    ["a malformed keyword", { type: "object", required: "a" }],
    ["a type that does not exist", { type: "text" }],
    ["a pattern that is none", { pattern: "(" }],
    ["a vocabulary that is not known", { $schema: "https://example.com/dialect", type: "string" }],
  ])("%s is unknown beside anything but itself", (_title, schema) => {
    const options = { side: "input", world: "strict" } as const;
    expect(decide(schema, { ...schema }, options)).toEqual({ gain: "no", loss: "no" });
    expect(decide(schema, text, options).gain).toBe("unknown");
    expect(decide(text, schema, options).gain).toBe("unknown");
  });
});
