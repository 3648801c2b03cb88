import { renderExplanation } from "../src/core/explain/render-markdown.ts";
import { gradeOf, ownSentences } from "../test/explain/readable.ts";
import { corpusCases, madeCases } from "./gallery/cases.ts";

// How easily our own sentences are read, over the gallery: the grade of school by Flesch and Kincaid.
const MEDIAN = 8;
const MOST = 10;
const WORST = 3;

const cases = [...madeCases(), ...corpusCases()].map(({ id, drift, options }) => {
  const sentences = ownSentences(renderExplanation(drift, options));
  return { id, sentences, grade: gradeOf(sentences) };
});
const ordered = cases.toSorted((a, b) => b.grade - a.grade);
const median = ordered[Math.floor(ordered.length / 2)]?.grade ?? 0;
const highest = ordered[0]?.grade ?? 0;
for (const { id, grade } of ordered) console.log(`${grade.toFixed(1).padStart(5)}  ${id}`);

const sentences = [...new Set(cases.flatMap((one) => one.sentences))];
const hardest = sentences
  .map((sentence) => ({ sentence, grade: gradeOf([sentence]) }))
  .toSorted((a, b) => b.grade - a.grade);
console.log(`\nThe ${WORST} hardest sentences:`);
for (const { sentence, grade } of hardest.slice(0, WORST))
  console.log(`${grade.toFixed(1).padStart(5)}  ${sentence}`);

const holds = median <= MEDIAN && highest <= MOST;
console.log(`\nMedian ${median} (at most ${MEDIAN}), highest ${highest} (at most ${MOST}).`);
if (!holds) process.exitCode = 1;
