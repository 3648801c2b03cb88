import { describe, expect, it } from "vitest";
import { screenOf } from "../../src/cli/io.ts";
import { renderExplanation } from "../../src/core/explain/render-markdown.ts";
import { renderText } from "../../src/core/explain/render-text.ts";
import { columnsOf, wrapped } from "../../src/core/explain/wrap.ts";
import { codeSpansOf, parsed } from "./gfm.ts";
import { billing, claims, devops, weather } from "./stories.ts";

const stories = { claims, billing, weather, devops };

describe("the text for a terminal", () => {
  it.each(Object.entries(stories))(
    "%s: has no line of more than 80 columns, nor of more than a narrow one",
    (_, story) => {
      for (const columns of [80, 50]) {
        const text = renderText(story.drift, { ...story.options, columns });
        for (const line of text.split("\n")) expect(columnsOf(line)).toBeLessThanOrEqual(columns);
      }
    },
  );

  it.each(Object.entries(stories))("%s: tells the same facts as the Markdown", (_, { drift, options }) => {
    const [shown = ""] = renderExplanation(drift, options).split("<details><summary>For engineers");
    const text = renderText(drift, { ...options, columns: 100_000 });
    for (const span of codeSpansOf(parsed(shown))) expect(text).toContain(`\`${span.trim()}\``);
  });

  it("has colours only when it is asked to", () => {
    expect(renderText(claims.drift, claims.options)).not.toContain("\u001B");
    const coloured = renderText(claims.drift, { ...claims.options, colour: true });
    expect(coloured).toContain("\u001B[36m`create_note`\u001B[0m");
    expect(coloured.replaceAll(/\u001B\[\d+m/g, "")).toBe(renderText(claims.drift, claims.options));
  });
});

describe("the columns that a text takes", () => {
  it.each([
    ["get_claim", 9],
    ["天気予報", 8],
    ["カタカナ", 8],
    ["ｶﾀｶﾅ", 4],
    ["ＡＢ￥", 6],
    ["보험", 4],
    ["\u1112\u1161\u11AB", 2],
    ["Việt", 4],
    ["tie\u0302\u0301ng", 5],
    ["สภาพ", 4],
    ["ทั้ง", 2],
    ["की", 2],
    ["שלום", 4],
    ["مرحبا", 5],
    ["👍", 2],
    ["㍿①", 3],
  ])("of %s are %i", (text, columns) => {
    expect(columnsOf(text)).toBe(columns);
  });
});

describe("a terminal", () => {
  it.each([
    ["is one", { isTTY: true, columns: 72 }, {}, { colour: true, columns: 72 }],
    ["is very wide", { isTTY: true, columns: 300 }, {}, { colour: true, columns: 100 }],
    ["does not say how wide it is", { isTTY: true, columns: 0 }, {}, { colour: true }],
    ["is to have no colour", { isTTY: true, columns: 80 }, { NO_COLOR: "1" }, { colour: false, columns: 80 }],
    ["is told nothing", { isTTY: true, columns: 80 }, { NO_COLOR: "" }, { colour: true, columns: 80 }],
    ["is dumb", { isTTY: true, columns: 80 }, { TERM: "dumb" }, { colour: false, columns: 80 }],
    ["is a file", {}, {}, {}],
    ["is a file for which colour is forced elsewhere", {}, { FORCE_COLOR: "1" }, {}],
  ])("gets what it can show where standard output %s", (_, stream, environment, screen) => {
    expect(screenOf(stream, environment)).toEqual(screen);
  });
});

function lines(text: string, columns: number): string[] {
  return wrapped([{ text }], columns).map((line) => line.map((run) => run.text).join(""));
}

describe("wrapping", () => {
  it("breaks at blanks, and a word longer than the line anywhere", () => {
    expect(lines("one two three", 8)).toEqual(["one two", "three"]);
    expect(lines("a abcdefghij b", 4)).toEqual(["a", "abcd", "efgh", "ij b"]);
    expect(lines("天気予報 x", 6)).toEqual(["天気予", "報 x"]);
    expect(lines("ab天気", 3)).toEqual(["ab", "天", "気"]);
    expect(lines("e\u0301".repeat(4), 3)).toEqual(["e\u0301".repeat(3), "e\u0301"]);
  });
});
