const SETS: ReadonlySet<string> = new Set(["required", "enum", "type"]);

/** A copy of a tool list with tools, keys and the members of `required`, `enum` and `type` in another order. */
export function shuffled(value: unknown, numbers: Iterator<number>, key?: string): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => shuffled(item, numbers));
    return key === undefined || SETS.has(key) ? inOrder(items, numbers) : items;
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(
    ([name, inner]) => [name, shuffled(inner, numbers, name)] as const,
  );
  return Object.fromEntries(inOrder(entries, numbers));
}

function inOrder<T>(items: readonly T[], numbers: Iterator<number>): T[] {
  const weighed = items.map((item) => [Number(numbers.next().value), item] as const);
  return weighed.toSorted(([a], [b]) => a - b).map(([, item]) => item);
}
