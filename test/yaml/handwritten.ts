import { isObject } from "../../src/core/json/value.ts";

type Random = () => number;

/**
 * Writes a value as people write YAML: each collection in lines or brackets, each text in any of the five ways it can be
 * written, with odd indentation, blank lines and comments between. Comments are numbered as in `withComments`.
 */
export function writeByHand(value: unknown, random: Random): string {
  const hand: Hand = { random, comments: 0 };
  const text = isObject(value) || Array.isArray(value) ? block(hand, value, 0) : inline(hand, value, 0);
  return `${text.replace(/^\n/, "")}\n`;
}

interface Hand {
  readonly random: Random;
  comments: number;
}

function pick<T>(hand: Hand, ...choices: readonly T[]): T {
  return choices[Math.floor(hand.random() * choices.length)] as T;
}

function comment(hand: Hand): string {
  return `# c${hand.comments++}`;
}

/** What may stand between two lines: blank lines and comments in some column. */
function gap(hand: Hand, column: number, safe: boolean): string {
  let text = "";
  while (hand.random() < 0.2) text += "\n";
  while (hand.random() < 0.2) {
    text += `\n${" ".repeat(safe ? column : pick(hand, column, column, 0, column + 2))}${comment(hand)}`;
    if (hand.random() < 0.2) text += "\n";
  }
  return text;
}

/** Lines of a block collection, each after a line break. */
function block(hand: Hand, value: object, column: number): string {
  const list = Array.isArray(value);
  const members: [string, unknown][] = list ? value.map((item) => ["-", item]) : Object.entries(value);
  if (members.length === 0) return ` ${list ? "[]" : "{}"}`;
  let text = "";
  let safe = false;
  for (const [name, member] of members) {
    const start = list ? "-" : `${key(hand, name)}:`;
    text += safe && text.endsWith("\n") ? "" : gap(hand, column, safe);
    const written = behind(hand, member, column, list);
    text += `\n${" ".repeat(column)}${start}${written}`;
    safe = /[|>][-+0-9]*( # c[0-9]+)?\n[^\n]*/.test(written);
  }
  return text;
}

/** A value behind a colon or dash. */
function behind(hand: Hand, value: unknown, column: number, isItem: boolean): string {
  const step = pick(hand, 1, 2, 2, 2, 4);
  const note = hand.random() < 0.15 ? ` ${comment(hand)}` : "";
  if ((isObject(value) || Array.isArray(value)) && Object.keys(value).length > 0) {
    if (hand.random() < 0.25) return ` ${flow(hand, value, column + 1)}${note}`;
    const noIndent = !isItem && Array.isArray(value) && hand.random() < 0.4;
    const inner = block(hand, value, noIndent ? column : column + step);
    // The first member may stand behind the dash.
    if (
      isItem &&
      step > 1 &&
      hand.random() < 0.7 &&
      inner.startsWith(`\n${" ".repeat(column + step)}`) &&
      !/^\n *#/.test(inner)
    ) {
      return " ".repeat(step - 1) + inner.slice(1 + column + step);
    }
    return note + inner;
  }
  if (typeof value === "string" && hand.random() < 0.4) {
    const scalar = blockScalar(hand, value, column, step, note);
    if (scalar !== undefined) return ` ${scalar}`;
  }
  const ownLine = hand.random() < 0.1 ? `${note}\n${" ".repeat(column + step)}` : " ";
  return `${ownLine}${inline(hand, value, column + step)}${hand.random() < 0.15 ? ` ${comment(hand)}` : ""}`;
}

function key(hand: Hand, name: string): string {
  if (
    /^[a-z][a-z0-9]*$/.test(name) &&
    !/^(?:y|n|yes|no|on|off|true|false|null)$/.test(name) &&
    hand.random() < 0.8
  )
    return name;
  return quoted(hand, name);
}

function quoted(hand: Hand, text: string): string {
  const isPlain = /^[\u0020-\u007E\u00A1-\uD7FF]*$/.test(text);
  if (isPlain && hand.random() < 0.5) return `'${text.replaceAll("'", "''")}'`;
  return JSON.stringify(text).replace(/[\u007F-\u00A0\u2028\u2029\uFEFF\uFFFE\uFFFF]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

function inline(hand: Hand, value: unknown, column: number): string {
  if (isObject(value) || Array.isArray(value)) return flow(hand, value, column);
  if (typeof value !== "string") return Object.is(value, -0) ? "-0" : JSON.stringify(value);
  const isWords = /^[a-z][a-z ]*[a-z]$/.test(value) && !/^(?:y|n|yes|no|on|off|true|false|null)$/.test(value);
  if (!isWords) return quoted(hand, value);
  // Words may go on in the next line.
  const broken = value.replace(/(?<=[a-z]) (?=[a-z])/g, () =>
    hand.random() < 0.2 ? `\n${" ".repeat(column)}` : " ",
  );
  return pick(hand, broken, `"${broken}"`, `'${broken}'`, value);
}

function blockScalar(
  hand: Hand,
  text: string,
  column: number,
  step: number,
  note: string,
): string | undefined {
  if (text.trim() === "" || !/^[\n\u0020-\u007E\u00A1-\u1FFF]*$/.test(text)) return undefined;
  const core = text.replace(/\n+$/, "");
  const ending = text.length - core.length;
  const chomp = ending === 0 ? "-" : ending === 1 ? pick(hand, "", "+") : "+";
  const digit = /^\n* /.test(text) ? String(step) : "";
  const pad = " ".repeat(column + step);
  const canFold = !/^[ \t]/m.test(core);
  const mark = canFold ? pick(hand, "|", ">") : "|";
  const folded = core
    .replaceAll(/\n+/g, (breaks) => `${breaks}\n`)
    .replaceAll(/(?<=[^ \n]) (?=[^ \n])/g, () => (hand.random() < 0.2 ? "\n" : " "));
  const lines = (mark === ">" ? folded : core).split("\n").map((line) => (line === "" ? "" : pad + line));
  const blanks = chomp === "+" ? "\n".repeat(Math.max(0, ending - 1)) : hand.random() < 0.2 ? "\n" : "";
  return `${mark}${digit}${chomp}${note}\n${lines.join("\n")}${blanks}`;
}

function flow(hand: Hand, value: object, column: number): string {
  const list = Array.isArray(value);
  const members = list ? value.map((item) => inline(hand, item, column)) : pairs(hand, value, column);
  const [open, close] = list ? ["[", "]"] : ["{", "}"];
  const pad = " ".repeat(column + 2);
  if (members.length === 0) return pick(hand, open + close, `${open} ${close}`);
  if (hand.random() < 0.6)
    return `${open}${pick(hand, "", " ")}${members.join(pick(hand, ", ", ",  "))}${pick(hand, "", " ", ", ")}${close}`;
  let text = open;
  for (const [i, member] of members.entries()) {
    const comma = i < members.length - 1 || hand.random() < 0.3 ? "," : "";
    const above = hand.random() < 0.15 ? `\n${pad}${comment(hand)}` : "";
    text += `${above}\n${pad}${member}${comma}${hand.random() < 0.15 ? ` ${comment(hand)}` : ""}`;
  }
  return `${text}\n${" ".repeat(column + 1)}${close}`;
}

function pairs(hand: Hand, value: object, column: number): string[] {
  return Object.entries(value).map(([name, member]) => `${key(hand, name)}: ${inline(hand, member, column)}`);
}
