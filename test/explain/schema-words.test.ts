import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inline } from "../../src/core/explain/markdown.ts";
import { schemaWords } from "../../src/core/explain/schema-words.ts";

const vectors: readonly (readonly [schema: unknown, words: string])[] = JSON.parse(
  readFileSync(new URL("../fixtures/schema-words.json", import.meta.url), "utf8"),
);

describe("a schema in words", () => {
  it.each(vectors)("%j", (schema, words) => {
    expect(inline(schemaWords(schema))).toBe(words);
  });

  it("is short and does not fail, whatever the schema is", () => {
    const keyword = fc.constantFrom(
      "type",
      "properties",
      "items",
      "anyOf",
      "enum",
      "$ref",
      "required",
      "allOf",
      "minLength",
    );
    const schema = fc.letrec((tie) => ({
      schema: fc.oneof(
        { depthSize: "small" },
        fc.jsonValue({ maxDepth: 2 }),
        fc.dictionary(keyword, tie("schema")),
      ),
    })).schema;
    const property = fc.property(schema, (one) => {
      expect(inline(schemaWords(one)).length).toBeLessThan(20_000);
    });
    fc.assert(property, { seed: 3, numRuns: 500 });
  });

  it("stays short for a schema that refers to itself many times", () => {
    const fields = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`f${at}`, { $ref: "#" }]));
    expect(inline(schemaWords({ type: "object", properties: fields })).length).toBeLessThan(5_000);
  });

  it("does not depend on the order of keys, of required names or of fields", () => {
    const one = { type: "object", properties: { a: { type: "string" }, b: {} }, required: ["b", "a"] };
    const other = { required: ["a", "b"], properties: { b: {}, a: { type: "string" } }, type: "object" };
    expect(schemaWords(other)).toEqual(schemaWords(one));
  });
});
