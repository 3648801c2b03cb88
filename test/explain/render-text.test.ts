import { describe, expect, it } from "vitest";
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

function lines(text: string, columns: number): string[] {
  return wrapped([{ text }], columns).map((line) => line.map((run) => run.text).join(""));
}

describe("wrapping", () => {
  it("breaks at blanks, and a word longer than the line anywhere", () => {
    expect(lines("one two three", 8)).toEqual(["one two", "three"]);
    expect(lines("a abcdefghij b", 4)).toEqual(["a", "abcd", "efgh", "ij b"]);
    expect(lines("天気予報 x", 6)).toEqual(["天気予", "報 x"]);
  });
});
