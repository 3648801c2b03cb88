import { spend, type Budget } from "./bounds.ts";
import { better, candidate, MAYBE, NO, type Found, type Goal, type Search } from "./find.ts";
import { findArray } from "./find-array.ts";
import { findNumber } from "./find-number.ts";
import { findObject } from "./find-object.ts";
import { findString } from "./find-string.ts";
import type { Answer, Evaluator } from "./holds.ts";
import {
  ARRAY,
  BOOLEAN,
  NULL,
  NUMBER,
  OBJECT,
  STRING,
  TYPES,
  typeOf,
  typesOn,
  type Node,
  type Store,
} from "./ir.ts";
import { valueNode } from "./value-node.ts";

// "Is anything permitted after that was not before?" is "is there a value for which `after` holds and `before` fails?".
// The prover looks for a value that meets a list of goals: type by type it takes the goals apart into atoms, branching
// where there is a choice, and leaves the atoms of one type to the rules for that type, which ask for the values inside.
// Every `no` is a proof: where something is not understood it is left out, which can only make more values possible.

/** The goals of one branch, taken apart so far. */
interface Branch {
  /** Signed ids of all nodes that are settled. */
  readonly met: Set<number>;
  readonly atoms: Goal[];
  /** Choices that are still to be made: at least one goal of each list must be met. */
  readonly open: (readonly Goal[])[];
}

/** How deep questions may nest: far from overflowing the call stack. */
const MAX_NESTING = 150;

/** How long, as text, the lists or objects of an `enum` may be to be told from others by what is in them. */
const MAX_TEXT = 2000;

/** Makes a prover. @throws OutOfSteps from `find` when the budget ends */
export function createProver(store: Store, evaluator: Evaluator, budget: Budget): Search {
  const truths = new Map<number, Answer>();
  const answers = new Map<string, Found>();
  const spelled = new Map<number, Node>();
  const comparing = new Set<string>();
  /** The questions that are being answered, each with its depth. */
  let asked = new Map<string, number>();
  /** The depth of the outermost question that an answer rested on; `no` is final only if that is its own. */
  let restsOn = Infinity;

  const find = (goals: readonly Goal[]): Found => {
    spend(budget, 5 + goals.length);
    const ids = new Set(goals.map(signed));
    for (const id of ids) if (ids.has(id ^ 1)) return NO;
    const key = [...ids].toSorted((a, b) => a - b).join();
    const known = answers.get(key);
    if (known !== undefined) return known;
    const depth = asked.get(key);
    if (depth !== undefined) {
      // A smallest value that meets the goals has no part that meets the same goals.
      restsOn = Math.min(restsOn, depth);
      return NO;
    }
    if (asked.size > MAX_NESTING) return MAYBE;
    spend(budget, 40);
    const outer = restsOn;
    restsOn = Infinity;
    const own = asked.size;
    asked.set(key, own);
    let found: Found = NO;
    try {
      for (const type of TYPES) {
        found = better(found, findTyped(goals, type));
        if (found.is === "yes") break;
      }
    } catch (error) {
      restsOn = Infinity;
      throw error;
    } finally {
      asked.delete(key);
    }
    const isFinal = found.is === "yes" || restsOn >= own;
    if (isFinal) answers.set(key, found);
    restsOn = Math.min(outer, isFinal ? Infinity : restsOn);
    return found;
  };

  /** Whether a node holds for every value of a type, or for none. */
  const truth = (node: Node, type: number): Answer => {
    if ((typesOn(node) & type) === 0) return true;
    const key = node.id * 64 + type;
    if (truths.has(key)) return truths.get(key);
    truths.set(key, undefined);
    const answer = truthOf(node, type, truth);
    truths.set(key, answer);
    return answer;
  };

  const findTyped = (goals: readonly Goal[], type: number): Found => {
    const branch: Branch = { met: new Set(), atoms: [], open: [] };
    if (!goals.every((goal) => meet(branch, goal, type))) return NO;
    return explore(branch, goals, type);
  };

  /** Takes a goal apart; false when it contradicts what is settled. */
  const meet = (branch: Branch, goal: Goal, type: number): boolean => {
    const { node, not } = goal;
    const known = truth(node, type);
    if (known !== undefined) return known !== not;
    const id = signed(goal);
    if (branch.met.has(id)) return true;
    if (branch.met.has(id ^ 1)) return false;
    branch.met.add(id);
    spend(budget, 1);
    switch (node.kind) {
      case "not":
        return meet(branch, { node: node.part, not: !not }, type);
      case "ref":
        return node.target === undefined || meet(branch, { node: node.target, not }, type);
      case "one":
        return meet(branch, { node: spelledOut(node), not }, type);
      case "all":
      case "any": {
        const parts = node.parts.map((part) => ({ node: part, not }));
        if ((node.kind === "all") !== not) return parts.every((part) => meet(branch, part, type));
        branch.open.push(parts);
        return true;
      }
      case "enum":
        branch.atoms.push(goal);
        return !not || (type !== ARRAY && type !== OBJECT) || meetOther(branch, node.values, type);
      default:
        branch.atoms.push(goal);
        return true;
    }
  };

  /** Lists and objects that are none of some values: where there are few of them each is taken apart. */
  const meetOther = (branch: Branch, values: ReadonlyMap<string, unknown>, type: number): boolean => {
    const typed = [...values].filter(([, value]) => typeOf(value) === type);
    if (typed.reduce((size, [text]) => size + text.length, 0) > MAX_TEXT) return true;
    return typed.every(([, value]) => meet(branch, { node: valueNode(store, value), not: true }, type));
  };

  /** "Exactly one" in words that can be taken apart; branches that exclude each other need not be told to. */
  const spelledOut = (node: Node & { kind: "all" | "any" | "one" }): Node => {
    const known = spelled.get(node.id);
    if (known !== undefined) return known;
    const clauses = [store.any(node.parts)];
    // While it is being spelled out it may be asked for again, inside itself: then nothing excludes anything.
    for (const [at, one] of node.parts.entries()) {
      for (const other of node.parts.slice(at + 1)) {
        if (!isDisjoint(one, other)) clauses.push(store.any([store.not(one), store.not(other)]));
      }
    }
    const whole = store.all(clauses);
    spelled.set(node.id, whole);
    return whole;
  };

  const isDisjoint = (one: Node, other: Node): boolean => {
    const pair = `${one.id} ${other.id}`;
    if (comparing.has(pair)) return false;
    comparing.add(pair);
    // Asked apart from the open questions, so that the answer rests on none of them.
    const [outerAsked, outerRestsOn] = [asked, restsOn];
    asked = new Map();
    try {
      return find([one, other].map((node) => ({ node, not: false }))).is === "no";
    } finally {
      [asked, restsOn] = [outerAsked, outerRestsOn];
      comparing.delete(pair);
    }
  };

  const explore = (branch: Branch, goals: readonly Goal[], type: number): Found => {
    spend(budget, 10 + 2 * branch.atoms.length);
    if (!settle(branch, type)) return NO;
    const found = confirmed(findAtoms(branch.atoms, type), goals);
    if (found.is !== "maybe" || branch.open.length === 0) return found;
    const choice = branch.open.reduce((least, next) => (next.length < least.length ? next : least));
    let best: Found = NO;
    for (const goal of choice) {
      const next = {
        met: new Set(branch.met),
        atoms: [...branch.atoms],
        open: branch.open.filter((one) => one !== choice),
      };
      spend(budget, branch.met.size);
      if (!meet(next, goal, type)) continue;
      best = better(best, explore(next, goals, type));
      if (best.is === "yes") return best;
    }
    return best;
  };

  /** Drops choices that are made already, and makes those that have become forced. */
  const settle = (branch: Branch, type: number): boolean => {
    for (let again = true; again;) {
      again = false;
      for (const choice of branch.open.splice(0)) {
        const left = remaining(branch, choice, type);
        if (left === undefined) continue;
        const [only] = left;
        if (only === undefined) return false;
        if (left.length > 1) branch.open.push(left);
        else if (!meet(branch, only, type)) return false;
        else again = true;
      }
    }
    return true;
  };

  /** The goals of a choice that are still possible; undefined when one of them is met. */
  const remaining = (branch: Branch, choice: readonly Goal[], type: number): Goal[] | undefined => {
    const left: Goal[] = [];
    spend(budget, choice.length);
    for (const goal of choice) {
      const known = truth(goal.node, type);
      const id = signed(goal);
      if (branch.met.has(id) || (known !== undefined && known !== goal.not)) return undefined;
      if (known === undefined && !branch.met.has(id ^ 1)) left.push(goal);
    }
    return left;
  };

  const findAtoms = (atoms: readonly Goal[], type: number): Found => {
    const list = atoms.find(({ node, not }) => node.kind === "enum" && !not);
    if (list?.node.kind === "enum") return findListed([...list.node.values.values()], atoms, type);
    if (type === NULL) return findListed([null], atoms, type);
    if (type === BOOLEAN) return findListed([false, true], atoms, type);
    if (type === NUMBER) return findNumber(atoms, budget);
    if (type === STRING) return findString(atoms, store, budget);
    return type === ARRAY
      ? findArray(atoms, { find }, store)
      : findObject(atoms, { search: { find }, store, evaluator, budget });
  };

  /** Of a few values the evaluator knows all there is to know. */
  const findListed = (values: readonly unknown[], atoms: readonly Goal[], type: number): Found => {
    let best: Found = NO;
    for (const value of values) {
      if (typeOf(value) === type) best = better(best, confirmed(candidate(value), atoms, true));
      if (best.is === "yes") return best;
    }
    return best;
  };

  /** A candidate for which all goals are met is one; `only` when there is no other, so that it may be ruled out. */
  const confirmed = (found: Found, goals: readonly Goal[], only = false): Found => {
    if (found.is === "no" || !("value" in found)) return found;
    let answer: Answer = true;
    for (const { node, not } of goals) {
      const one = evaluator.holds(node, found.value);
      if (one === not) return only ? NO : MAYBE;
      if (one === undefined) answer = undefined;
    }
    return answer === true ? { is: "yes", value: found.value } : candidate(found.value);
  };

  return { find };
}

function signed({ node, not }: Goal): number {
  return node.id * 2 + (not ? 1 : 0);
}

function truthOf(node: Node, type: number, truth: (node: Node, type: number) => Answer): Answer {
  switch (node.kind) {
    case "type":
      return (node.mask & type) !== 0;
    case "enum":
      return [...node.values.values()].some((value) => typeOf(value) === type) ? undefined : false;
    case "not": {
      const inner = truth(node.part, type);
      return inner === undefined ? undefined : !inner;
    }
    case "all":
    case "any": {
      const absorbing = node.kind === "any";
      let answer: Answer = !absorbing;
      for (const part of node.parts) {
        const known = truth(part, type);
        if (known === absorbing) return absorbing;
        if (known === undefined) answer = undefined;
      }
      return answer;
    }
    default:
      return undefined;
  }
}
