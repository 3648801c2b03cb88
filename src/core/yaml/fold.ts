/** One line of a folded text, with where its words are in the value. */
interface Placed {
  readonly line: string;
  readonly from: number;
  readonly to: number;
}

const BLANK_START = /^[ \t]/m;
/** A space where a line may break: it is read as the same space again. */
const BREAK = /(?<=[^ \t\n]) (?=[^ \t\n])/;

/**
 * The lines of a folded block scalar (YAML 1.2.2, 8.1.3) for a new value: lines that still fit stay as they are, at both
 * ends; between them the words are set anew, as wide as the widest line before. Values without their last line breaks.
 * Undefined where a line starts with blanks, which folding keeps.
 */
export function refold(lines: readonly string[], before: string, after: string): string[] | undefined {
  if (BLANK_START.test(before) || BLANK_START.test(after)) return undefined;
  const placed = place(lines, before);
  if (placed === undefined) return undefined;
  const head = keptAtStart(placed, before, after);
  const from = head.at(-1)?.to ?? 0;
  const tail = keptAtEnd(placed.slice(head.length), before, after, from);
  const shift = after.length - before.length;
  const to = (tail[0]?.from ?? before.length) + shift;
  const width = Math.max(40, ...placed.slice(0, 1000).map(({ line }) => line.length));
  const result: string[] = [];
  for (const [i, { line, from: start }] of head.entries()) {
    result.push(...blankLines(after, head[i - 1]?.to ?? 0, start));
    result.push(line);
  }
  result.push(...between(after, from, to, width));
  for (const [i, { line, from: start }] of tail.entries()) {
    if (i > 0) result.push(...blankLines(before, tail[i - 1]?.to ?? 0, start));
    result.push(line);
  }
  return result;
}

function place(lines: readonly string[], value: string): Placed[] | undefined {
  const placed: Placed[] = [];
  let at = 0;
  for (const line of lines) {
    if (line === "") continue;
    while (value.charAt(at) === "\n") at++;
    if (placed.length > 0 && value.charAt(at - 1) !== "\n") at++;
    if (!value.startsWith(line, at)) return undefined;
    placed.push({ line, from: at, to: at + line.length });
    at += line.length;
  }
  return at === value.length ? placed : undefined;
}

/** Whether a line can end at an offset: the value does, or has a line break or a lone space there. */
function canBreak(value: string, at: number): boolean {
  return (
    at === value.length || value.charAt(at) === "\n" || BREAK.test(value.slice(Math.max(0, at - 1), at + 2))
  );
}

function keptAtStart(placed: readonly Placed[], before: string, after: string): Placed[] {
  const kept: Placed[] = [];
  for (const one of placed) {
    const last = kept.at(-1)?.to ?? 0;
    if (before.slice(last, one.to) !== after.slice(last, one.to) || !canBreak(after, one.to)) break;
    kept.push(one);
  }
  return kept;
}

function keptAtEnd(placed: readonly Placed[], before: string, after: string, limit: number): Placed[] {
  const shift = after.length - before.length;
  const kept: Placed[] = [];
  for (const one of placed.toReversed()) {
    const end = kept.at(-1)?.from ?? before.length;
    const start = one.from + shift;
    if (start <= limit || before.slice(one.from, end) !== after.slice(start, end + shift)) break;
    if (!canBreak(after, start - 1)) break;
    kept.push(one);
  }
  return kept.toReversed();
}

/** The lines for a part of a value, and the blank ones around it that stand for line breaks. */
function between(value: string, from: number, to: number, width: number): string[] {
  const [hasHead, hasTail] = [from > 0, to < value.length];
  const start = hasHead ? afterSeparator(value, from, to) : from;
  const end = hasTail ? beforeSeparator(value, start, to) : to;
  if (start === end) return hasTail ? blankLines(value, from, to) : [];
  const lines = hasHead ? blankLines(value, from, start) : [];
  for (const [i, paragraph] of value.slice(start, end).split("\n").entries()) {
    if (i > 0) lines.push("");
    if (paragraph !== "") lines.push(...wrap(paragraph, width));
  }
  if (hasTail) lines.push(...blankLines(value, end, to));
  return lines;
}

/** Between two lines there is one space, or a run of line breaks. */
function afterSeparator(value: string, from: number, limit: number): number {
  let at = from < limit && value.charAt(from) === " " ? from + 1 : from;
  while (at < limit && value.charAt(at) === "\n") at++;
  return at;
}

function beforeSeparator(value: string, limit: number, to: number): number {
  let at = to > limit && value.charAt(to - 1) === " " ? to - 1 : to;
  while (at > limit && value.charAt(at - 1) === "\n") at--;
  return at;
}

function blankLines(value: string, from: number, to: number): string[] {
  return value.slice(from, to).startsWith("\n") ? Array.from({ length: to - from }, () => "") : [];
}

function wrap(paragraph: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of paragraph.split(BREAK)) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = "";
    }
    line = line === "" ? word : `${line} ${word}`;
  }
  lines.push(line);
  return lines;
}
