import { CharBase, CharSet } from "refa";
import { spend, type Budget } from "../json/bounds.ts";
import { ALL, automatonOf, charSets, type Place } from "./automaton.ts";
import type { Expression } from "./parse.ts";

/** Which words are looked for. */
export interface WordQuery {
  /** Patterns that must be found in the word, and such that must not. */
  readonly matching: readonly Expression[];
  readonly refusing: readonly Expression[];
  /** Bounds of the length, in code points. */
  readonly min: number;
  readonly max: number;
  readonly excluded: ReadonlySet<string>;
}

/**
 * The shortest word of the intersection, or undefined when there is none: a search through the product of the
 * patterns' automata, which are made as far as they are walked. Exact; what it can't afford ends the budget.
 * @throws OutOfSteps, RangeError for patterns with word boundaries or with too many states.
 */
export function findWord(query: WordQuery, budget: Budget): string | undefined {
  const expressions = [...query.matching, ...query.refusing];
  const letters = new CharBase([ALL, ...expressions.flatMap(charSets), ...excludedLetters(query.excluded)]);
  const automata = expressions.map((expression) => automatonOf(expression, letters, budget));
  const good = (places: readonly Place[]) =>
    places.every((place, at) => place.accepts === at < query.matching.length);
  let layer: Trail[] = [{ places: automata.map((one) => one.initial), letter: -1, before: undefined }];
  const visits = new Map<string, number>();
  for (let length = 0; length <= query.max && layer.length > 0; length++) {
    // Before the least length is reached the same place at another length is another place.
    if (length <= query.min) visits.clear();
    const next: Trail[] = [];
    for (const trail of layer) {
      if (length >= query.min && good(trail.places)) {
        const word = spelled(trail, letters);
        if (!query.excluded.has(word)) return word;
      }
      for (let letter = 0; letter < letters.sets.length; letter++) {
        spend(budget, 2 * automata.length);
        const places = automata.map((one, at) => one.step(trail.places[at] as Place, letter, budget));
        const isHopeless = places.some((place, at) =>
          at < query.matching.length ? !place.mayMatch : !place.mayMiss,
        );
        if (isHopeless) continue;
        const key = places.map((place) => place.id).join();
        const times = visits.get(key) ?? 0;
        // More words than are excluded, through one place: one of them is good if any is.
        if (times > query.excluded.size) continue;
        visits.set(key, times + 1);
        next.push({ places, letter, before: trail });
      }
    }
    layer = next;
  }
  return undefined;
}

interface Trail {
  readonly places: readonly Place[];
  readonly letter: number;
  readonly before: Trail | undefined;
}

function spelled(trail: Trail, letters: CharBase): string {
  const word: string[] = [];
  for (let at: Trail | undefined = trail; at?.before !== undefined; at = at.before) {
    word.push(String.fromCodePoint(plainest(letters.sets[at.letter] ?? ALL)));
  }
  return word.toReversed().join("");
}

const PLAIN = Array.from("axy01AZ-_./ ", codePoint);

function codePoint(char: string): number {
  return char.codePointAt(0) as number;
}

function plainest(set: CharSet): number {
  const range = set.ranges.find(({ min }) => min < 0xd800 || min > 0xdfff) ?? set.ranges[0];
  return PLAIN.find((char) => set.has(char)) ?? range?.min ?? 0;
}

/** Each letter of an excluded word stands for itself alone, so that no other word is excluded with it. */
function excludedLetters(words: ReadonlySet<string>): CharSet[] {
  const chars = new Set([...words].flatMap((word) => Array.from(word, codePoint)));
  return [...chars].map((char) => CharSet.fromCharacter(0x10ffff, char));
}
