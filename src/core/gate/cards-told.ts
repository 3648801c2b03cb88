import type { Drift } from "../drift/drift.ts";
import type { ExplanationOptions } from "../explain/context.ts";
import { explain } from "../explain/explanation.ts";
import { markdownOf } from "../explain/markdown.ts";
import type { Assessment } from "./assess.ts";
import { grantsOfBoth } from "./compare-cards.ts";
import { grantsAt } from "./grants-at.ts";
import { ownersOfPath } from "./owners-at.ts";

/** A card that differs, as it is to be explained. */
export interface CardTold {
  readonly drift: Drift;
  readonly options: ExplanationOptions;
}

/** The cards that differ from where the pull request left its base, each with what an explanation needs of it. */
export function cardsToTell({ pull, start, head, legs: [leg] }: Assessment): CardTold[] {
  const grants = { before: grantsAt(start), after: grantsAt(head) };
  const { gate, label, labelBy } = leg.settings;
  return leg.facts.flatMap((fact): CardTold[] => {
    if (fact.kind !== "card-changed" && fact.kind !== "card-added") return [];
    const { card, drift } = fact;
    const { server, id, revision, tools } = card.value;
    const before = fact.kind === "card-changed" ? fact.before : undefined;
    const isSilent = before !== undefined && drift.changes.length === 0 && drift.warnings.length === 0;
    if (isSilent) return [];
    const options: ExplanationOptions = {
      place: pull.proposalOf === server ? "pull-request" : "check",
      grants: before === undefined ? grants.after.on(server) : grantsOfBoth(before, card, grants),
      owners: ownersOfPath(leg.owners, card.file),
      gate,
      label,
      labelBy,
      card: { id, ...(before && { revisions: [before.value.revision, revision] as const }) },
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
  const wanted = cards.map((card, at) => ({ card, at, size: textOf(card, maxBytes, alone).bytes }));
  let left = maxBytes;
  let rest = cards.length;
  let tooLarge = false;
  const texts = new Map<number, string>();
  for (const { card, at } of wanted.toSorted((one, two) => one.size - two.size || one.at - two.at)) {
    const text = textOf(card, Math.floor(left / rest), alone);
    texts.set(at, text.markdown);
    tooLarge ||= text.tooLarge;
    left = Math.max(0, left - text.bytes);
    rest--;
  }
  const markdown = cards.map((_, at) => texts.get(at) ?? "").join("");
  return { markdown, tooLarge: tooLarge || byteLength(markdown) > maxBytes };
}

function textOf({ drift, options }: CardTold, room: number, alone: boolean): CardsText & { bytes: number } {
  // The heading is a server's name and counts.
  const heading = 500;
  const explanation = explain(drift, { ...options, maxBytes: Math.max(0, room - heading) });
  const body = markdownOf(explanation);
  const markdown = alone ? body : `## ${explanation.title}\n\n${body}\n`;
  return { markdown, tooLarge: explanation.tooLarge, bytes: byteLength(markdown) };
}

/** How many bytes a text has as UTF-8. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
