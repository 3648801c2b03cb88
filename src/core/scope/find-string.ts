import { spend, type Budget } from "../json/bounds.ts";
import { findWord, type WordQuery } from "../pattern/language.ts";
import { BEYOND } from "../pattern/parse.ts";
import { candidate, formsOf, MAYBE, NO, refusedValues, sizes, type Atoms, type Found } from "./find.ts";
import { EXAMPLES } from "./formats.ts";
import type { Store } from "./store.ts";

/** How much of the budget one search for a word may take; one that proves nothing, for a word of a format, less. */
const WORD_STEPS = 150_000;
const FORMAT_STEPS = 40_000;

/** How long a word may have to be. */
const MAX_WORD = 100_000;

/** Looks for a string that meets atoms on strings. */
export function findString(atoms: Atoms, store: Store, budget: Budget): Found {
  const { min, max } = sizes(atoms);
  if (min > max) return NO;
  const excluded = new Set(refusedValues(atoms).filter((value) => typeof value === "string"));
  spend(budget, excluded.size / 4);
  const patterns = (not: boolean) => formsOf(atoms, "pattern", not).map(({ source }) => source);
  const query = { matching: patterns(false), refusing: patterns(true), min, max, excluded };
  const ofFormat = findOfFormat(atoms, query, store, budget);
  if (ofFormat !== undefined) return candidate(ofFormat);
  if (query.matching.length + query.refusing.length === 0) return plainWord(min, max, excluded);
  return word(query, store, budget);
}

/** What is asked of a string, with its patterns as they are written. */
type Query = Omit<WordQuery, "matching" | "refusing"> & {
  readonly matching: readonly string[];
  readonly refusing: readonly string[];
};

/** A string that is likely to be of the formats that are asked for, and not of those that are refused. */
function findOfFormat(atoms: Atoms, query: Query, store: Store, budget: Budget): string | undefined {
  const examples = (not: boolean) =>
    formsOf(atoms, "opaque", not).flatMap(({ name }) => EXAMPLES.get(name.slice("format ".length)) ?? []);
  const [wanted, refused] = [examples(false), examples(true)];
  const [first] = wanted;
  if (first === undefined) return undefined;
  const { min, max, excluded } = query;
  const matching = [...query.matching, ...wanted.slice(1).map((one) => one.pattern)];
  const refusing = [...query.refusing, ...refused.map((one) => one.pattern)];
  const isGood = (text: string) =>
    text.length >= min &&
    text.length <= max &&
    !excluded.has(text) &&
    matching.every((source) => store.matches(source, text, budget) !== false) &&
    refusing.every((source) => store.matches(source, text, budget) !== true);
  if (isGood(first.plain)) return first.plain;
  if (min > MAX_WORD) return undefined;
  for (const long of [first.plain.padEnd(min, "a"), first.plain.padStart(min, "a")]) {
    if (isGood(long) && store.matches(first.pattern, long, budget) === true) return long;
  }
  const found = word(
    { ...query, matching: [first.pattern, ...matching], refusing },
    store,
    budget,
    FORMAT_STEPS,
  );
  return "value" in found ? String(found.value) : undefined;
}

function word(query: Query, store: Store, budget: Budget, steps = WORD_STEPS): Found {
  const share = { left: Math.min(steps, budget.left) };
  const before = share.left;
  // An expression that is beyond regular languages is left out: what is found then is a candidate only.
  const known = (sources: readonly string[]) =>
    sources.map(store.expression).filter((expression) => expression !== BEYOND);
  try {
    const found = findWord(
      { ...query, matching: known(query.matching), refusing: known(query.refusing) },
      share,
    );
    return found === undefined ? NO : candidate(found);
  } catch {
    return MAYBE;
  } finally {
    budget.left -= before - share.left;
  }
}

/** A word of the length that is wanted: the alphabet has more letters than anybody excludes. */
function plainWord(min: number, max: number, excluded: ReadonlySet<string>): Found {
  if (min > MAX_WORD) return MAYBE;
  if (min === 0 && !excluded.has("")) return candidate("");
  if (max === 0) return NO;
  const rest = "x".repeat(Math.max(min, 1) - 1);
  for (let letter = 0; letter <= excluded.size; letter++) {
    const found = rest + String.fromCodePoint(letter < 26 ? 97 + ((letter + 23) % 26) : 0xa1 + letter);
    if (!excluded.has(found)) return candidate(found);
  }
  return MAYBE;
}
