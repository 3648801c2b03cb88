/** In a pattern: any number of values, also none. */
export const STAR = "*";

/**
 * Whether the values are the pattern's items in order, with any values where a STAR stands. It only ever goes back to
 * the last STAR, so the cost is at most the two lengths multiplied, however many STARs there are.
 */
export function fitsSequence<Item, Value>(
  pattern: readonly (Item | typeof STAR)[],
  values: readonly Value[],
  fits: (item: Item, value: Value) => boolean,
): boolean {
  let item = 0;
  let afterStar = -1;
  let retry = 0;
  for (let at = 0; at < values.length;) {
    const wanted = pattern[item];
    if (wanted === STAR) {
      if (item === pattern.length - 1) return true;
      afterStar = ++item;
      retry = at;
    } else if (item < pattern.length && fits(wanted as Item, values[at] as Value)) {
      item++;
      at++;
    } else {
      if (afterStar < 0) return false;
      item = afterStar;
      at = ++retry;
    }
  }
  while (pattern[item] === STAR) item++;
  return item === pattern.length;
}
