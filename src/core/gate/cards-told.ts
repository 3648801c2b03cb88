import type { Drift } from "../drift/drift.ts";
import type { ExplanationOptions } from "../explain/context.ts";
import { explain, title } from "../explain/explanation.ts";
import { markdownOf, titleMarkdown } from "../explain/markdown.ts";
import { shownServer } from "../explain/title.ts";
import type { Assessment } from "./assess.ts";
import { grantsOfBoth } from "./compare-cards.ts";
import { grantsOnCard } from "./grants-at.ts";
import { ownersOfPath } from "./owners-at.ts";

/** A card that differs, as it is to be explained. */
export interface CardTold {
  readonly drift: Drift;
  readonly options: ExplanationOptions;
}

/** The cards that differ from where the pull request left its base, each with what an explanation needs of it. */
export function cardsToTell({ pull, start, head, legs: [leg] }: Assessment): CardTold[] {
  const { gate, label, labelBy } = leg.settings;
  return leg.facts.flatMap((fact): CardTold[] => {
    if (fact.kind !== "card-changed" && fact.kind !== "card-added") return [];
    const { card, drift } = fact;
    const { server, id, revision, tools } = card.value;
    const before = fact.kind === "card-changed" ? fact.before : undefined;
    const isSilent = before !== undefined && drift.changes.length === 0 && drift.warnings.length === 0;
    if (isSilent) return [];
    const hasRisen = before !== undefined && before.value.revision !== revision;
    const options: ExplanationOptions = {
      place: pull.proposalOf === server ? "pull-request" : "check",
      grants:
        before === undefined
          ? grantsOnCard(head, server)
          : grantsOfBoth(before, card, { before: start, after: head }),
      owners: ownersOfPath(leg.owners, card.file),
      gate,
      label,
      labelBy,
      card: { id, ...(hasRisen && { revisions: [before.value.revision, revision] as const }) },
      tools: { before: before?.value.tools ?? [], after: tools },
    };
    return [{ drift, options }];
  });
}

/** The explanations of some cards, or that they can't all be told whole. */
export interface CardsText {
  readonly markdown: string;
  readonly tooLarge: boolean;
}

/**
 * Explains cards in at most so many bytes. Those that need least are told first, and what they leave is for the others;
 * the text has them in the order given.
 */
export function explainCards(cards: readonly CardTold[], maxBytes: number): CardsText {
  const alone = cards.length === 1;
  const whole = cards.map((card) => textOf(card, maxBytes, alone));
  const needed = whole.reduce((sum, { bytes }) => sum + bytes, 0);
  if (needed <= maxBytes || whole.some(({ tooLarge }) => tooLarge)) return joined(whole);
  let left = maxBytes;
  const texts = [...whole];
  const order = [...cards.keys()].toSorted(
    (one, two) => bytesOf(whole[one]) - bytesOf(whole[two]) || one - two,
  );
  for (const [told, at] of order.entries()) {
    const card = cards[at];
    if (card === undefined) continue;
    const text = textOf(card, Math.floor(left / (cards.length - told)), alone);
    texts[at] = text;
    left = Math.max(0, left - text.bytes);
  }
  return joined(texts);
}

interface CardText extends CardsText {
  readonly bytes: number;
}

function bytesOf(text: CardText | undefined): number {
  return text?.bytes ?? 0;
}

function joined(texts: readonly CardText[]): CardsText {
  return {
    markdown: texts.map(({ markdown }) => markdown).join(""),
    tooLarge: texts.some(({ tooLarge }) => tooLarge),
  };
}

function textOf({ drift, options }: CardTold, room: number, alone: boolean): CardText {
  const heading = alone
    ? ""
    : `## ${titleMarkdown({ title: title(drift, options), server: shownServer(drift.server) })}\n\n`;
  const maxBytes = Math.max(0, room - byteLength(heading) - 1);
  const explanation = explain(drift, { ...options, maxBytes });
  const body = markdownOf(explanation);
  const tooLarge = explanation.tooLarge || byteLength(body) > maxBytes;
  const markdown = alone ? body : `${heading}${body}\n`;
  return { markdown, tooLarge, bytes: byteLength(markdown) };
}

/** How many bytes a text has as UTF-8. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
