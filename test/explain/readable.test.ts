import { describe, expect, it } from "vitest";
import { corpusCases, madeCases } from "../../scripts/gallery/cases.ts";
import { renderExplanation } from "../../src/core/explain/render-markdown.ts";
import { gradeOf, JARGON, ownSentences, ownWords, RAW_JSON, unfolded, wordsIn } from "./readable.ts";
import { billing, claims, devops, weather } from "./stories.ts";

// The corpus is part of this where it lies beside the repository.
const cases = [...madeCases(), ...corpusCases()].map(({ id, drift, options }) => {
  return { id, markdown: renderExplanation(drift, options) };
});
const grades = cases.map(({ markdown }) => gradeOf(ownSentences(markdown))).toSorted((a, b) => a - b);

describe("our own sentences", () => {
  it("are read with ease after eight years of school in the median, after ten in any explanation", () => {
    expect(grades[Math.floor(grades.length / 2)]).toBeLessThanOrEqual(8);
    expect(grades.at(-1)).toBeLessThanOrEqual(10);
  });

  it("are graded: a hard sentence is beyond what is let pass", () => {
    const hard =
      "Notwithstanding the aforementioned considerations, the administration's authorisation necessitates comprehensive documentation.";
    expect(gradeOf([hard])).toBeGreaterThan(10);
  });

  it.each(cases)("in $id have no word of engineers outside the folds", ({ markdown }) => {
    expect(ownWords(markdown)).not.toMatch(JARGON);
  });

  it.each(cases.filter(({ id }) => !id.startsWith("hostile")))(
    "in $id have no value as programs write it outside the folds",
    ({ markdown }) => {
      expect(unfolded(markdown)).not.toMatch(RAW_JSON);
    },
  );

  it.each(['was `{"credential": "b"}`', "**`[]`**", '~~`["a"]`~~', '`[{"src": "a"}]`'])(
    "would be found to have a value as programs write it: %s",
    (markdown) => {
      expect(markdown).toMatch(RAW_JSON);
    },
  );

  it("are found without what a server wrote, and without what is folded", () => {
    const markdown =
      "Lets `bot` do **``a ` schema``**.\n\n<details><summary>JSON</summary>\n\nschema\n\n</details>\n\n- It is.";
    expect(ownSentences(markdown)).toEqual(["Lets name do name.", "It is."]);
  });
});

describe("the length of an explanation", () => {
  // A hostile server's own words are shown in whole, whatever their length, and its warnings are more to decide on.
  it.each([
    ["claims", claims, 270, 400],
    ["billing", billing, 270, 400],
    ["devops", devops, 270, 400],
    ["weather", weather, 300, 465],
  ])(
    "of the story %s is a minute's reading: first block, until the decision, in all",
    (_name, { drift, options }, untilDecision, inAll) => {
      const shown = unfolded(renderExplanation(drift, options));
      const until = (mark: string) => wordsIn(shown.slice(0, shown.indexOf(mark)));
      expect(until("\n###")).toBeLessThanOrEqual(60);
      expect(until("### Your decision")).toBeLessThanOrEqual(untilDecision);
      expect(wordsIn(shown)).toBeLessThanOrEqual(inAll);
    },
  );
});
