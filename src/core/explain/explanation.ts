import type { Drift } from "../drift/drift.ts";
import { contextOf, type Context, type Cuts, type ExplanationOptions, type Room } from "./context.ts";
import { widenedWords } from "./counts.ts";
import { dataOf } from "./data.ts";
import { withDetails } from "./details.ts";
import { glossaryFor } from "./glossary.ts";
import { markdownOf } from "./markdown.ts";
import type { Explanation } from "./model.ts";
import { list, plural, say, words, type Phrase } from "./phrase.ts";
import { sectionsOf } from "./sections.ts";
import { summaryOf } from "./summary.ts";
import { shownServer, titleOf } from "./title.ts";
import { tooLarge } from "./too-large.ts";

const MAX_BYTES = 60_000;
const ALL = Number.POSITIVE_INFINITY;

const FEW = 60;

// Less room step by step: details before decisions. Widenings and revoked grants are told in every one.
const FULL: Room = {
  names: ALL,
  kept: 240,
  whole: true,
  changed: ALL,
  items: ALL,
  warnings: ALL,
  data: true,
  full: true,
};
const ROOMS: readonly Room[] = [
  FULL,
  { ...FULL, names: 20, whole: false },
  { ...FULL, names: 6, kept: 80, whole: false, data: false },
  { ...FULL, names: 6, kept: 80, whole: false, data: false, changed: 1000, items: 100 },
  { ...FULL, names: 3, kept: 60, whole: false, data: false, changed: 300, items: 20, warnings: 50 },
  {
    ...FULL,
    names: 3,
    kept: 60,
    whole: false,
    data: false,
    changed: 300,
    items: 5,
    warnings: 20,
    full: false,
  },
];

/**
 * Explains a drift to someone who does not write code (DESIGN §11): first what approving does and what it takes away,
 * then what needs a decision, then the rest. The same drift and options give the same explanation.
 */
export function explain(drift: Drift, options: ExplanationOptions = {}): Explanation {
  const plain = contextOf(drift, options);
  // Examples are for who can read them all; looking for those of many changes would take its time, too.
  const context = plain.facts.length <= FEW ? { ...plain, facts: withDetails(plain) } : plain;
  const most = options.maxBytes ?? MAX_BYTES;
  const fits = (explanation: Explanation) => bytesOf(markdownOf(explanation)) <= most;
  // With few changes there is nearly always room for all. With many, the least room comes first: where that is too little
  // nothing else is tried, so that twice the changes never cost more than twice the time.
  if (context.facts.length <= FEW) {
    const whole = explainIn(context, FULL);
    if (fits(whole)) return whole;
  }
  let last: Explanation | undefined;
  for (const room of ROOMS.toReversed()) {
    const explanation = explainIn(context, room);
    if (!fits(explanation)) break;
    last = explanation;
  }
  return last ?? tooLarge(context, fits);
}

function explainIn(context: Context, room: Room): Explanation {
  const cuts: Cuts = new Map();
  const sections = sectionsOf({ context, room, cuts });
  const glossary = room.whole ? glossaryFor(context) : undefined;
  return {
    title: titleOf(context),
    server: shownServer(context.drift.server),
    summary: summaryOf(context),
    cuts: cutsWords(cuts),
    sections,
    ...(glossary !== undefined && { glossary }),
    data: dataOf(context, room.data),
    tooLarge: false,
  };
}

function cutsWords(cuts: Cuts): Phrase {
  if (cuts.size === 0) return [];
  const counts = [...cuts].map(([what, count]) => words(plural(count, what)));
  return say`Shortened: ${list(counts)} are left out below. Every widening and every revoked grant is still there.`;
}

/** The title of a drift: the server's name and counts, nothing else: "claims-tools: revokes 2 grants; widens 1 field". */
export function title(drift: Drift, options: ExplanationOptions = {}): string {
  return titleOf(contextOf(drift, options));
}

/** What a drift widens, counted as in its title: "1 field", "1 new tool"; none when no label is needed for a permission. */
export function widened(drift: Drift, options: ExplanationOptions = {}): string[] {
  return widenedWords(contextOf(drift, options));
}

/** What several drifts widen together, counted as `widened` does. */
export function widenedIn(drifts: readonly { drift: Drift; options: ExplanationOptions }[]): string[] {
  return widenedWords(...drifts.map(({ drift, options }) => contextOf(drift, options)));
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
