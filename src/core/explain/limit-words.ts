import { own } from "../json/value.ts";

type Schema = Readonly<Record<string, unknown>>;

/** How many there may be, without a noun: "at most 20", "2 to 5"; undefined where nothing is said. */
export function amountWords(least: unknown, most: unknown, atMost = "at most"): string | undefined {
  const min = typeof least === "number" && least > 0 ? least : undefined;
  const max = typeof most === "number" ? most : undefined;
  if (max === undefined) return min === undefined ? undefined : `at least ${min}`;
  if (min === undefined) return `${atMost} ${max}`;
  return min === max ? `exactly ${max}` : `${min} to ${max}`;
}

/** How many there may be of something: "up to 500 characters"; undefined where nothing is said. */
export function countWords(least: unknown, most: unknown, noun: string): string | undefined {
  const amount = amountWords(least, most, "up to");
  return amount === undefined ? undefined : `${amount} ${noun}${(most ?? least) === 1 ? "" : "s"}`;
}

/** How large a number may be: "from 1 to 100", "more than 0"; undefined where nothing is said. */
export function rangeWords(schema: Schema): string | undefined {
  const low = bound(own(schema, "minimum"), own(schema, "exclusiveMinimum"), Math.max);
  const high = bound(own(schema, "maximum"), own(schema, "exclusiveMaximum"), Math.min);
  if (low?.open === false && high?.open === false) return `from ${low.at} to ${high.at}`;
  const said: string[] = [];
  if (low !== undefined) said.push(`${low.open ? "more than" : "at least"} ${low.at}`);
  if (high !== undefined) said.push(`${high.open ? "less than" : "at most"} ${high.at}`);
  return said.length === 0 ? undefined : said.join(" and ");
}

interface Bound {
  readonly at: number;
  readonly open: boolean;
}

// Libraries write the largest exact integer where they mean no limit. Before draft-06 the exclusive keywords were true or false beside a limit; since then they are limits themselves.
function bound(
  closed: unknown,
  open: unknown,
  stricter: (a: number, b: number) => number,
): Bound | undefined {
  const limit =
    typeof closed === "number" && Math.abs(closed) !== Number.MAX_SAFE_INTEGER ? closed : undefined;
  if (typeof open !== "number") return limit === undefined ? undefined : { at: limit, open: open === true };
  if (limit !== undefined && stricter(limit, open) !== open) return { at: limit, open: false };
  return { at: open, open: true };
}
