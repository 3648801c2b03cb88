import type { Section } from "./model.ts";
import { join, say, type Phrase } from "./phrase.ts";

/** What the codes mean that stand for what can't be seen, where some are in the text above. */
export function codesSection(sections: readonly Section[]): Section[] {
  const texts = codesOf(sections);
  const meanings: Phrase[] = [];
  if (texts.some((text) => text.includes("\\u{"))) {
    const character = "a character that does not show, or that looks like another one";
    meanings.push(say`${[{ code: "\\u{…}" }]} stands for ${[{ own: character }]}`);
  }
  if (texts.some((text) => text.includes("␤")))
    meanings.push(say`${[{ code: "␤" }]} stands for a line break`);
  return meanings.length === 0 ? [] : [{ id: "codes", items: [], before: [say`${join(meanings, "; ")}.`] }];
}

/** Everything in sections that is not ours, as it is shown. */
export function codesOf(sections: readonly Section[]): string[] {
  return sections.flatMap((section) => phrasesOf(section).flatMap(codesIn));
}

function phrasesOf({ before = [], items, after = [] }: Section): Phrase[] {
  const inside = items.flatMap(({ text, below = [], fold }) => [text, ...below, ...(fold?.items ?? [])]);
  return [...before, ...inside, ...after];
}

function codesIn(phrase: Phrase): string[] {
  return phrase.flatMap((piece) => {
    if ("code" in piece) return [piece.code];
    if ("added" in piece) return [piece.added];
    if ("removed" in piece) return [piece.removed];
    return "strong" in piece ? codesIn(piece.strong) : [];
  });
}
