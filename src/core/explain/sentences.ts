import type { ChangeKind } from "../drift/kinds.ts";
import { say, strong, type Phrase } from "./phrase.ts";
import type { Told, Wording } from "./sentence.ts";
import { CARD_SENTENCES } from "./sentences-card.ts";
import { FIELD_SENTENCES } from "./sentences-fields.ts";
import { RULE_SENTENCES } from "./sentences-rules.ts";
import { TOOL_SENTENCES } from "./sentences-tool.ts";
import { VALUE_SENTENCES } from "./sentences-values.ts";
import { WORD_SENTENCES } from "./sentences-words.ts";

/** The words of every kind of change: a kind without them does not compile. */
export const SENTENCES: Readonly<Record<ChangeKind, Wording>> = {
  ...VALUE_SENTENCES,
  ...FIELD_SENTENCES,
  ...RULE_SENTENCES,
  ...TOOL_SENTENCES,
  ...CARD_SENTENCES,
  ...WORD_SENTENCES,
};

/** A change in words that go on after the tool's name: "now requires `reason`: text, up to 200 characters." */
export function predicateOf(told: Told): Phrase {
  const { lead, more } = SENTENCES[told.change.kind](told);
  return say`${lead}${restOf(told, more)}.`;
}

/** A change as one sentence: "**`refund` now requires `reason`**: text, up to 200 characters." */
export function sentenceOf(told: Told, subject: Phrase): Phrase {
  const { lead, more } = SENTENCES[told.change.kind](told);
  if (told.change.kind === "tool-added") return say`${strong(say`New tool ${subject}.`)} ${more ?? []}.`;
  const said = strong(say`${subject} ${lead}`);
  return say`${said}${restOf(told, more)}.`;
}

/** What follows the lead: what exactly, and what only the tools before and after tell. */
function restOf({ detail = [], many }: Told, more: Phrase = []): Phrase {
  return say`${more.length === 0 ? [] : say`: ${more}`}${many ? [] : detail}`;
}
