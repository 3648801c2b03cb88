import { mixedWordsIn } from "../drift/skeleton.ts";
import { inAscii } from "../json/ascii.ts";
import { isReadableWord } from "./scripts.ts";

/**
 * How much of a server's string is shown escaped. `text`: hidden characters, and letters that look like the Latin ones
 * beside them in a word. `value`: also all other words that mix scripts, and letters that are not composed.
 * `name`: also symbols outside ASCII, and blanks at the ends: two names that differ must never read alike.
 */
export type Form = "text" | "value" | "name";

// Controls, format characters (bidi, zero-width, tags), unpaired surrogates, private use, every blank but the space,
// whatever Unicode lets a renderer ignore, and the blank Braille pattern.
const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Z}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]/u;
// `##[`: the runner of GitHub Actions takes it for a command wherever it stands in a line of a log.
const PARTS = /[\p{L}\p{M}\p{N}]+|\\u\{|##\[|[^\p{L}\p{M}\p{N}]/gsu;
const IN_WORD = /^[\p{L}\p{M}\p{N}]/u;
// GitHub's parser (cmark-gfm) knows no code span whose ends have more than 80 backticks: what is in it would be live.
const LONG_RUN = /`{64,}/g;
const MARK = /\p{M}/u;
const MARKS_IN_A_ROW = 3;
const CUT_AT = 500;

/** True for a character that shows nothing on a screen, the ordinary space excepted. */
export function isHidden(character: string): boolean {
  return character !== " " && HIDDEN.test(character);
}

/**
 * A server's string, on one line, with everything in it visible: a hidden character as `\u{…}`, a line break as `␤`. No
 * two strings give the same text (a `␤` or `\u{` of the server's own is escaped too); `fromVisible` reads it back.
 */
export function visible(text: string, form: Form = "text"): string {
  let shown = "";
  for (const [part] of text.matchAll(PARTS)) shown += visiblePart(part, form);
  return form === "name" ? shown.replaceAll(/^ | $| (?= )/g, "\\u{20}") : shown;
}

/** The string that `visible` made this text of: a person copies an escaped name into a command, and it is found. */
export function fromVisible(shown: string): string {
  return shown.replaceAll("␤", "\n").replaceAll(/\\u\{([0-9A-F]{1,6})\}/g, (all, hex: string) => {
    const code = Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}

/** What the tag characters (U+E0020 to U+E007E) in a text say in ASCII: a person sees nothing, a model reads it. */
export function decodedTags(text: string): string {
  let said = "";
  for (const [tag] of text.matchAll(/[\u{E0020}-\u{E007E}]/gu)) {
    said += String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe0000);
  }
  return said;
}

/** How many characters a text has, counted in code points. */
export function charactersIn(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** The first characters of a text, and how many more there are, counted in code points. */
export function bounded(text: string, limit: number): { head: string; cut: number } {
  if (text.length <= limit) return { head: text, cut: 0 };
  let count = 0;
  let end = 0;
  for (const character of text) {
    if (count < limit) end += character.length;
    count++;
  }
  return { head: text.slice(0, end), cut: Math.max(0, count - limit) };
}

/**
 * A server's string as a Markdown code span, in which GitHub sees no mention, reference, link, image, HTML or emoji code
 * (github.md §7). At most `limit` characters; what was cut is counted behind the span.
 */
export function codeSpan(text: string, options: { form?: Form; limit?: number } = {}): string {
  const { head, cut } = bounded(text, options.limit ?? CUT_AT);
  const span = markdownCode(visible(head, options.form));
  return cut === 0 ? span : `${span} (and ${cut} more characters)`;
}

/**
 * A server's string for a terminal: no control characters, so no ANSI escapes; bounded as `codeSpan` is. A line that begins
 * with it is no command to the runner of GitHub Actions, as one that begins with `::` would be.
 */
export function plain(text: string, options: { form?: Form; limit?: number } = {}): string {
  const { head, cut } = bounded(text, options.limit ?? CUT_AT);
  const shown = visible(head, options.form).replace(/^( *):(?=:)/, "$1\\u{3A}");
  return cut === 0 ? shown : `${shown} (and ${cut} more characters)`;
}

/** A code span around text that is visible already; empty text has no code span, so it is said in words. */
export function markdownCode(shown: string): string {
  if (shown === "") return "(empty)";
  const short = shown.replaceAll(LONG_RUN, (run) => "\\u{60}".repeat(run.length));
  const fence = "`".repeat(longestRun(short) + 1);
  // GitHub reads a dollar sign that touches a backtick as mathematics, and CommonMark strips one blank at each end.
  const pad = /^[`$ ]|[`$ ]$/.test(short) && !/^ +$/.test(short) ? " " : "";
  return fence + pad + short + pad + fence;
}

/** A fenced block of JSON: ASCII only, and no run of backticks inside that could end it. */
export function jsonBlock(json: string): string {
  const ascii = inAscii(json).replaceAll(/`{3,}/g, (run) => "\\u0060".repeat(run.length));
  return `\`\`\`json\n${ascii}\n\`\`\``;
}

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

function visiblePart(part: string, form: Form): string {
  if (part === "\n") return "␤";
  if (part === "␤") return escaped(part);
  if (part === "\\u{") return "\\u{5C}u{";
  if (part === "##[") return "\\u{23}#[";
  if (/^[ -~]+$/.test(part)) return part;
  const everything = form === "name" && !IN_WORD.test(part);
  const foreign = everything || (form === "text" ? mixedWordsIn(part).length > 0 : !isReadableWord(part));
  let shown = "";
  let marks = MARKS_IN_A_ROW; // at the start of a word there is no letter that a mark could sit on
  for (const character of part) {
    marks = MARK.test(character) ? marks + 1 : 0;
    const strange = character > "~" && (foreign || marks > MARKS_IN_A_ROW);
    shown += strange || isHidden(character) ? escaped(character) : character;
  }
  return shown;
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`;
}
