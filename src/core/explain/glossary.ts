import type { Context } from "./context.ts";
import type { Fold } from "./model.ts";
import { say, strong, words, type Phrase } from "./phrase.ts";

const WORDS: readonly (readonly [word: string, meaning: string])[] = [
  ["Card", "the file here that says the most that agents may do with one server. Only a merge changes it."],
  ["Grant", "lets one agent call one tool, for one job. It is on file here, too."],
  ["Job", "the work that an agent does when it calls the tool."],
  ["Wider, narrower", "agents may do more, or less, than the card allowed before."],
  [
    "toolcard",
    "stands between agents and servers. It passes a call on only where card, grant and server allow it.",
  ],
];

/** What our words mean, for who meets them first on a pull request; people at a terminal have the documentation. */
export function glossaryFor({ place, drift }: Context): Fold | undefined {
  const isRead = place === "pull-request" || place === "check";
  if (!isRead || drift.changes.length === 0) return undefined;
  const items = WORDS.map(([word, meaning]): Phrase => say`${strong(words(word))}: ${words(meaning)}`);
  return { summary: "What card, grant, job, wider and toolcard mean", items };
}
