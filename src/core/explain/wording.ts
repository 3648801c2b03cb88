import { firstOf, type Rendering } from "./context.ts";
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
  const groups = grouped(facts, (fact) => sameEdit(rendering, fact));
  const shown = firstOf(groups, rendering.room.items, rendering.cuts, "text");
  return {
    id: "wording",
    heading,
    before: [
      say`Same permission, but agents act on these words. They are the server's, not ours; ${LEGEND}.`,
    ],
    items: itemsOf(rendering, shown),
  };
}

function sameEdit({ context }: Rendering, fact: Fact): string {
  const { kind, tool, pointer, before, after } = fact.change;
  if (tool === undefined) return JSON.stringify([kind, pointer, "of the card"]);
  if (before === undefined || after === undefined)
    return JSON.stringify([kind, pointer, before === undefined]);
  const edit = (context.diffs.get(fact) ?? []).filter((part) => part.kind !== "kept");
  return JSON.stringify([kind, pointer, edit.map((part) => [part.kind, part.text])]);
}

function itemsOf(rendering: Rendering, groups: readonly Group[]): Item[] {
  const flagged = flaggedIn(rendering, groups);
  let room = SHORT_IN_ALL;
  const open = (group: Group) => {
    const length = shownCharacters(rendering, group.facts[0]);
    if (flagged.has(group)) return length <= SHORT_FLAGGED;
    if (length > Math.min(SHORT, room)) return false;
    room -= length;
    return true;
  };
  const first = groups.filter((group) => flagged.has(group));
  const others = groups.filter((group) => !flagged.has(group));
  const items = [...first, ...others].map((group) => ({ group, isOpen: open(group) }));
  const folded = items.filter(({ group, isOpen }) => !isOpen && !flagged.has(group) && isSingle(group));
  const together = folded.length >= LEAST_TOGETHER ? folded : [];
  const alone = items.filter((item) => !together.includes(item));
  const told = alone.map(({ group, isOpen }) => wordingItem(rendering, group, isOpen));
  const facts = together.map(({ group }) => group.facts[0]);
  return facts.length === 0 ? told : [...told, togetherItem(rendering, facts, told.length > 0)];
}

function isSingle({ facts }: Group): boolean {
  return facts.length === 1;
}

/** What somebody should look at: a text that a warning is about, or that names another tool now. */
function flaggedIn({ context }: Rendering, groups: readonly Group[]): Set<Group> {
  const warned = new Set(
    context.drift.warnings.flatMap((warning) =>
      "pointer" in warning ? [placeKey(warning.tool, warning.pointer)] : [],
    ),
  );
  return new Set(
    groups.filter(({ facts }) =>
      facts.some(
        (fact) =>
          warned.has(placeKey(fact.change.tool ?? "", fact.change.pointer)) ||
          toolsNamed(context, fact).length > 0,
      ),
    ),
  );
}

function placeKey(tool: string, pointer: string): string {
  return JSON.stringify([tool, pointer]);
}

/** Many texts, each with an edit of its own, behind one line. */
function togetherItem(rendering: Rendering, facts: readonly Fact[], more: boolean): Item {
  const texts = strong(words(plural(facts.length, more ? "more text" : "text")));
  const tools = plural(toolsOf(facts).length, "tool");
  return {
    text: say`${texts} of ${words(tools)} changed, each in its own way. No warning is about them.`,
    fold: { summary: `The ${facts.length} texts`, items: facts.map((fact) => textLine(rendering, fact)) },
  };
}
