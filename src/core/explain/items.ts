import { sorted } from "../json/order.ts";
import { cut, firstOf, type Cuts, type Rendering, type Room } from "./context.ts";
import type { Fact, Group } from "./facts.ts";
import type { Fold, Item } from "./model.ts";
import { newWords } from "./new-words.ts";
import { join, list, name, plural, say, strong, words, type Phrase } from "./phrase.ts";
import { predicateOf, sentenceOf } from "./sentences.ts";
import { toolsByHolder } from "./who.ts";

/** What follows from some equal changes, in words: who, until when, whether today's calls keep working. */
export type Tail = (facts: Group["facts"]) => Phrase;

const LEAST_LINES = 2;

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
    if (same.length < LEAST_LINES) return same.map((group) => itemOf(rendering, group, after));
    return [linesOf(rendering, same, after)];
  });
}

/** Several changes of one tool as one point. */
function linesOf(rendering: Rendering, groups: readonly Group[], after: Phrase): Item {
  const facts = groups.map((group) => group.facts[0]);
  const [first] = facts;
  const lead = strong(say`${first?.change.tool ?? ""}: ${facts.length} changes.`);
  const below = facts.map((fact) => say`It ${predicateOf({ ...fact, many: false })}${alsoAt(fact.change)}`);
  const text = after.length === 0 ? lead : say`${lead} ${after}`;
  return withWords(rendering, { text, below }, facts);
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

function wordsOf({ room, cuts }: Rendering, facts: readonly Fact[]): Phrase[] {
  const texts = facts.flatMap(({ change }) => newWords(change));
  if (room.whole) return texts;
  cut(cuts, "text", texts.length);
  return [];
}

function alsoAt({ alsoAt: fields }: Fact["change"]): Phrase {
  return fields === undefined ? [] : say` The same holds for ${list(fields.map(name))}.`;
}

function subjectOf(tools: readonly string[]): Phrase {
  const [only] = tools;
  if (only === undefined) return words("This card");
  return tools.length > 1 ? words(plural(tools.length, "tool")) : name(only);
}

/** The names of the tools that some facts are about, by code point. */
export function toolsOf(facts: readonly Fact[]): string[] {
  return sorted(new Set(facts.flatMap(({ change }) => (change.tool === undefined ? [] : [change.tool]))));
}

/** The tools of a group by the agents that may call them: each agent and job a line, then those without a grant. */
function toolsFold(
  { context, room, cuts }: Rendering,
  facts: Group["facts"],
  tools: readonly string[],
): Fold {
  const grants = facts.flatMap((fact) => fact.change.grants);
  const granted = new Set(grants.map((grant) => grant.tool));
  const items = [...toolsByHolder(grants).values()].map(({ agent, job, tools: theirs }) => {
    return say`${agent} for ${job}: ${namesWords(sorted(theirs), room, cuts)}`;
  });
  const rest = tools.filter((tool) => !granted.has(tool));
  const nobody = words(context.grantsKnown && granted.size > 0 ? "no grants: " : "");
  if (rest.length > 0) items.push(say`${nobody}${namesWords(rest, room, cuts)}`);
  const held = granted.size === 0 ? "" : `, and the ${plural(grants.length, "grant")} on them`;
  return { summary: `The ${plural(tools.length, "tool")}${held}`, items };
}

/** Names as a list, as many as there is room for: "`a`, `b`, … (20 more)". */
export function namesWords(names: readonly string[], room: Room, cuts: Cuts): Phrase {
  const shown = firstOf(names, room.names, cuts, "name").map(name);
  if (shown.length === names.length) return list(shown);
  return say`${join(shown, ", ")}, … (${names.length - shown.length} more)`;
}
