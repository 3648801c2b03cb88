import { firstOf, type Rendering } from "./context.ts";
import { toolsOf, type Fact, type Group } from "./facts.ts";
import { charactersIn } from "./inert.ts";
import type { Fold, Item } from "./model.ts";
import { name, plural, say, strong, words, type Phrase } from "./phrase.ts";
import { fieldOf } from "./sentence.ts";
import { WORDINGS } from "./sentences-words.ts";
import { toolsNamed } from "./tools-named.ts";
import { namesWords } from "./tools-fold.ts";
import { diffPhrase, type TextPart } from "./word-diff.ts";

// An added stretch so long is announced by how long the text was and is.
const LONG = 120;

/** One text that changed, or the same edit on several tools; `open` when its words are read without a click. */
export function wordingItem(rendering: Rendering, { facts }: Group, open: boolean): Item {
  const [first] = facts;
  const tools = toolsOf(facts);
  if (tools.length < 2) {
    if (!open) return foldedItem(rendering, first);
    const text = textLine(rendering, first);
    return isShortened(rendering, first) ? { text, fold: wholeFold(rendering, first) } : { text };
  }
  const several = strong(words(plural(tools.length, "tool")));
  if (isWhole(first)) {
    const have = words(first.change.before === undefined ? "now have" : "no longer have");
    return { text: say`${several} ${have} ${aText(first)}.`, fold: textsFold(rendering, facts) };
  }
  const edit = partsOf(rendering, first).filter((part) => part.kind !== "kept");
  const shown = diffPhrase(edit, rendering.room);
  const names = namesWords(tools, rendering.room, rendering.cuts);
  const fold = { summary: `The ${tools.length} tools`, items: open ? [names] : [shown, names] };
  const what = say`${several}, ${textName(first)}, the same edit`;
  const named = toolsNamed(rendering.context, first);
  return { text: open ? say`${what}: ${shown}${named}` : say`${what}, below.${named}`, fold };
}

/** A text with its word diff on one line. */
export function textLine(rendering: Rendering, fact: Fact): Phrase {
  const named = toolsNamed(rendering.context, fact);
  return say`${subjectOf(fact)}${lengths(fact)}: ${diffOf(rendering, fact)}${named}`;
}

/** How many characters a word diff shows; none of texts that several tools have anew, which are folded anyway. */
export function shownCharacters(rendering: Rendering, { facts }: Group): number {
  const [first] = facts;
  if (facts.length > 1 && isWhole(first)) return 0;
  const { kept } = rendering.room;
  return partsOf(rendering, first).reduce(
    (sum, part) => sum + (part.kind === "kept" ? Math.min(kept, part.text.length) : part.text.length),
    0,
  );
}

/** True for a text that came or went. */
function isWhole({ change: { before, after } }: Fact): boolean {
  return before === undefined || after === undefined;
}

function foldedItem(rendering: Rendering, fact: Fact): Item {
  const { before, after } = fact.change;
  const texts = typeof before === "string" && typeof after === "string";
  const sizes = texts ? `, ${charactersIn(before)} characters before, ${charactersIn(after)} now` : "";
  const text = say`${subjectOf(fact)}${words(sizes)}.${toolsNamed(rendering.context, fact)}`;
  const items = [diffOf(rendering, fact)];
  if (isShortened(rendering, fact)) items.push(...wholeFold(rendering, fact).items);
  return { text, fold: { summary: "The words that changed", items } };
}

function subjectOf(fact: Fact): Phrase {
  const { tool } = fact.change;
  return tool === undefined ? textName(fact) : say`${name(tool)}, ${textName(fact)}`;
}

function partsOf({ context }: Rendering, fact: Fact): readonly TextPart[] {
  return context.diffs.get(fact) ?? [];
}

/** Which text it is: "description of `note`". */
function textName({ change }: Fact): Phrase {
  const noun = words(WORDINGS.get(change.kind) ?? "words");
  const field = fieldOf({ change });
  return field === undefined ? noun : say`${noun} of ${field}`;
}

/** "a title", "examples of `note`". */
function aText(fact: Fact): Phrase {
  const isPlural = (WORDINGS.get(fact.change.kind) ?? "words").endsWith("s");
  return isPlural ? textName(fact) : say`a ${textName(fact)}`;
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
