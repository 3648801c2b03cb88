import { firstOf, type Rendering } from "./context.ts";
import { toolsOf, type Fact, type Group } from "./facts.ts";
import type { Item } from "./model.ts";
import { wordsOf } from "./new-words.ts";
import { newToolsWords } from "./new-tools.ts";
import { join, listAtMost, name, plural, say, strong, words, type Phrase } from "./phrase.ts";
import { fieldOf } from "./sentence.ts";
import { predicateOf, SENTENCES } from "./sentences.ts";
import { toolsFold } from "./tools-fold.ts";

const NAMED = 8;
const FIELDS = 3;

/**
 * The same kind of change on several tools, each with a field or a value of its own, as one point: which tools and
 * fields in short, and each change in full below.
 */
export function alikeItem(rendering: Rendering, { facts }: Group, after: Phrase): Item {
  const [{ change }] = facts;
  const tools = toolsOf(facts);
  const shown = firstOf(facts, rendering.room.names, rendering.cuts, "change");
  const each = shown.flatMap((fact) => eachOf(rendering, fact));
  if (shown.length < facts.length) each.push(words(`… (${facts.length - shown.length} more)`));
  if (change.kind === "tool-added") {
    const said = newToolsWords(rendering.context, facts);
    const text = after.length === 0 ? said : say`${said} ${after}`;
    return { text, fold: { summary: `The ${plural(tools.length, "new tool")}`, items: each } };
  }
  const lead = leadOfMany(facts[0]);
  const said = say`${strong(say`${words(plural(tools.length, "tool"))} ${lead}`)}: ${placesOf(facts)}.`;
  const text = after.length === 0 ? said : say`${said} ${after}`;
  const isHeld = facts.some((fact) => fact.change.grants.length > 0);
  const holders = isHeld ? toolsFold(rendering, facts, tools).items : [];
  return { text, fold: { summary: `The ${facts.length} changes`, items: [...each, ...holders] } };
}

/** What happened, whatever field of a tool it happened to: "no longer take some of their fields". */
export function leadOfMany({ change, required }: Pick<Fact, "change" | "required">): Phrase {
  const field = words(change.kind === "field-added" ? "further fields" : "some of their fields");
  return SENTENCES[change.kind]({ change, required, many: true, field }).lead;
}

/** "`draft` of `create_issue`; `page` and `top` of `list_issues`; 3 more tools". */
function placesOf(facts: Group["facts"]): Phrase {
  const byTool = new Map<string, Map<string, Phrase>>();
  for (const fact of facts) {
    const { tool = "" } = fact.change;
    const fields = byTool.get(tool) ?? new Map<string, Phrase>();
    const field = fieldOf(fact);
    if (field !== undefined) fields.set(JSON.stringify(field), field);
    byTool.set(tool, fields);
  }
  const places = [...byTool].slice(0, NAMED).map(([tool, fields]) => {
    return fields.size === 0 ? name(tool) : say`${listAtMost([...fields.values()], FIELDS)} of ${tool}`;
  });
  if (byTool.size > NAMED) places.push(words(plural(byTool.size - NAMED, "more tool")));
  return join(places, "; ");
}

/** One of the changes in full, and what the server says about it in words. */
function eachOf(rendering: Rendering, fact: Fact): Phrase[] {
  const { change } = fact;
  const tool = name(change.tool ?? "");
  const told = { ...fact, many: false };
  const said =
    change.kind === "tool-added"
      ? say`${tool}. ${SENTENCES[change.kind](told).more ?? []}.`
      : say`${tool} ${predicateOf(told)}`;
  return [said, ...wordsOf(rendering, [fact]).map((text) => say`${tool}, ${text}`)];
}
