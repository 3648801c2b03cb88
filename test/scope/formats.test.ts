import { readFileSync } from "node:fs";
import { formatNames } from "ajv-formats/dist/formats.js";
import { describe, expect, test } from "vitest";
import { compareSchemas } from "../../src/core/scope/compare.ts";
import { acceptsAs } from "../corpus/accepts.ts";

/** A format, patterns that some strings of it match and some don't, and two lengths between which there are some. */
interface Row {
  readonly format: string;
  readonly patterns: readonly string[];
  readonly longer?: readonly [number, number];
}

const rows = JSON.parse(readFileSync(new URL("formats.json", import.meta.url), "utf8")) as Row[];

/** The formats of 2020-12 that ajv-formats does not have: ajv accepts any string for them. */
const UNCHECKED = ["idn-email", "idn-hostname", "iri", "iri-reference"];

const inField = (schema: object) => ({ type: "object", properties: { a: schema } });

function expectGain(before: object, after: object): void {
  const { verdict, witness } = compareSchemas(inField(before), inField(after));
  expect(verdict).toBe("widens");
  expect([witness, acceptsAs(inField(after), "2020-12", witness)]).toEqual([witness, true]);
  expect([witness, acceptsAs(inField(before), "2020-12", witness)]).toEqual([witness, false]);
}

describe("strings of a format", () => {
  test("every format that a validator knows has a row", () => {
    expect(rows.map(({ format }) => format).toSorted()).toEqual([...formatNames, ...UNCHECKED].toSorted());
  });

  const withPatterns = rows.flatMap(({ format, patterns }) =>
    patterns.map((pattern) => [format, pattern] as const),
  );
  test.each(withPatterns)(
    "a pattern removed beside a format is shown to widen: %s, %s",
    (format, pattern) => {
      expectGain({ type: "string", format, pattern }, { type: "string", format });
    },
  );

  test.each(withPatterns)("one added where a format is, is shown to widen: %s, %s", (format, pattern) => {
    expectGain({ not: { type: "string", format } }, { not: { type: "string", format, pattern } });
  });

  const withLengths = rows.flatMap(({ format, longer }) => (longer ? [[format, ...longer] as const] : []));
  test.each(withLengths)("a longer string of a format is shown: %s, %i to %i", (format, short, long) => {
    expectGain({ type: "string", format, maxLength: short }, { type: "string", format, maxLength: long });
  });

  test.each(rows)("a constant that gives way to a format is shown to widen: $format", ({ format }) => {
    expectGain({ const: "-- -" }, { type: "string", format });
  });

  test("what the format refuses anyway is not shown: the pattern may say no more than the format does", () => {
    const pattern = "^\\d{4}-\\d{2}-\\d{2}$";
    const { verdict, witness } = compareSchemas(
      inField({ type: "string", format: "date", pattern }),
      inField({ type: "string", format: "date" }),
    );
    expect([verdict, witness]).toEqual(["unknown", undefined]);
  });
});
