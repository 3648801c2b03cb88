import { spend, type Budget } from "./bounds.ts";
import { candidate, MAYBE, NO, type Atoms, type Found } from "./find.ts";
import { findWord } from "./language.ts";
import type { Store } from "./ir.ts";
import { BEYOND, type Expression } from "./pattern.ts";

/** One string of each format, so that a candidate may satisfy it. */
const SAMPLES: Readonly<Record<string, string>> = {
  "date-time": "2024-01-01T00:00:00Z",
  date: "2024-01-01",
  time: "00:00:00Z",
  duration: "P1D",
  email: "a@b.co",
  "idn-email": "a@b.co",
  hostname: "a.co",
  ipv4: "127.0.0.1",
  ipv6: "::1",
  uri: "https://a.co/",
  url: "https://a.co/",
  iri: "https://a.co/",
  uuid: "00000000-0000-4000-8000-000000000000",
  "json-pointer": "/a",
  "relative-json-pointer": "0/a",
};

/** How much of the budget one search for a word may take. */
const WORD_STEPS = 150_000;

/** Looks for a string that meets atoms on strings. */
export function findString(atoms: Atoms, store: Store, budget: Budget): Found {
  const { min, max } = sizes(atoms);
  if (min > max) return NO;
  const excluded = excludedStrings(atoms);
  spend(budget, excluded.size / 4);
  const matching = expressions(atoms, false, store);
  const refusing = expressions(atoms, true, store);
  const sample = sampleOf(atoms);
  if (sample !== undefined && matching.length + refusing.length === 0) {
    const length = sample.length;
    if (length >= min && length <= max && !excluded.has(sample)) return candidate(sample);
  }
  if (matching.length + refusing.length === 0) return plainWord(min, max, excluded);
  return word(
    { matching: matching.filter(isKnown), refusing: refusing.filter(isKnown), min, max, excluded },
    budget,
  );
}

function word(query: Parameters<typeof findWord>[0], budget: Budget): Found {
  const share = { left: Math.min(WORD_STEPS, budget.left) };
  const before = share.left;
  try {
    // An expression that is beyond regular languages was left out: what is found then is a candidate only.
    const found = findWord(query, share);
    return found === undefined ? NO : candidate(found);
  } catch {
    return MAYBE;
  } finally {
    budget.left -= before - share.left;
  }
}

/** The least and the greatest size that atoms leave. */
export function sizes(atoms: Atoms): { min: number; max: number } {
  let [min, max] = [0, Infinity];
  for (const { node, not } of atoms) {
    if (node.kind !== "size") continue;
    if ((node.side === "min") !== not) min = Math.max(min, not ? node.value + 1 : node.value);
    else max = Math.min(max, not ? node.value - 1 : node.value);
  }
  return { min, max };
}

function expressions(atoms: Atoms, negated: boolean, store: Store): (Expression | typeof BEYOND)[] {
  return atoms.flatMap(({ node, not }) =>
    node.kind === "pattern" && not === negated ? [store.expression(node.source)] : [],
  );
}

function isKnown(expression: Expression | typeof BEYOND): expression is Expression {
  return expression !== BEYOND;
}

function excludedStrings(atoms: Atoms): Set<string> {
  const values = atoms.flatMap(({ node, not }) =>
    node.kind === "enum" && not ? [...node.values.values()] : [],
  );
  return new Set(values.filter((value) => typeof value === "string"));
}

function sampleOf(atoms: Atoms): string | undefined {
  for (const { node, not } of atoms) {
    if (node.kind === "opaque" && !not && Object.hasOwn(SAMPLES, node.name.slice("format ".length))) {
      return SAMPLES[node.name.slice("format ".length)];
    }
  }
  return undefined;
}

/** A word of the length that is wanted: the alphabet has more letters than anybody excludes. */
function plainWord(min: number, max: number, excluded: ReadonlySet<string>): Found {
  if (min > 100_000) return MAYBE;
  if (min === 0 && !excluded.has("")) return candidate("");
  if (max === 0) return NO;
  const rest = "x".repeat(Math.max(min, 1) - 1);
  for (let letter = 0; letter <= excluded.size; letter++) {
    const found = rest + String.fromCodePoint(letter < 26 ? 97 + ((letter + 23) % 26) : 0xa1 + letter);
    if (!excluded.has(found)) return candidate(found);
  }
  return MAYBE;
}
