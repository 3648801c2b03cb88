import { bounded, decodedTags, isHidden, visible, type Form } from "./inert.ts";
import { shortJson } from "./short-json.ts";

/**
 * A piece of a sentence. `own` is ours and safe as it is; all others hold text of a server or a file, made visible
 * already, and every renderer shows them as code. `added` and `removed` are sides of a word diff; how these look is
 * the renderer's, so it also writes the legend.
 */
export type Piece =
  | { readonly own: string }
  | { readonly code: string }
  | { readonly added: string }
  | { readonly removed: string }
  | { readonly strong: Phrase }
  | { readonly legend: "word-diff" };

/** Words, ours and theirs, in the order of reading. */
export type Phrase = readonly Piece[];

const NAME_LIMIT = 200;
const VALUE_LIMIT = 300;
// What reads as a number, a literal, a list or an object when it stands without quotes.
const LIKE_JSON = /^(?:-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null|["[{].*|)$/s;
const BLANK = "\\u{20}";
const HIDDEN_IN_A_ROW = 4;

/**
 * Makes a phrase of a template. What stands in the template is ours. An interpolated string is somebody else's and
 * becomes a name in code; numbers and phrases are taken as they are. So nothing of a server's gets out unescaped.
 */
export function say(
  template: TemplateStringsArray,
  ...values: readonly (string | number | Phrase)[]
): Phrase {
  const phrase: Piece[] = [];
  for (const [at, own] of template.entries()) {
    if (own !== "") phrase.push({ own });
    const next = values[at];
    if (next === undefined) continue;
    if (typeof next === "number") phrase.push({ own: String(next) });
    else phrase.push(...(typeof next === "string" ? name(next) : next));
  }
  return phrase;
}

/** Words of ours that are not written in a template. Never for what a server, a file or a person wrote. */
export function words(own: string): Phrase {
  return own === "" ? [] : [{ own }];
}

/** A phrase that stands out. */
export function strong(phrase: Phrase): Phrase {
  return [{ strong: phrase }];
}

/** A name that somebody else gave: of a tool, field, agent, job. */
export function name(text: string): Phrase {
  return codeOf(text, "name", NAME_LIMIT);
}

/** A JSON value of a server, on one line; a text without its quotes where it can't be taken for anything else. */
export function value(json: unknown): Phrase {
  const bare = typeof json === "string" && !LIKE_JSON.test(json);
  return codeOf(bare ? json : shortJson(json, 2 * VALUE_LIMIT), "value", VALUE_LIMIT);
}

/** A text of a server's, with runs of hidden characters shortened to a count and tag characters decoded. */
export function quote(
  text: string,
  limit: number,
  kind: "code" | "added" | "removed" = "code",
  form: Form = "text",
): Phrase {
  const { head, cut } = bounded(text, limit);
  const phrase = pieces(head, kind, form);
  return cut === 0 ? phrase : [...phrase, { own: ` (and ${cut} more characters)` }];
}

/** One part of a text, as code of the given kind. Of hidden characters in a row the first four are shown. */
export function pieces(text: string, kind: "code" | "added" | "removed", form: Form = "text"): Phrase {
  const parts: Piece[] = [];
  let from = 0;
  for (const run of hiddenRuns(text)) {
    parts.push(piece(text.slice(from, run.shown), kind, form), { own: ` ${hiddenWords(run.count)}` });
    const said = decodedTags(text.slice(run.start, run.end));
    if (said !== "")
      parts.push({ own: `; all ${run.count + HIDDEN_IN_A_ROW}, decoded, say ` }, { code: visible(said) });
    parts.push({ own: run.end < text.length ? ") " : ")" });
    from = run.end;
  }
  if (from < text.length || parts.length === 0) parts.push(piece(text.slice(from), kind, form));
  return parts;
}

function hiddenWords(count: number): string {
  return `(and ${plural(count, "more hidden character")}`;
}

function piece(text: string, kind: "code" | "added" | "removed", form: Form): Piece {
  const shown = withVisibleEnds(visible(text, form));
  if (kind === "code") return { code: shown };
  return kind === "added" ? { added: shown } : { removed: shown };
}

/** Blanks at the ends of a code span are nothing that a person could see. */
function withVisibleEnds(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text[start] === " ") start++;
  while (end > start && text[end - 1] === " ") end--;
  return BLANK.repeat(start) + text.slice(start, end) + BLANK.repeat(text.length - end);
}

interface HiddenRun {
  readonly start: number;
  readonly shown: number;
  readonly end: number;
  readonly count: number;
}

/** The runs of more than four hidden characters; line breaks and tabs are no such characters. */
function hiddenRuns(text: string): HiddenRun[] {
  const runs: HiddenRun[] = [];
  let length = 0;
  let start = 0;
  let shown = 0;
  let at = 0;
  const close = () => {
    const count = length - HIDDEN_IN_A_ROW;
    if (count > 0) runs.push({ start, shown, end: at, count });
    length = 0;
  };
  for (const character of text) {
    if (isHidden(character) && !/[\n\r\t]/.test(character)) {
      if (length === 0) start = at;
      length++;
      if (length === HIDDEN_IN_A_ROW) shown = at + character.length;
    } else close();
    at += character.length;
  }
  close();
  return runs;
}

function codeOf(text: string, form: Form, limit: number): Phrase {
  const { head, cut } = bounded(text, limit);
  const code: Piece = { code: visible(head, form) };
  return cut === 0 ? [code] : [code, { own: ` (and ${cut} more characters)` }];
}

/** Phrases as an English list: "a, b and c". */
export function list(phrases: readonly Phrase[], last = "and"): Phrase {
  const joined: Piece[] = [];
  for (const [at, phrase] of phrases.entries()) {
    if (at > 0) joined.push({ own: at === phrases.length - 1 ? ` ${last} ` : ", " });
    joined.push(...phrase);
  }
  return joined;
}

/** The first phrases as an English list, and how many more there are: "a, b and 3 more". */
export function listAtMost(phrases: readonly Phrase[], most: number, more = "more"): Phrase {
  if (phrases.length <= most) return list(phrases);
  return list([...phrases.slice(0, most), words(`${phrases.length - most} ${more}`)]);
}

/** Phrases with something between them. */
export function join(phrases: readonly Phrase[], between: string): Phrase {
  return phrases.flatMap((phrase, at) => (at === 0 ? phrase : [{ own: between }, ...phrase]));
}

/** A count with its noun: "1 tool", "2 tools". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
