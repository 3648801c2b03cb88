import * as fc from "fast-check";
import { isObject, put } from "../../src/core/json/value.ts";

/** Texts that one reader of YAML or another takes for something else, or that are hard to write. */
const ODD_TEXTS: readonly string[] = `
||yes|no|y|null|~|True|012|0x1f|1e3|1_000|.5|2024-01-01|12:30:00|=|<<|-|---|...|--- x|- a|a: b|a #b|#c|? a|{a}|[b|a, b]
|!tag|&anchor|*alias|%x|@x|\`x\`|>-|it's|"|\\|$ref|end |one\ntwo|one\ntwo\n|one\n\ntwo\n\n|\n|\n\n|  first\nthen|\n  first
|a\n b\nc|a\r\nb|a\rb|tab\tx|\t|\u00A0|\u0085|\u2028|\uFEFF|\u0000|\u001B|😀|x\n---\ny`
  .slice(1)
  .split("|")
  .concat(
    "|",
    "word ".repeat(30),
    `${"long word ".repeat(20)}\nsecond ${"part ".repeat(30)}`,
    "x".repeat(120),
  );

const text = fc.oneof(
  fc.constantFrom(...ODD_TEXTS),
  fc.string({ maxLength: 20, unit: "grapheme" }),
  fc
    .array(fc.constantFrom("a", "bb", "ccc", " ", "  ", "\n", "\n\n", "#", "-", ":"), { maxLength: 40 })
    .map((all) => all.join("")),
);

const name = fc.oneof(
  fc.constantFrom(
    "a",
    "b",
    "c",
    "type",
    "name",
    "$ref",
    "__proto__",
    "constructor",
    "a b",
    "yes",
    "1",
    "",
    "- x",
    "k: v",
    "x\ny",
  ),
  fc.string({ maxLength: 6, unit: "grapheme" }),
);

const number = fc.oneof(
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((one) => !Number.isInteger(one)),
);

const scalar = fc.oneof({ weight: 4, arbitrary: text }, number, fc.boolean(), fc.constant(null));

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    { weight: 3, arbitrary: scalar },
    { weight: 3, arbitrary: fc.dictionary(name, tie("value"), { maxKeys: 5 }) },
    { weight: 2, arbitrary: fc.array(tie("value"), { maxLength: 5 }) },
    { weight: 1, arbitrary: named(tie("value")) },
  ),
}));

function named(inner: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const item = fc.record({ name: fc.constantFrom("n1", "n2", "n3", "n4"), x: inner });
  return fc.uniqueArray(item, { selector: (one) => one.name, maxLength: 4 });
}

/** A value that a file can say: mappings, lists and all kinds of texts in it. */
export const anyValue: fc.Arbitrary<unknown> = value;

/** A mapping of such values. */
export const anyMapping: fc.Arbitrary<Record<string, unknown>> = fc.dictionary(name, value, {
  minKeys: 1,
  maxKeys: 6,
});

/** A value that is like another: some parts go, some come, some change. `fresh` gives what comes. */
export function changed(before: unknown, random: () => number, fresh: () => unknown): unknown {
  if (random() < 0.1) return fresh();
  if (Array.isArray(before)) {
    const after: unknown[] = [];
    for (const item of before) {
      if (random() < 0.1) after.push(fresh());
      if (random() < 0.85) after.push(random() < 0.7 ? item : changed(item, random, fresh));
    }
    return after;
  }
  if (!isObject(before)) return random() < 0.5 ? before : fresh();
  const after: Record<string, unknown> = {};
  for (const key of Object.keys(before)) {
    if (random() < 0.12) put(after, `new ${Math.floor(random() * 9)}`, fresh());
    if (random() < 0.85) put(after, key, random() < 0.6 ? before[key] : changed(before[key], random, fresh));
  }
  return after;
}
