import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applyGiven, type GivenFiles } from "./files.ts";
import { createObjects } from "./objects.ts";
import { mergeFiles, mergeText } from "./three-way.ts";
import { readText } from "./diff.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "toolcard-merge-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What git itself makes of three texts; undefined for a conflict. */
function gitMerge(base: string, ours: string, theirs: string): string | undefined {
  const paths = [
    ["ours", ours],
    ["base", base],
    ["theirs", theirs],
  ].map(([name = "", text = ""]) => {
    writeFileSync(join(folder, name), text);
    return name;
  });
  const { status, stdout } = spawnSync("git", ["merge-file", "-p", ...paths], {
    cwd: folder,
    encoding: "utf8",
  });
  return status === 0 ? stdout : undefined;
}

const lines = (text: string): string =>
  text
    .split(" ")
    .map((line) => `${line}\n`)
    .join("");

test.each([
  ["changes far apart", "a b c d e", "A b c d e", "a b c d E"],
  ["changes that touch", "a b c", "A b c", "a B c"],
  ["the same change", "a b c", "a X c", "a X c"],
  ["two changes of one line", "a b c", "a X c", "a Y c"],
  ["a line taken away and one added elsewhere", "a b c d e", "b c d e", "a b c d e f"],
  ["both add at the end", "a b", "a b c", "a b d"],
  ["one side unchanged", "a b", "a b", "z"],
])("two texts are merged as git merges them: %s", (_, base, ours, theirs) => {
  expect(mergeText(lines(base), lines(ours), lines(theirs))).toBe(
    gitMerge(lines(base), lines(ours), lines(theirs)),
  );
});

test("any edits of a text are merged as git merges them", () => {
  const base = Array.from({ length: 12 }, (_, index) => `line ${index}\n`);
  const edit = fc.record({ at: fc.nat(11), kind: fc.constantFrom("cut", "change", "add"), word: fc.nat(3) });
  const apply = (edits: readonly { at: number; kind: string; word: number }[]): string => {
    const text = [...base];
    for (const { at, kind, word } of edits) {
      if (kind === "cut") text[at] = "";
      if (kind === "change") text[at] = `changed ${at} ${word}\n`;
      if (kind === "add") text[at] += `added ${at} ${word}\n`;
    }
    return text.join("");
  };
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 3 }), fc.array(edit, { maxLength: 3 }), (left, right) => {
      const [ours, theirs] = [apply(left), apply(right)];
      expect(mergeText(base.join(""), ours, theirs)).toBe(gitMerge(base.join(""), ours, theirs));
    }),
    { seed: 11, numRuns: 60 },
  );
});

test.each<[string, GivenFiles, GivenFiles, GivenFiles, unknown]>([
  ["each side its own file", { a: "1" }, { a: "1", b: "2" }, { a: "1", c: "3" }, { a: "1", b: "2", c: "3" }],
  [
    "one takes a file away that the other left alone",
    { a: "1", b: "2" },
    { a: "1" },
    { a: "1", b: "2" },
    { a: "1" },
  ],
  ["one takes a file away that the other changed", { a: "1" }, {}, { a: "2" }, ["a"]],
  ["both make a file, not alike", {}, { a: "1" }, { a: "2" }, ["a"]],
])("trees are merged file by file: %s", (_, base, ours, theirs, expected) => {
  const objects = createObjects();
  const [b, o, t] = [base, ours, theirs].map((files) => applyGiven(objects, new Map(), files));
  const merged = mergeFiles(objects, b ?? new Map(), o ?? new Map(), t ?? new Map());
  const found =
    "conflicts" in merged
      ? merged.conflicts
      : Object.fromEntries([...merged.files].map(([path, leaf]) => [path, readText(objects, leaf)]));
  expect(found).toEqual(expected);
});
