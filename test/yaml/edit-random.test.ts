import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { editYaml } from "../../src/core/yaml/edit.ts";
import { readYaml } from "../../src/core/yaml/read.ts";
import {
  commentsOf,
  commentsToKeep,
  linesToChange,
  lostLine,
  randomFrom,
  STYLES,
  withComments,
} from "./commented.ts";
import { writeByHand } from "./handwritten.ts";
import { anyMapping, anyValue, changed } from "./values.ts";

const RUNS = { seed: 20261130, numRuns: 150 };

function valueOf(text: string): unknown {
  const read = readYaml(text, "text");
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.value;
}

/** The same text with other line breaks, a byte order mark, or no last line break. */
function varied(text: string, random: () => number): string {
  const ended = random() < 0.2 ? text.replace(/\n$/, "") : text;
  const broken = random() < 0.3 ? ended.replaceAll("\n", "\r\n") : ended;
  return random() < 0.2 ? `\uFEFF${broken}` : broken;
}

interface Writer {
  readonly title: string;
  readonly write: (value: unknown, random: () => number) => string;
}

const WRITERS: readonly Writer[] = [
  { title: "a text as people write it", write: writeByHand },
  ...Object.entries(STYLES).map(([title, write]) => ({
    title: `a text in the style "${title}"`,
    write: (value: unknown, random: () => number) => withComments(write(value), 0.2, random),
  })),
];

describe.each(WRITERS)("$title", ({ title, write }) => {
  const numRuns = title.includes("people") ? 600 : 60;

  /** Runs a check on random texts; a few values have no text of this kind. */
  const check = (
    body: (text: string, value: unknown, random: () => number, fresh: unknown) => void,
  ): void => {
    let written = 0;
    let tried = 0;
    const one = (value: Record<string, unknown>, fresh: unknown, seed: number): void => {
      const random = randomFrom(seed);
      const text = varied(write(value, random), random);
      const read = readYaml(text, "text");
      tried++;
      if (!read.ok) return;
      written++;
      body(text, read.value, random, fresh);
    };
    fc.assert(fc.property(anyMapping, anyValue, fc.nat(), one), { ...RUNS, numRuns });
    expect(written).toBeGreaterThan(tried * 0.8);
  };

  test("says the new value, loses no comment, and changes no line without need", () => {
    check((text, value, random, fresh) => {
      const wanted = changed(value, random, () => fresh);
      const edited = editYaml(text, wanted);
      expect(valueOf(edited)).toEqual(wanted);
      const comments = commentsOf(edited);
      const free = linesToChange(text, wanted);
      expect([...commentsToKeep(text, free)].filter((name) => !comments.has(name))).toEqual([]);
      expect(lostLine(text, edited, free)).toBeUndefined();
    });
  });

  test("stays as it is for the same value in another order of keys", () => {
    check((text, value) => {
      const turned = Object.fromEntries(Object.entries(value as object).toReversed());
      if (!Object.hasOwn(value as object, "__proto__")) expect(editYaml(text, turned)).toBe(text);
      expect(editYaml(text, structuredClone(value))).toBe(text);
    });
  });

  test("says the old value again when it is edited back", () => {
    check((text, value, random, fresh) => {
      const there = editYaml(
        text,
        changed(value, random, () => fresh),
      );
      expect(valueOf(editYaml(there, value))).toEqual(value);
    });
  });
});
