import { CharBase } from "refa";
import { NotModelled, spend, type Budget } from "../json/bounds.ts";
import { ALL, automatonOf, charSets, type Automaton } from "./automaton.ts";
import { BEYOND, parsePattern, type Expression } from "./parse.ts";

/** The patterns of one question: each is parsed once. */
export interface Patterns {
  /** A pattern as an expression. @throws SyntaxError for what is no pattern, NotModelled for too many */
  readonly expression: (source: string) => Expression | typeof BEYOND;
  /** Whether a text matches a pattern; undefined where that is not regular. @throws OutOfSteps */
  readonly matches: (source: string, text: string, budget: Budget) => boolean | undefined;
}

/** How many different patterns two schemas may have. */
const MAX_PATTERNS = 1000;

/** Makes an empty collection of patterns. */
export function createPatterns(): Patterns {
  const expressions = new Map<string, Expression | typeof BEYOND>();
  const expression = (source: string) => {
    const parsed = expressions.get(source) ?? parsePattern(source);
    if (expressions.size > MAX_PATTERNS) throw new NotModelled("too many patterns");
    expressions.set(source, parsed);
    return parsed;
  };
  const tests = new Map<string, WordTest>();
  const matches = (source: string, text: string, budget: Budget) => {
    const test = tests.get(source) ?? createWordTest(expression(source));
    tests.set(source, test);
    return test(text, budget);
  };
  return { expression, matches };
}

/** Whether a text matches; undefined where word boundaries are not modelled. @throws OutOfSteps */
type WordTest = (text: string, budget: Budget) => boolean | undefined;

/** A test of texts by the automaton, made as far as it is walked: linear in the text, whatever the pattern. */
function createWordTest(expression: Expression | typeof BEYOND): WordTest {
  if (expression === BEYOND) return () => undefined;
  const letters = new CharBase([ALL, ...charSets(expression)]);
  const known = new Map<string, number>();
  const letterOf = (char: string) => {
    const letter = known.get(char) ?? letters.sets.findIndex((set) => set.has(char.codePointAt(0) as number));
    known.set(char, letter);
    return letter;
  };
  let automaton: Automaton | typeof BEYOND | undefined;
  return (text, budget) => {
    automaton ??= modelled(expression, letters, budget);
    if (automaton === BEYOND) return undefined;
    let place = automaton.initial;
    for (const char of text) {
      spend(budget, 1);
      if (!place.mayMatch || !place.mayMiss) return place.mayMatch;
      place = automaton.step(place, letterOf(char), budget);
    }
    return place.accepts;
  };
}

function modelled(expression: Expression, letters: CharBase, budget: Budget): Automaton | typeof BEYOND {
  try {
    return automatonOf(expression, letters, budget);
  } catch (error) {
    if (error instanceof RangeError) return BEYOND;
    throw error;
  }
}
