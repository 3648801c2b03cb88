import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compareSchemas, type CompareOptions } from "../../src/core/compare/compare.ts";
import { ROOT, sandbox } from "../cli/sandbox.ts";

const doc = readFileSync(`${ROOT}/docs/scope.md`, "utf8");
const text = { type: "string" };
const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });

describe("docs/scope.md", () => {
  it("shows what the command answers", async () => {
    const [, line = "", answer = ""] = /^\$ echo '(.*)' \| toolcard scope\n(.*)$/m.exec(doc) ?? [];
    expect((await sandbox().fed([line], "scope")).out).toBe(`${answer}\n`);
  });

  /** The rows of the table of worlds, with schemas that have the difference. */
  const rows: Readonly<Record<string, readonly [unknown, unknown]>> = {
    "gains the optional field `visibility`": [object({ a: text }), object({ a: text, visibility: text })],
    "drops `additionalProperties: false`": [
      object({ a: text }, { additionalProperties: false }),
      object({ a: text }),
    ],
    "a root without properties gains `a`": [object({}), object({ a: text })],
    "`maxLength` 500 → 200": [object({ a: { maxLength: 500 } }), object({ a: { maxLength: 200 } })],
  };
  const WORDS: readonly (readonly [RegExp, string])[] = [
    [/^gains/, "widens"],
    [/^loses/, "narrows"],
    [/^same/, "same"],
  ];

  it.each(Object.entries(rows))("is right about the worlds: %s", (title, [before, after]) => {
    const row = doc.split("\n").find((line) => line.startsWith(`| ${title} |`)) ?? "";
    const [, closed = "", open = "", verdict = ""] = row.split(" | ").map((cell) => cell.trim());
    const said = (world: CompareOptions["world"]) => compareSchemas(before, after, { world }).verdict;
    const meant = [closed, open].map((cell) => WORDS.find(([start]) => start.test(cell))?.[1]);
    expect([said("closed"), said("open")]).toEqual(meant);
    expect(verdict).toContain(`\`${said("strict")}\``);
  });
});
