/**
 * How hard our own sentences are to read, over the gallery: `npm run readability`. By the grade of Flesch and Kincaid the
 * middle one may need 8 years of school, and none more than 10.
 */
import { explain } from "../src/core/explain/explanation.ts";
import { gradeOf, ourParagraphs, sentencesOf } from "../test/explain/our-sentences.ts";
import { corpusCases, madeCases } from "./gallery/cases.ts";

const MEDIAN = 8;
const MOST = 10;

const graded = [...madeCases(), ...corpusCases()]
  .map(({ title, drift, options }) => {
    const sentences = sentencesOf(ourParagraphs(explain(drift, options)));
    return { title, sentences, grade: gradeOf(sentences) };
  })
  .toSorted((one, other) => one.grade - other.grade);
const median = graded[Math.floor(graded.length / 2)]?.grade ?? 0;
const worst = graded.at(-1);
for (const { title, grade } of graded.toReversed()) console.log(`${grade.toFixed(1).padStart(5)}  ${title}`);
console.log(
  `\n${graded.length} explanations; the median is grade ${median.toFixed(1)}, the worst ${worst?.grade.toFixed(1)}.`,
);
const sentences = [...new Set(graded.flatMap((each) => each.sentences))];
const hardest = sentences
  .map((sentence) => ({ sentence, grade: gradeOf([sentence]) }))
  .toSorted((one, other) => other.grade - one.grade);
console.log("\nThe three hardest sentences:");
for (const { sentence, grade } of hardest.slice(0, 3))
  console.log(`${grade.toFixed(1).padStart(5)}  ${sentence}`);
if (median > MEDIAN || (worst?.grade ?? 0) > MOST) {
  console.error(`\nToo hard: the median may be ${MEDIAN}, and none more than ${MOST}.`);
  process.exitCode = 1;
}
