/** Every subset of a list, which must be short: there are 2 to the power of its length. */
export function* subsetsOf<T>(list: readonly T[]): Generator<ReadonlySet<T>> {
  for (let chosen = 0; chosen < 1 << list.length; chosen++) {
    yield new Set(list.filter((_, at) => ((chosen >> at) & 1) === 1));
  }
}
