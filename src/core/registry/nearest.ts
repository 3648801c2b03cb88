/** The word that a misspelt one probably means: at most a third of it is wrong. Undefined when none is that near. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  if (word.length > 40) return undefined;
  let best: string | undefined;
  let least = Math.max(1, Math.floor(word.length / 3)) + 1;
  // Bounded: a card may have 10,000 tools.
  for (const candidate of words.slice(0, 1000)) {
    if (Math.abs(candidate.length - word.length) >= least) continue;
    const edits = distance(word.toLowerCase(), candidate.toLowerCase());
    if (edits < least) [best, least] = [candidate, edits];
  }
  return best;
}

/** How many characters must be put in, left out, replaced or swapped with the next to make one word the other. */
function distance(left: string, right: string): number {
  let before: number[] = [];
  let row = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const same = left[i - 1] === right[j - 1];
      const swapped = left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      const edits = Math.min((next[j - 1] ?? 0) + 1, (row[j] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1));
      next.push(swapped ? Math.min(edits, (before[j - 2] ?? 0) + 1) : edits);
    }
    [before, row] = [row, next];
  }
  return row[right.length] ?? 0;
}
