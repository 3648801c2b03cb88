import { spend, type Budget } from "../json/bounds.ts";
import { divides, isMultiple, leastCommonMultiple } from "./decimal.ts";
import { candidate, formsOf, MAYBE, NO, refusedValues, type Atoms, type Found } from "./find.ts";

interface Interval {
  low: number;
  lowOpen: boolean;
  high: number;
  highOpen: boolean;
}

/** How many multiples are tried before giving up. */
const MAX_TRIES = 2000;

/** Looks for a number that meets atoms on numbers. */
export function findNumber(atoms: Atoms, budget: Budget): Found {
  const interval = intervalOf(atoms);
  const { low, high } = interval;
  if (low > high || (low === high && (interval.lowOpen || interval.highOpen))) return NO;
  const of = formsOf(atoms, "multiple", false).map((one) => one.of);
  const notOf = formsOf(atoms, "multiple", true).map((one) => one.of);
  spend(budget, of.length * notOf.length);
  const step = commonMultiple(of);
  const multiples = step === undefined || !of.some(Number.isInteger) ? of : [...of, step];
  if (notOf.some((divisor) => multiples.some((multiple) => divides(divisor, multiple)))) return NO;
  const excluded = new Set(refusedValues(atoms));
  spend(budget, excluded.size / 4);
  const good = (number: number) => {
    spend(budget, 1 + 10 * notOf.length);
    return inside(interval, number) && !excluded.has(number) && !notOf.some((one) => isMultiple(number, one));
  };
  if (of.length > 0) return step === undefined ? MAYBE : findMultiple(interval, of, step, good);
  for (const number of readable(interval)) if (good(number)) return candidate(number);
  return low === high ? NO : MAYBE;
}

function intervalOf(atoms: Atoms): Interval {
  const interval: Interval = { low: -Infinity, lowOpen: true, high: Infinity, highOpen: true };
  for (const { node, not } of atoms) {
    if (node.kind !== "bound") continue;
    const { value } = node;
    const open = node.open !== not;
    if ((node.side === "min") !== not) {
      interval.lowOpen = value > interval.low ? open : interval.lowOpen || (value === interval.low && open);
      interval.low = Math.max(interval.low, value);
    } else {
      interval.highOpen =
        value < interval.high ? open : interval.highOpen || (value === interval.high && open);
      interval.high = Math.min(interval.high, value);
    }
  }
  return interval;
}

function inside({ low, lowOpen, high, highOpen }: Interval, number: number): boolean {
  return (lowOpen ? number > low : number >= low) && (highOpen ? number < high : number <= high);
}

/** Numbers that people would write, and those near the ends. */
function* readable({ low, high }: Interval): Generator<number> {
  yield* [1, 0, 0.5, 1.5, -1, -0.5, 2, 3, 7, 10, low, high, low + 1, high - 1, low + 0.5, high - 0.5];
  if (Number.isFinite(low) && Number.isFinite(high)) {
    for (let part = 1; part < 20; part++) yield low + ((high - low) * part) / 20;
    // Counted, as a double may be too large to grow by 1.
    for (let near = 0; near < 100; near++) yield Math.ceil(low) + near;
    return;
  }
  for (let size = 1; size < 1e300; size *= 1000) {
    yield* [low + size, high - size, low + size + 0.5, high - size - 0.5];
  }
  for (let near = 1; near < 1000; near++) {
    yield Number.isFinite(low) ? low + near : Number.isFinite(high) ? high - near : near;
  }
}

/** The least common multiple of those that are whole numbers; undefined where doubles can't hold it. */
function commonMultiple(of: readonly number[]): number | undefined {
  let step: number | undefined = 1;
  for (const one of of) if (Number.isInteger(one)) step = step && leastCommonMultiple(step, one);
  return step;
}

function findMultiple(
  interval: Interval,
  of: readonly number[],
  common: number,
  good: (number: number) => boolean,
): Found {
  const fractions = of.filter((one) => !Number.isInteger(one));
  // Multiples of fractions are only proposed: binary division may see others.
  const exact = fractions.length === 0;
  const step = fractions.length === of.length ? Math.max(...fractions) : common;
  const { low, high } = interval;
  const first = Number.isFinite(low) ? Math.ceil(low / step) : Number.isFinite(high) ? undefined : 0;
  const isSafe = (number: number) => exact && Math.abs(number) <= Number.MAX_SAFE_INTEGER;
  const startsSafe = isSafe((first ?? Math.floor(high / step)) * step);
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    // Upwards from the lower end, else downwards from the upper one; with no end both ways from 0.
    const factor =
      first === undefined
        ? Math.floor(high / step) - tries
        : first + (Number.isFinite(low) ? tries : tries % 2 === 0 ? tries / 2 : -(tries + 1) / 2);
    const number = factor * step + 0;
    if (number > high && first !== undefined) return startsSafe && isSafe(number) ? NO : MAYBE;
    if (good(number) && fractions.every((one) => isMultiple(number, one))) return candidate(number);
  }
  return MAYBE;
}
