import { say, words } from "./phrase.ts";
import { fieldOf, verb, type Sentence, type Told } from "./sentence.ts";

/** What each text is called that a change of wording is about. */
export const WORDINGS: ReadonlyMap<string, string> = new Map([
  ["title-changed", "title"],
  ["description-changed", "description"],
  ["examples-changed", "examples"],
  ["comment-changed", "comment"],
  ["tool-title-changed", "title"],
  ["tool-description-changed", "description"],
  ["tool-icons-changed", "icons"],
  ["tool-annotations-title-changed", "second title"],
  ["card-wording-changed", "the card's own words"],
  ["suspended-changed", "reason of the suspension"],
]);

/** Words for changes of wording. The texts themselves are shown as word diffs. */
export const WORD_SENTENCES = {
  "title-changed": wording,
  "description-changed": wording,
  "examples-changed": wording,
  "comment-changed": wording,
  "tool-title-changed": wording,
  "tool-description-changed": wording,
  "tool-icons-changed": wording,
  "tool-annotations-title-changed": wording,
} as const;

function wording(told: Told): Sentence {
  const noun = words(WORDINGS.get(told.change.kind) ?? "words");
  const field = fieldOf(told);
  return {
    lead: say`${verb(told, "has", "have")} new words: ${noun}${field === undefined ? [] : say` of ${field}`}`,
  };
}
