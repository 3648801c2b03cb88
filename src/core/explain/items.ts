import { sorted } from "../json/order.ts";
import { firstOf, type Cuts, type Rendering, type Room } from "./context.ts";
import type { Fact, Group } from "./facts.ts";
import type { Fold, Item } from "./model.ts";
import { join, list, name, plural, say, words, type Phrase } from "./phrase.ts";
import { sentenceOf } from "./sentences.ts";
import { toolsByHolder } from "./who.ts";

/** A group of changes as one point: its sentence, then what follows from it; the tools of a group folded. */
export function itemOf(
  rendering: Rendering,
  { facts }: Group,
  tail: (facts: Group["facts"]) => Phrase,
): Item {
  const [{ change, required }] = facts;
  const tools = toolsOf(facts);
  const told = { change, required, many: tools.length > 1 };
  const sentence = sentenceOf(told, subjectOf(facts, tools));
  const after = tail(facts);
  const also = change.alsoAt === undefined ? [] : say` The same holds for ${list(change.alsoAt.map(name))}.`;
  const text = after.length === 0 ? say`${sentence}${also}` : say`${sentence}${also} ${after}`;
  return tools.length > 1 ? { text, fold: toolsFold(rendering, facts, tools) } : { text };
}

function subjectOf(facts: Group["facts"], tools: readonly string[]): Phrase {
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
  const named = (names: Iterable<string>) => namesWords(sorted(names), room, cuts);
  const items = [...toolsByHolder(grants).values()].map(({ agent, job, tools: theirs }) => {
    return say`${agent} for ${job}: ${named(theirs)}`;
  });
  const rest = tools.filter((tool) => !granted.has(tool));
  const nobody = context.grantsKnown ? say`no grants: ` : [];
  if (rest.length > 0) items.push(say`${nobody}${named(rest)}`);
  const held = grants.length === 0 ? "" : `, and the ${plural(grants.length, "grant")} on them`;
  return { summary: `The ${plural(tools.length, "tool")}${held}`, items };
}

/** Names as a list, as many as there is room for: "`a`, `b`, … (20 more)". */
export function namesWords(names: readonly string[], room: Room, cuts: Cuts): Phrase {
  const shown = firstOf(names, room.names, cuts, "name");
  const said = shown.length === names.length ? list(shown.map(name)) : join(shown.map(name), ", ");
  return shown.length === names.length ? said : say`${said}, … (${names.length - shown.length} more)`;
}
