import { alikeItem } from "./alike-item.ts";
import type { Rendering } from "./context.ts";
import { toolsOf, type Fact, type Group } from "./facts.ts";
import type { Item } from "./model.ts";
import { wordsOf } from "./new-words.ts";
import { list, name, plural, say, strong, words, type Phrase } from "./phrase.ts";
import { predicateOf, sentenceOf } from "./sentences.ts";
import { toolsFold } from "./tools-fold.ts";

/** What follows from some equal changes, in words: who, until when, whether today's calls keep working. */
export type Tail = (facts: Group["facts"]) => Phrase;

const LEAST_LINES = 2;
const MOST_LINES = 6;

/**
 * Groups of changes as points. Several changes of one tool from which the same follows are one point with a line
 * each, so that what follows is read once.
 */
export function itemsOf(rendering: Rendering, groups: readonly Group[], tail: Tail): Item[] {
  const together = new Map<string, { groups: Group[]; after: Phrase }>();
  for (const group of groups) {
    const after = tail(group.facts);
    const tools = toolsOf(group.facts);
    const alone = tools.length !== 1 || group.facts[0].change.kind === "tool-added";
    const key = alone ? `alone ${together.size}` : JSON.stringify([tools, after]);
    const known = together.get(key);
    if (known === undefined) together.set(key, { groups: [group], after });
    else known.groups.push(group);
  }
  return [...together.values()].flatMap(({ groups: same, after }) => {
    if (same.length < LEAST_LINES)
      return same.map((group) => (group.alike ? alikeItem : itemOf)(rendering, group, after));
    return [linesOf(rendering, same, after)];
  });
}

/** Several changes of one tool as one point. */
function linesOf(rendering: Rendering, groups: readonly Group[], after: Phrase): Item {
  const facts = groups.map((group) => group.facts[0]);
  const [first] = facts;
  const lead = strong(say`${first?.change.tool ?? ""}: ${facts.length} changes.`);
  const lines = facts.map((fact) => say`It ${predicateOf({ ...fact, many: false })}${alsoAt(fact.change)}`);
  const text = after.length === 0 ? lead : say`${lead} ${after}`;
  if (lines.length <= MOST_LINES) return withWords(rendering, { text, below: lines }, facts);
  const rest = lines.slice(MOST_LINES - 1);
  const below = [...lines.slice(0, MOST_LINES - 1), words(`And ${rest.length} more, below.`)];
  const fold = {
    summary: `The other ${rest.length} changes`,
    items: [...rest, ...wordsOf(rendering, facts)],
  };
  return { text, below, fold };
}

/** A group of changes as one point: its sentence, then what follows from it; the tools of a group folded. */
function itemOf(rendering: Rendering, { facts }: Group, after: Phrase): Item {
  const [fact] = facts;
  const { change } = fact;
  const tools = toolsOf(facts);
  const told = { ...fact, many: tools.length > 1 };
  const sentence = say`${sentenceOf(told, subjectOf(tools))}${alsoAt(change)}`;
  const text = after.length === 0 ? sentence : say`${sentence} ${after}`;
  if (tools.length < 2) return withWords(rendering, { text }, facts);
  const fold = toolsFold(rendering, facts, tools);
  return { text, fold: { ...fold, items: [...fold.items, ...wordsOf(rendering, facts.slice(0, 1))] } };
}

/** Agents read what a server says about something new, so it is there in whole, folded. */
function withWords(rendering: Rendering, item: Item, facts: readonly Fact[]): Item {
  const items = wordsOf(rendering, facts);
  return items.length === 0 ? item : { ...item, fold: { summary: "The server's words about it", items } };
}

function alsoAt({ alsoAt: fields }: Fact["change"]): Phrase {
  return fields === undefined ? [] : say` The same holds for ${list(fields.map(name))}.`;
}

function subjectOf(tools: readonly string[]): Phrase {
  const [only] = tools;
  if (only === undefined) return words("This card");
  return tools.length > 1 ? words(plural(tools.length, "tool")) : name(only);
}
