import { CharSet, type CharBase } from "refa";
import { spend, type Budget } from "../json/bounds.ts";
import type { Expression } from "./parse.ts";

/** Where a set of states goes, and whether a word may end there. */
export interface Place {
  readonly id: number;
  readonly states: readonly number[];
  readonly accepts: boolean;
  /** Whether a longer word may be accepted, and whether one may be refused. */
  readonly mayMatch: boolean;
  readonly mayMiss: boolean;
  readonly next: (Place | undefined)[];
}

/** The automaton of a pattern over an alphabet of classes of characters. */
export interface Automaton {
  readonly initial: Place;
  /** @throws OutOfSteps, as places are made when they are reached first */
  readonly step: (from: Place, letter: number, budget: Budget) => Place;
}

const MAX_STATES = 4000;

/** Every character there is. */
export const ALL = CharSet.all(0x10ffff);

/** The sets of characters that an expression tells apart. */
export function charSets(node: Expression): CharSet[] {
  switch (node.kind) {
    case "chars":
      return [node.set];
    case "sequence":
    case "choice":
      return node.parts.flatMap(charSets);
    case "repeat":
      return charSets(node.part);
    default:
      return [];
  }
}

/** A state of Thompson's construction: `^` edges may be taken before the first letter, `$` edges after the last. */
interface State {
  readonly free: number[];
  readonly start: number[];
  readonly end: number[];
  readonly by: { readonly letters: ReadonlySet<number>; readonly to: number }[];
}

/** The automaton of a pattern that may match anywhere in a word. @throws RangeError when it has too many states */
export function automatonOf(expression: Expression, letters: CharBase, budget: Budget): Automaton {
  const states: State[] = [];
  const add = () => {
    if (states.length > MAX_STATES) throw new RangeError("too many states");
    return states.push({ free: [], start: [], end: [], by: [] }) - 1;
  };
  const every = new Set(letters.sets.keys());
  const [first, last] = [add(), add()];
  // A pattern may match anywhere in the word.
  states[first]?.by.push({ letters: every, to: first });
  states[last]?.by.push({ letters: every, to: last });
  connect({ states, add, letters }, expression, first, last);

  spend(budget, 5 * states.length);
  const leads = leadingTo(states, last);
  const places = new Map<string, Place>();
  const place = (from: Iterable<number>, atStart: boolean, purse: Budget): Place => {
    const inside = closure(states, from, atStart, false, purse);
    const key = `${atStart}${inside.join()}`;
    const old = places.get(key);
    if (old !== undefined) return old;
    const accepts = closure(states, inside, atStart, true, purse).includes(last);
    const mayMatch = inside.some((at) => leads.has(at));
    // Once a pattern has matched it has matched the longer word too.
    const mayMiss = !inside.includes(last);
    const made = { id: places.size, states: inside, accepts, mayMatch, mayMiss, next: [] };
    places.set(key, made);
    return made;
  };
  const step = (from: Place, letter: number, purse: Budget) => {
    const known = from.next[letter];
    if (known !== undefined) return known;
    const to = from.states.flatMap((at) => (states[at]?.by ?? []).filter((edge) => edge.letters.has(letter)));
    const made = place(
      to.map((edge) => edge.to),
      false,
      purse,
    );
    from.next[letter] = made;
    return made;
  };
  return { initial: place([first], true, budget), step };
}

/** The states from which the last one can be reached after the first letter. */
function leadingTo(states: readonly State[], last: number): ReadonlySet<number> {
  const before = new Map<number, number[]>();
  for (const [at, { free, end, by }] of states.entries()) {
    for (const to of [...free, ...end, ...by.map((edge) => edge.to)]) {
      before.set(to, [...(before.get(to) ?? []), at]);
    }
  }
  const leading = new Set([last]);
  for (const at of leading) for (const from of before.get(at) ?? []) leading.add(from);
  return leading;
}

function closure(
  states: readonly State[],
  from: Iterable<number>,
  atStart: boolean,
  atEnd: boolean,
  budget: Budget,
): number[] {
  const inside = new Set(from);
  for (const at of inside) {
    const state = states[at];
    for (const to of state?.free ?? []) inside.add(to);
    if (atStart) for (const to of state?.start ?? []) inside.add(to);
    if (atEnd) for (const to of state?.end ?? []) inside.add(to);
  }
  spend(budget, 2 * inside.size);
  return [...inside].toSorted((a, b) => a - b);
}

interface Building {
  readonly states: State[];
  readonly add: () => number;
  readonly letters: CharBase;
}

/** Adds the states that lead from one to another through an expression. */
function connect(building: Building, node: Expression, from: number, to: number): void {
  const { states, add, letters } = building;
  switch (node.kind) {
    case "chars":
      states[from]?.by.push({ letters: new Set(letters.split(node.set)), to });
      return;
    case "sequence": {
      let at = from;
      for (const part of node.parts) {
        const next = add();
        connect(building, part, at, next);
        at = next;
      }
      states[at]?.free.push(to);
      return;
    }
    case "choice":
      for (const part of node.parts) connect(building, part, from, to);
      return;
    case "repeat":
      repeat(building, node, from, to);
      return;
    case "start":
    case "end":
      states[from]?.[node.kind].push(to);
      return;
    default:
      throw new RangeError("word boundaries are not modelled");
  }
}

function repeat(building: Building, node: Expression & { kind: "repeat" }, from: number, to: number): void {
  const { states, add } = building;
  let at = from;
  for (let times = 0; times < node.min; times++) {
    const next = add();
    connect(building, node.part, at, next);
    at = next;
  }
  if (node.max === Infinity) {
    const loop = add();
    states[at]?.free.push(loop);
    const back = add();
    connect(building, node.part, loop, back);
    states[back]?.free.push(loop);
    states[loop]?.free.push(to);
    return;
  }
  for (let times = node.min; times < node.max; times++) {
    states[at]?.free.push(to);
    const next = add();
    connect(building, node.part, at, next);
    at = next;
  }
  states[at]?.free.push(to);
}
