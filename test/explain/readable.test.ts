import { describe, expect, it } from "vitest";
import { madeCases } from "../../scripts/gallery/cases.ts";
import { explain } from "../../src/core/explain/explanation.ts";
import { gradeOf, ourParagraphs, sentencesOf, wordsIn } from "./our-sentences.ts";

const cases = madeCases().map((each) => {
  const explanation = explain(each.drift, each.options);
  return { title: each.title, explanation, paragraphs: ourParagraphs(explanation) };
});

/** Words for people who write code; "any", "text", "record", "list" stand for what they name. */
const JARGON =
  /\b(?:schemas?|enums?|properties|property|json|pointers?|additionalproperties|payload|fingerprint|hash|null|nullable|objects?|arrays?|regex|boolean|integer|string)\b/i;

describe("what a person reads", () => {
  it("takes 8 years of school in the middle, and never more than 10", () => {
    const grades = cases
      .map(({ title, paragraphs }) => ({ title, grade: gradeOf(sentencesOf(paragraphs)) }))
      .toSorted((one, other) => one.grade - other.grade);
    expect(grades[Math.floor(grades.length / 2)]?.grade).toBeLessThanOrEqual(8);
    expect(grades.filter(({ grade }) => grade > 10)).toEqual([]);
  });

  it.each(cases.map(({ title, paragraphs }) => [title, paragraphs] as const))(
    "has no words for people who write code: %s",
    (_, paragraphs) => {
      expect(sentencesOf(paragraphs).filter((sentence) => JARGON.test(sentence))).toEqual([]);
      expect(paragraphs.filter((text) => /[{}]|"\w+":/.test(text))).toEqual([]);
    },
  );

  it.each(
    cases.filter(({ title }) => title.startsWith("The story")).map((each) => [each.title, each] as const),
  )("is read in a minute and a bit: %s", (_, { explanation, paragraphs }) => {
    const decision = paragraphs.findIndex((text) => text.startsWith("Yes to all"));
    expect(wordsIn(paragraphs.slice(0, 1))).toBeLessThanOrEqual(60);
    expect(wordsIn(paragraphs.slice(0, decision))).toBeLessThanOrEqual(270);
    expect(wordsIn(paragraphs)).toBeLessThanOrEqual(400);
    expect(explanation.tooLarge).toBe(false);
  });
});
