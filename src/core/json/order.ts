/**
 * Compares two strings by code point. JavaScript's own order goes by UTF-16 unit, which puts an emoji before U+FFxx.
 */
export function byCodePoint(left: string, right: string): number {
  const end = Math.min(left.length, right.length);
  for (let at = 0; at < end; at++) {
    const a = left.charCodeAt(at);
    const b = right.charCodeAt(at);
    if (a === b) continue;
    // A surrogate stands for a code point above every other unit; between two surrogates the units decide.
    const aHigh = a >= 0xd800 && a <= 0xdfff;
    const bHigh = b >= 0xd800 && b <= 0xdfff;
    return aHigh === bHigh ? a - b : aHigh ? 1 : -1;
  }
  return left.length - right.length;
}

/** A sorted copy, by the code points of what `key` gives. */
export function sortedBy<T>(items: Iterable<T>, key: (item: T) => string): T[] {
  return [...items].toSorted((a, b) => byCodePoint(key(a), key(b)));
}

/** A sorted copy of some strings, by code point. */
export function sorted(items: Iterable<string>): string[] {
  return [...items].toSorted(byCodePoint);
}
