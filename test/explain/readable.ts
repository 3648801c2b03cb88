import readability from "text-readability";

/** What a person sees of an explanation without a click: no fold, no marker. */
export function unfolded(markdown: string): string {
  let depth = 0;
  let shown = "";
  // Only our own lines open and close a fold: what a server wrote stands in code, within a line.
  for (const line of markdown.split("\n")) {
    if (line.trimStart().startsWith("<details>")) depth++;
    if (depth === 0) shown += `${line}\n`;
    if (line.trim() === "</details>") depth--;
  }
  return shown.replaceAll(/^<!--.*-->$/gm, "");
}

/** Unfolded text with one neutral word for everything that a server, a file or a person wrote; a list of names is one, too. */
export function ownWords(markdown: string): string {
  return unfolded(markdown)
    .replaceAll(/(`+)(?!`).*?(?<!`)\1(?!`)/g, "name")
    .replaceAll(/\*\*|~~/g, "")
    .replaceAll(/\bname(?:(?:,| and| or) name\b)+/g, "name");
}

/** Our own sentences, one by one: headings and points end one as full stops do. */
export function ownSentences(markdown: string): string[] {
  return ownWords(markdown)
    .split("\n")
    .flatMap((line) => line.replace(/^\s*(?:#+|-|\d+\.)\s+/, "").split(/(?<=[.!?])\s+/))
    .map((sentence) => sentence.trim())
    .filter((sentence) => /\p{L}/u.test(sentence))
    .map((sentence) => `${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1).replace(/[.:]+$/, "")}.`);
}

/** The grade of school after which these sentences are read with ease, by Flesch and Kincaid. */
export function gradeOf(sentences: readonly string[]): number {
  return readability.fleschKincaidGrade(sentences.join(" "));
}

/** How many words a person reads. */
export function wordsIn(markdown: string): number {
  return (markdown.match(/[^\s*~#]+/g) ?? []).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** What a person should not need: words of engineers, which stand in folds alone. */
export const JARGON =
  /\b(?:schemas?|enums?|property|properties|json|pointers?|additionalproperties|payloads?|fingerprints?|hash(?:es)?|null|objects?|arrays?|regex|regular expressions?|nullable|booleans?|strings?|integers?)\b/i;

/** JSON as programs write it, in a code span: the beginning of a record, or of a list of texts, lists or records. */
export const RAW_JSON = /`(?:\{[}"]|\[[\]["{])/;
