import { firstOf, type Context, type Rendering } from "./context.ts";
import { grouped, toolsOf, type Fact, type Group } from "./facts.ts";
import type { Item, Section } from "./model.ts";
import { plural, say, strong, words, type Phrase } from "./phrase.ts";
import { toolsNamed } from "./tools-named.ts";
import { shownCharacters, textLine, wordingItem } from "./wording-item.ts";

const LEGEND: Phrase = [{ legend: "word-diff" }];

// Characters of a changed text that are read at once; those of flagged ones; those of all that are not flagged.
const SHORT = 320;
const SHORT_FLAGGED = 1_500;
const SHORT_IN_ALL = 900;
const LEAST_TOGETHER = 3;

/**
 * The texts that changed, each as a word diff; the same edit on several tools once. What is flagged comes first, and long
 * texts are folded, so that it is not buried by what is merely long.
 */
export function wordingSection(rendering: Rendering, facts: readonly Fact[], heading: Phrase): Section {
  const flagged = flaggedIn(rendering.context, facts);
  const isFlagged = (group: Group) => group.facts.some((fact) => flagged.has(fact));
  const groups = grouped(facts, (fact) => sameEdit(rendering, fact, flagged.has(fact)));
  const ordered = [...groups.filter(isFlagged), ...groups.filter((group) => !isFlagged(group))];
  const shown = firstOf(ordered, rendering.room.items, rendering.cuts, "text");
  return {
    id: "wording",
    heading,
    before: [
      say`Same permission, but agents act on these words. They are the server's, not ours; ${LEGEND}.`,
    ],
    items: itemsOf(rendering, shown, isFlagged),
  };
}

/** What makes two edits the same. A flagged text that came or went is not one of many in a fold. */
function sameEdit({ context }: Rendering, fact: Fact, isFlagged: boolean): string {
  const { kind, tool, pointer, before, after } = fact.change;
  if (tool === undefined) return JSON.stringify([kind, pointer, "of the card"]);
  if (before === undefined || after === undefined)
    return JSON.stringify([kind, pointer, before === undefined, isFlagged && tool]);
  const edit = (context.diffs.get(fact) ?? []).filter((part) => part.kind !== "kept");
  return JSON.stringify([kind, pointer, edit.map((part) => [part.kind, part.text])]);
}

function itemsOf(
  rendering: Rendering,
  groups: readonly Group[],
  isFlagged: (group: Group) => boolean,
): Item[] {
  let room = SHORT_IN_ALL;
  const told: Item[] = [];
  const folded: Fact[] = [];
  for (const group of groups) {
    const length = shownCharacters(rendering, group);
    const isOpen = length <= (isFlagged(group) ? SHORT_FLAGGED : Math.min(SHORT, room));
    if (isOpen && !isFlagged(group)) room -= length;
    if (isOpen || isFlagged(group) || group.facts.length > 1)
      told.push(wordingItem(rendering, group, isOpen));
    else folded.push(group.facts[0]);
  }
  if (folded.length >= LEAST_TOGETHER) return [...told, togetherItem(rendering, folded, told.length > 0)];
  return [...told, ...folded.map((fact) => wordingItem(rendering, { facts: [fact] }, false))];
}

/** What somebody should look at: texts that a warning is about, or that name another tool now. */
function flaggedIn(context: Context, facts: readonly Fact[]): Set<Fact> {
  const warned = new Set(
    context.drift.warnings.flatMap((warning) =>
      "pointer" in warning ? placesAbove(warning.tool, warning.pointer) : [],
    ),
  );
  const isWarned = ({ change: { tool = "", pointer } }: Fact) => warned.has(placeKey(tool, pointer));
  return new Set(facts.filter((fact) => isWarned(fact) || toolsNamed(context, fact).length > 0));
}

/** The place of a text, and all that hold it: a list of examples changes as one. */
function placesAbove(tool: string, pointer: string): string[] {
  const places: string[] = [];
  for (let at = pointer; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) places.push(placeKey(tool, at));
  return places;
}

function placeKey(tool: string, pointer: string): string {
  return JSON.stringify([tool, pointer]);
}

/** Many texts, each with an edit of its own, behind one line. */
function togetherItem(rendering: Rendering, facts: readonly Fact[], more: boolean): Item {
  const texts = strong(words(plural(facts.length, more ? "more text" : "text")));
  const tools = plural(toolsOf(facts).length, "tool");
  return {
    text: say`${texts} of ${words(tools)} changed, each in its own way.`,
    fold: { summary: `The ${facts.length} texts`, items: facts.map((fact) => textLine(rendering, fact)) },
  };
}
