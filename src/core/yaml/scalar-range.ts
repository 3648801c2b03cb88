import { CHOMPING_MODE, SCALAR_STYLE } from "js-yaml";
import type { ScalarEvent } from "js-yaml";
import { skip } from "./tree.ts";

/** A part of a text: `end` is the offset after its last character. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** True for a literal (`|`) or folded (`>`) block scalar. */
export function isBlockScalar(event: ScalarEvent): boolean {
  return event.style === SCALAR_STYLE.LITERAL_BLOCK || event.style === SCALAR_STYLE.FOLDED_BLOCK;
}

/** True for a scalar without quotes or header. */
export function isPlain(event: ScalarEvent): boolean {
  return event.style === SCALAR_STYLE.PLAIN;
}

/**
 * The text of a scalar, with its quotes or header. `from` is where the gap before it starts. Blank lines after a block
 * scalar are no part of it unless it keeps them (`|+`), and the last line break never is.
 */
export function rangeOf(text: string, event: ScalarEvent, from: number): Range {
  if (event.valueStart < 0) return { start: from, end: from };
  if (isPlain(event)) return { start: event.valueStart, end: event.valueEnd };
  if (!isBlockScalar(event)) return { start: event.valueStart - 1, end: event.valueEnd + 1 };
  const start = skip(text, from);
  const header = endOfHeader(text, start);
  return { start, end: Math.max(header, endOfBody(text, event)) };
}

/** The offset after the header of a block scalar: `|` or `>`, chomping and indentation. */
export function endOfHeader(text: string, start: number): number {
  let at = start + 1;
  while (/[-+0-9]/.test(text.charAt(at))) at++;
  return at;
}

function endOfBody(text: string, event: ScalarEvent): number {
  let end = beforeBreak(text, event.valueStart, event.valueEnd);
  if (event.chomping === CHOMPING_MODE.KEEP) return end;
  for (;;) {
    let lineStart = end;
    while (lineStart > event.valueStart && text.charAt(lineStart - 1) === " ") lineStart--;
    const blank = lineStart === event.valueStart || /[\r\n]/.test(text.charAt(lineStart - 1));
    // A line of more blanks than the indentation is a line of text.
    if (!blank || (event.indent >= 0 && end - lineStart > event.indent)) return end;
    if (lineStart === event.valueStart) return 0;
    end = beforeBreak(text, event.valueStart, lineStart);
  }
}

/** The offset without the line break before it. */
function beforeBreak(text: string, start: number, end: number): number {
  if (end <= start) return end;
  if (text.charAt(end - 1) === "\n") return end - (text.charAt(end - 2) === "\r" ? 2 : 1);
  return text.charAt(end - 1) === "\r" ? end - 1 : end;
}
