/** Where something is in a file: line and column from 1, the column in characters (code points). */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** The lines of a text. Each answer costs O(log n), so that a file of one long line can't make a reader slow. */
export interface Lines {
  /** The place of an offset (UTF-16 units, as the YAML parser counts). */
  place(offset: number): Place;
  /** The offset where the line of an offset starts; after a byte order mark. */
  startOf(offset: number): number;
  /** The offset where the line of an offset ends, before its line break. */
  endOf(offset: number): number;
  /** The offset where the line after that of an offset starts; the text's length when there is none. */
  nextOf(offset: number): number;
}

/** Finds the lines of a text, as YAML does: they end with LF, CRLF or a lone CR. */
export function linesOf(text: string): Lines {
  const starts = [text.startsWith("\uFEFF") ? 1 : 0];
  const ends: number[] = [];
  for (const found of text.matchAll(/\r\n?|\n/g)) {
    ends.push(found.index);
    starts.push(found.index + found[0].length);
  }
  ends.push(text.length);
  // Characters of two units: each moves the columns after it by one.
  const pairs: number[] = [];
  for (const found of text.matchAll(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)) pairs.push(found.index);
  const lineOf = (offset: number): number => Math.max(0, countBelow(starts, offset + 1) - 1);
  return {
    place(offset) {
      const line = lineOf(offset);
      const start = starts[line] ?? 0;
      const wide = countBelow(pairs, offset) - countBelow(pairs, start);
      return { line: line + 1, column: Math.max(0, offset - start - wide) + 1 };
    },
    startOf: (offset) => starts[lineOf(offset)] ?? 0,
    endOf: (offset) => ends[lineOf(offset)] ?? text.length,
    nextOf: (offset) => starts[lineOf(offset) + 1] ?? text.length,
  };
}

/** How many of some ascending numbers are below a limit. */
function countBelow(ascending: readonly number[], limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
