import * as fc from "fast-check";

/** Names of fields, some of them names that code stumbles over. */
export const fieldName = fc.constantFrom("a", "b", "claim", "x y", "__proto__", "constructor", "é");

const limit = fc.integer({ min: 0, max: 9 });
const plain = fc.oneof(
  fc.constantFrom<unknown>(true, {}, { type: "string" }, { type: "integer" }, { type: ["string", "null"] }),
  fc.record({ type: fc.constant("string"), maxLength: limit, minLength: limit }, { requiredKeys: ["type"] }),
  fc.record(
    { type: fc.constant("number"), minimum: limit, exclusiveMaximum: limit },
    { requiredKeys: ["type"] },
  ),
  fc.record({ enum: fc.uniqueArray(fieldName, { minLength: 1, maxLength: 4 }) }),
  fc.record({ const: fieldName }),
  fc.record({ type: fc.constant("string"), description: fieldName, default: fieldName }),
);

const nested = (leaf: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.letrec<{ inner: unknown; object: unknown; list: unknown }>((tie) => ({
    inner: fc.oneof(
      { depthSize: "small" },
      leaf,
      tie("object"),
      tie("list"),
      fc.record({ anyOf: fc.array(tie("inner"), { minLength: 1, maxLength: 3 }) }),
      fc.record({ not: plain }),
    ),
    object: fc.record(
      {
        type: fc.constant("object"),
        properties: fc.dictionary(fieldName, tie("inner"), { maxKeys: 3 }),
        required: fc.uniqueArray(fieldName, { maxLength: 3 }),
        additionalProperties: fc.constantFrom<unknown>(true, false, { type: "string" }),
      },
      { requiredKeys: ["type"] },
    ),
    list: fc.record(
      {
        type: fc.constant("array"),
        items: tie("inner"),
        prefixItems: fc.array(leaf, { minLength: 1, maxLength: 2 }),
        minItems: limit,
      },
      { requiredKeys: ["type"] },
    ),
  })).inner;

/** A JSON Schema of the keywords that tools use. */
export const schema = nested(plain);

const referring = nested(fc.oneof(plain, fc.record({ $ref: fc.constantFrom("#/$defs/d1", "#/$defs/d2") })));

/** The same with two definitions, and references to them. */
export const schemaWithReferences: fc.Arbitrary<unknown> = fc
  .tuple(referring, referring, referring)
  .map(([root, d1, d2]) =>
    typeof root === "object" ? Object.assign({}, root, { $defs: { d1, d2 } }) : root,
  );
