import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CODEOWNERS_LIMIT, CODEOWNERS_LOCATIONS, parseCodeowners } from "../../src/core/owners/codeowners.ts";
import { readOwner } from "../../src/core/owners/owner.ts";
import { ownersOf, ruleFor } from "../../src/core/owners/owners.ts";
import { fitsSequence, STAR } from "../../src/core/owners/sequence.ts";
import { owns } from "./oracle.ts";

interface Vector {
  readonly id: string;
  readonly file: string;
  readonly path: string;
  readonly owners: readonly string[];
  readonly note: string;
}

const vectors: readonly Vector[] = JSON.parse(
  readFileSync(new URL("../fixtures/codeowners.json", import.meta.url), "utf8"),
);

describe("who owns a path", () => {
  test.each(vectors)("$id: $note", ({ file, path, owners }) => {
    expect(ownersOf(file, path)).toEqual(owners);
  });

  test.each([
    ["/cards/\n", "cards/gh.yaml", []],
    ["/cards/ # nobody yet", "cards/gh.yaml", []],
    ["* @a\n* @b #@c", "x", ["@b"]],
    ["* @a#@b", "x", ["@a"]],
    ["* @a @A @b a@x.org A@X.ORG", "x", ["@a", "@b", "a@x.org"]],
    ["* @a\n/x\\", "x\\", ["@a"]],
    ["* @a\n/x\\y @b", "xy", ["@b"]],
    ["* @a\n/x\\\\y @b", "x\\y", ["@b"]],
    ["* @a\n\\!x @b", "!x", ["@b"]],
    ["* @a\ncards//x @b", "cards/x", ["@a"]],
    ["* @a\n// @b", "x", ["@a"]],
    ["* @a\ncards\\/x @b", "cards/x", ["@b"]],
    ["\\** @a", "*x", ["@a"]],
    ["\\** @a", "x", []],
    ["\\*\\* @a", "x/y", []],
    ["a**b @a", "axxb", ["@a"]],
    ["a**b @a", "a/b", []],
    ["**/* @a", "x/y", ["@a"]],
    ["cards/**/* @a", "cards/x/y", ["@a"]],
    ["cards/**/* @a", "cards", []],
    ["cards/**/**/gh @a", "cards/gh", ["@a"]],
    ["**/ @a", "x/y", ["@a"]],
    ["cards/?* @a", "cards/x/y", ["@a"]],
    ["?.md @a", "é.md", ["@a"]],
    ["?.md @a", "😀.md", ["@a"]],
    ["* @a\n*.md @org/team/sub", "x.md", ["@a"]],
    ["* @a\n*.md @bot[bot]", "x.md", ["@a"]],
    ["* @a\n*.md @", "x.md", ["@a"]],
    ["* @a\n*.md @a\u00A0@b", "x.md", ["@a"]],
    ["* @a\r/cards/ @b", "cards/x", []],
    ["/constructor/ @a\n/__proto__/ @b", "__proto__/x", ["@b"]],
    ["", "x", []],
  ] as const)("in %j, %j belongs to %j", (file, path, owners) => {
    expect(ownersOf(file, path)).toEqual(owners);
  });

  test("the line that decides is given with its number", () => {
    const file = "# ours\r\n\r\n* @a\r\n/cards/ @b @c\r\n/cards/x\r\n";
    expect(ruleFor(file, "cards/y")).toEqual({ line: 4, pattern: "/cards/", owners: ["@b", "@c"] });
    expect(ruleFor(file, "cards/x")).toEqual({ line: 5, pattern: "/cards/x", owners: [] });
    expect(ruleFor(parseCodeowners(file), "y")?.line).toBe(3);
    expect(ruleFor("/cards/ @a", "y")).toBeUndefined();
  });

  test("GitHub looks in three places, in this order", () => {
    expect(CODEOWNERS_LOCATIONS).toEqual([".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"]);
  });

  test("a file of 3 MB counts as a whole for nothing", () => {
    const fits = "* @a\n".padEnd(CODEOWNERS_LIMIT - 1, "#");
    expect(ownersOf(fits, "x")).toEqual(["@a"]);
    expect(ownersOf(`${fits}#`, "x")).toEqual([]);
    expect(ownersOf("* @a\n".padEnd(CODEOWNERS_LIMIT / 2 + 9, "é"), "x")).toEqual([]);
    expect(parseCodeowners(`${fits}#`).invalid).toEqual([{ line: 1, why: "too-large" }]);
  });
});

describe("lines that do not count, or not as meant", () => {
  test.each([
    ["!/x @a", "negation"],
    ["\\#x @a", "escaped-hash"],
    ["x\\#y @a", "escaped-hash"],
    ["***/x @a", "three-asterisks"],
    ["/ @a", "only-a-slash"],
    ["a//b @a", "empty-segment"],
    ["// @a", "empty-segment"],
    ["a\\", "dangling-backslash"],
  ])("%j is skipped and reported", (line, why) => {
    expect(parseCodeowners(`* @o\n${line}`)).toEqual({
      rules: [{ line: 1, pattern: "*", owners: ["@o"] }],
      invalid: [{ line: 2, why }],
      doubtful: [],
    });
  });

  test("an owner that is none is named, and takes its line with it", () => {
    const { rules, invalid } = parseCodeowners("* @o\n*.md @a docs@ @b");
    expect(rules).toHaveLength(1);
    expect(invalid).toEqual([{ line: 2, why: "invalid-owner", owner: "docs@" }]);
  });

  test("brackets and a hash inside a word are reported, and read literally and as a comment", () => {
    const { rules, doubtful } = parseCodeowners("/[env]/x @a\na#b @b\n* @c#d\n* @c # fine");
    expect(rules.map(({ pattern, owners }) => [pattern, owners])).toEqual([
      ["/[env]/x", ["@a"]],
      ["a", []],
      ["*", ["@c"]],
      ["*", ["@c"]],
    ]);
    expect(doubtful).toEqual([
      { line: 1, why: "brackets" },
      { line: 2, why: "hash-without-blank" },
      { line: 3, why: "hash-without-blank" },
    ]);
  });

  test("an owner is a person, a team or a mailbox, and nothing else", () => {
    expect(readOwner("@a-b_c")).toEqual({ kind: "user", login: "a-b_c" });
    expect(readOwner("@Org/sec_team")).toEqual({ kind: "team", organization: "Org", slug: "sec_team" });
    expect(readOwner("docs@example.technology")).toEqual({
      kind: "email",
      address: "docs@example.technology",
    });
    for (const none of ["", "a", "@", "@@a", "@a/", "@/a", "a@b", "@a/b/c", "app/x", "@é", "@a\n"]) {
      expect(readOwner(none)).toBeUndefined();
    }
  });
});

const part = fc.constantFrom("a", "b", "ab", "*", "**", "?", "a*", "*b", "a*b*", "\\*", "\\a", "a?b", "");
const pattern = fc
  .tuple(fc.constantFrom("", "/"), fc.array(part, { minLength: 1, maxLength: 4 }), fc.constantFrom("", "/"))
  .map(([start, parts, end]) => start + parts.join("/") + end);
const path = fc.array(fc.constantFrom("a", "b", "ab", "aab", "axb", "*", "abab"), {
  minLength: 1,
  maxLength: 5,
});
const SEEDED = { seed: 20261130, numRuns: 3000 };

describe("for every file", () => {
  test("a pattern owns what a slow matcher written from the rules says", () => {
    fc.assert(
      fc.property(pattern, path, (rule, names) => {
        expect(ownersOf(`${rule} @o`, names.join("/")).length > 0).toBe(owns(rule, names));
      }),
      SEEDED,
    );
  });

  test("the last line that owns the path alone decides", () => {
    const lines = fc.array(pattern, { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(lines, path, (rules, names) => {
        const file = rules.map((rule, at) => `${rule} @o${at}`).join("\n");
        const last = rules.findLastIndex((rule) => owns(rule, names));
        expect(ownersOf(file, names.join("/"))).toEqual(last < 0 ? [] : [`@o${last}`]);
      }),
      SEEDED,
    );
  });

  test("nothing throws, and each line is a rule, is reported, or says nothing", () => {
    const hostile = fc.string({
      unit: fc.constantFrom(...Array.from("a@/*?\\#[]! \t\r\n\u0000\uFEFF😀\uD800.")),
    });
    fc.assert(
      fc.property(hostile, hostile, (file, any) => {
        const { rules, invalid } = parseCodeowners(file);
        const lines = [...rules, ...invalid].map(({ line }) => line);
        expect(new Set(lines).size).toBe(lines.length);
        expect(ownersOf(file, any)).toEqual(ruleFor(file, any)?.owners ?? []);
      }),
      SEEDED,
    );
  });
});

/** How many comparisons it takes to hold a text against items: letters and STARs. */
function steps(items: readonly { letter: string }[], text: string): number {
  let count = 0;
  fitsSequence(
    items.map((item) => (item.letter === STAR ? STAR : item)),
    text.split(""),
    (item, letter) => {
      count++;
      return item.letter === letter;
    },
  );
  return count;
}

function letters(text: string): { letter: string }[] {
  return text.split("").map((letter) => ({ letter }));
}

describe("the work is bounded by the lengths, not by the number of wildcards", () => {
  test.each([10, 100, 1000])("%d stars before a letter that never comes", (stars) => {
    const text = "a".repeat(2000);
    expect(steps(letters("*a".repeat(stars) + "b"), text)).toBeLessThanOrEqual(2 * text.length);
    expect(steps(letters("*a".repeat(stars) + "*b"), text)).toBeLessThanOrEqual(2 * text.length);
  });

  test("a run of letters after a star costs at most run times text", () => {
    expect(steps(letters("*" + "a".repeat(100) + "b"), "a".repeat(1000))).toBeLessThanOrEqual(101 * 1000);
  });

  test("hostile files of a megabyte are answered", () => {
    const name = "a".repeat(200);
    const deep = "a/".repeat(100) + "a";
    for (const line of [
      "*a".repeat(500_000),
      "**/".repeat(300_000) + "b",
      "?".repeat(900_000),
      "a/".repeat(400_000),
    ]) {
      expect(ownersOf(`${line}b @o`, name)).toEqual([]);
      expect(ownersOf(`${line}b @o`, deep)).toEqual([]);
    }
    expect(ownersOf("*a*a*a*a*b @o\n".repeat(60_000), name)).toEqual([]);
  });
});
