import { spend, type Budget } from "../json/bounds.ts";
import type { Atoms, Goal, Search } from "./find.ts";
import type { NameSet } from "./formula.ts";
import type { Evaluator } from "./holds.ts";
import type { Store } from "./store.ts";

/** What the rules for objects work with. */
export interface Tools {
  readonly search: Search;
  readonly store: Store;
  readonly evaluator: Evaluator;
  readonly budget: Budget;
}

/** A set of names without those that are named anywhere. */
export type Others = Exclude<NameSet, { only: string }>;

/** A rule about all names of a set, or (with `not`) about one that must be there. */
interface Rule {
  readonly set: Others;
  readonly goal: Goal;
}

/** What is known of every object that meets the atoms. */
export interface Shape {
  /** What the value must meet, for each name that is named anywhere. */
  readonly named: Map<string, Goal[]>;
  readonly required: Set<string>;
  readonly rules: readonly Rule[];
  readonly demands: readonly Rule[];
}

/** Gathers what atoms on objects say of each name, and of the others. */
export function shapeOf(atoms: Atoms, { store, evaluator, budget }: Tools): Shape {
  const named = new Map<string, Goal[]>();
  const required = new Set<string>();
  const rules: Rule[] = [];
  const demands: Rule[] = [];
  const at = (name: string): Goal[] => {
    const goals = named.get(name) ?? [];
    named.set(name, goals);
    return goals;
  };
  for (const { node, not } of atoms) {
    if (node.kind === "has") {
      const goals = at(node.name);
      if (not) goals.push({ node: store.nothing, not: false });
      else required.add(node.name);
    } else if (node.kind === "names") {
      const { set } = node;
      const goal = { node: node.value, not };
      if ("only" in set) {
        at(set.only).push(goal);
        if (not) required.add(set.only);
      } else {
        for (const name of set.except) at(name);
        (not ? demands : rules).push({ set, goal });
      }
    }
  }
  spend(budget, named.size * (1 + rules.length));
  for (const { set, goal } of rules) {
    for (const [name, goals] of named) if (evaluator.contains(set, name) === true) goals.push(goal);
  }
  return { named, required, rules, demands };
}
