import { spend, type Budget } from "../json/bounds.ts";
import { createAsker } from "./ask.ts";
import { createSplitter, fork, newBranch, type Branch } from "./branch.ts";
import { createSpeller } from "./exactly-one.ts";
import { findArray } from "./find-array.ts";
import { findNumber } from "./find-number.ts";
import { findObject } from "./find-object.ts";
import { findString } from "./find-string.ts";
import { better, candidate, MAYBE, NO, type Found, type Goal, type Search } from "./find.ts";
import type { Node } from "./formula.ts";
import type { Answer, Evaluator } from "./holds.ts";
import type { Store } from "./store.ts";
import { ARRAY, BOOLEAN, NULL, NUMBER, STRING, TYPES, typeOf } from "./types.ts";

// "Is anything permitted after that was not before?" is "is there a value for which `after` holds and `before` fails?".
// The prover looks for a value that meets a list of goals: type by type it takes the goals apart into atoms, branching
// where there is a choice, and leaves the atoms of one type to the rules for that type, which ask for the values inside.
// Every `no` is a proof: where something is not understood it is left out, which can only make more values possible.

/** Makes a prover. @throws OutOfSteps from `find` when the budget ends */
export function createProver(store: Store, evaluator: Evaluator, budget: Budget): Search {
  const { find, findApart } = createAsker(budget, (goals) => {
    let found: Found = NO;
    for (const type of TYPES) {
      const branch = newBranch(type);
      if (goals.every((goal) => meet(branch, goal))) found = better(found, explore(branch, goals));
      if (found.is === "yes") break;
    }
    return found;
  });

  const explore = (branch: Branch, goals: readonly Goal[]): Found => {
    spend(budget, 10 + 2 * branch.atoms.length);
    if (!settle(branch)) return NO;
    const found = confirmed(findAtoms(branch), goals);
    if (found.is !== "maybe" || branch.open.length === 0) return found;
    const choice = branch.open.reduce((least, next) => (next.length < least.length ? next : least));
    let best: Found = NO;
    for (const goal of choice) {
      spend(budget, branch.met.size);
      const next = fork(branch, choice);
      if (meet(next, goal)) best = better(best, explore(next, goals));
      if (best.is === "yes") return best;
    }
    return best;
  };

  const areDisjoint = (one: Node, other: Node) =>
    findApart([one, other].map((node) => ({ node, not: false }))).is === "no";
  const { meet, settle } = createSplitter(store, createSpeller(store, areDisjoint), budget);

  const findAtoms = ({ atoms, type }: Branch): Found => {
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
