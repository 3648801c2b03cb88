import { firstOf, type Rendering } from "./context.ts";
import { grouped, type Fact, type Group } from "./facts.ts";
import { charactersIn } from "./inert.ts";
import { namesWords, toolsOf } from "./items.ts";
import type { Fold, Item, Section } from "./model.ts";
import { name, plural, say, strong, words, type Phrase } from "./phrase.ts";
import { fieldOf } from "./sentence.ts";
import { WORDINGS } from "./sentences-words.ts";
import { toolsNamed } from "./tools-named.ts";
import { diffPhrase, type TextPart } from "./word-diff.ts";

// An added stretch so long is announced by how long the text was and is.
const LONG = 120;

const LEGEND: Phrase = [{ legend: "word-diff" }];

/** The texts that changed, each as a word diff; the same edit on several tools once. */
export function wordingSection(rendering: Rendering, facts: readonly Fact[], heading: Phrase): Section {
  const groups = grouped(facts, (fact) => sameEdit(rendering, fact));
  const shown = firstOf(groups, rendering.room.items, rendering.cuts, "text");
  return {
    id: "wording",
    heading,
    before: [
      say`Same permission, but agents act on these words. They are the server's, not ours; ${LEGEND}.`,
    ],
    items: shown.map((group) => wordingItem(rendering, group)),
  };
}

function sameEdit(rendering: Rendering, fact: Fact): string {
  const { kind, tool, pointer, before, after } = fact.change;
  if (tool === undefined) return JSON.stringify([kind, pointer, "of the card"]);
  if (before === undefined || after === undefined)
    return JSON.stringify([kind, pointer, before === undefined]);
  const edit = partsOf(rendering, fact).filter((part) => part.kind !== "kept");
  return JSON.stringify([kind, pointer, edit.map((part) => [part.kind, part.text])]);
}

function partsOf({ context }: Rendering, fact: Fact): readonly TextPart[] {
  return context.diffs.get(fact) ?? [];
}

function wordingItem(rendering: Rendering, { facts }: Group): Item {
  const [first] = facts;
  const tools = toolsOf(facts);
  const [only] = tools;
  const what = textName(first);
  if (tools.length < 2) {
    const subject = only === undefined ? what : say`${name(only)}, ${what}`;
    const named = toolsNamed(rendering.context, first);
    const text = say`${subject}${lengths(first)}: ${diffOf(rendering, first)}${named}`;
    return isShortened(rendering, first) ? { text, fold: wholeFold(rendering, first) } : { text };
  }
  const several = strong(words(plural(tools.length, "tool")));
  const { before, after } = first.change;
  if (before === undefined) return { text: say`${several} got: ${what}.`, fold: textsFold(rendering, facts) };
  if (after === undefined) return { text: say`${several} lost: ${what}.`, fold: textsFold(rendering, facts) };
  const edit = partsOf(rendering, first).filter((part) => part.kind !== "kept");
  const fold = {
    summary: `The ${tools.length} tools`,
    items: [namesWords(tools, rendering.room, rendering.cuts)],
  };
  const named = toolsNamed(rendering.context, first);
  return { text: say`${several}, ${what}, the same edit: ${diffPhrase(edit, rendering.room)}${named}`, fold };
}

/** Which text it is: "description of `note`". */
function textName({ change }: Fact): Phrase {
  const noun = words(WORDINGS.get(change.kind) ?? "words");
  const field = fieldOf(change);
  return field === undefined ? noun : say`${noun} of ${field}`;
}

/** How long the text was and is, where a long stretch came. */
function lengths({ change: { before, after } }: Fact): Phrase {
  if (typeof before !== "string" || typeof after !== "string" || after.length - before.length < LONG)
    return [];
  return say`, ${charactersIn(before)} characters before, ${charactersIn(after)} now`;
}

function diffOf(rendering: Rendering, fact: Fact): Phrase {
  const { kept, changed } = rendering.room;
  return diffPhrase(partsOf(rendering, fact), { kept, changed });
}

/** True where the diff leaves out a part that did not change, and there is room to show the whole as well. */
function isShortened(rendering: Rendering, fact: Fact): boolean {
  const { kept, whole } = rendering.room;
  return whole && partsOf(rendering, fact).some((part) => part.kind === "kept" && part.text.length > kept);
}

function wholeFold(rendering: Rendering, fact: Fact): Fold {
  const all = Number.POSITIVE_INFINITY;
  return {
    summary: "The whole text",
    items: [diffPhrase(partsOf(rendering, fact), { kept: all, changed: all })],
  };
}

function textsFold(rendering: Rendering, facts: Group["facts"]): Fold {
  const shown = firstOf(facts, rendering.room.names, rendering.cuts, "text");
  const items = shown.map((fact) => say`${fact.change.tool ?? ""}: ${diffOf(rendering, fact)}`);
  if (shown.length < facts.length) items.push(words(`… (${facts.length - shown.length} more)`));
  return { summary: `The ${plural(facts.length, "text")}`, items };
}
