// Characters that nobody sees and a model reads: controls but for tab and line ends, unpaired surrogates, what Unicode
// says to show as nothing (zero-width, bidi controls, tags, variation selectors, fillers), the other line ends of
// Unicode, and the blank of Braille.
const HIDDEN =
  /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Cs}\p{Co}\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u2028\u2029\u2800\uFFF9-\uFFFB]/u;

// Where a joiner or selector belongs to what is written: an emoji's form, and scripts whose letters join.
const EMOJI = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|[#*0-9]/u;
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
const JOINERS = new Set(["\u200C", "\u200D"]);
const SELECTORS = new Set(["\uFE0E", "\uFE0F"]);

// The three flags that are written in tags and that keyboards have: of England, Scotland and Wales.
const FLAGS =
  /\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}/gu;

/** How many hidden characters a text has. Emoji and scripts that need joiners have none by being themselves. */
export function hiddenIn(text: string): number {
  if (!HIDDEN.test(text)) return 0;
  const characters = Array.from(text.replaceAll(FLAGS, "\u{1F3F4}"));
  let count = 0;
  for (const [at, character] of characters.entries()) {
    if (HIDDEN.test(character) && !belongs(characters, at)) count++;
  }
  return count;
}

function belongs(characters: readonly string[], at: number): boolean {
  const [character, next] = [characters[at] ?? "", characters[at + 1] ?? ""];
  const previous = characters[at - 1] ?? "";
  if (SELECTORS.has(character)) return EMOJI.test(previous);
  if (!JOINERS.has(character)) return false;
  if (JOINING.test(previous) && JOINING.test(next)) return true;
  const before = SELECTORS.has(previous) ? (characters[at - 2] ?? "") : previous;
  return character === "\u200D" && EMOJI.test(before) && EMOJI.test(next);
}
