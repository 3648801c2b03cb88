import { spend, type Budget } from "../json/bounds.ts";
import { signed, type Goal } from "./find.ts";
import type { Junction, Node } from "./formula.ts";
import type { Store } from "./store.ts";
import { createTruth } from "./truth.ts";
import { ARRAY, OBJECT, typeOf } from "./types.ts";
import { valueNode } from "./value-node.ts";

/** The goals of one branch about values of one type, taken apart so far. */
export interface Branch {
  readonly type: number;
  /** Signed ids of all nodes that are settled. */
  readonly met: Set<number>;
  readonly atoms: Goal[];
  /** Choices that are still to be made: at least one goal of each list must be met. */
  readonly open: (readonly Goal[])[];
}

/** Takes goals apart. */
export interface Splitter {
  /** Takes a goal apart; false when it contradicts what is settled. */
  readonly meet: (branch: Branch, goal: Goal) => boolean;
  /** Drops choices that are made already, and makes those that have become forced; false when one is impossible. */
  readonly settle: (branch: Branch) => boolean;
}

/** A branch in which nothing is settled. */
export function newBranch(type: number): Branch {
  return { type, met: new Set(), atoms: [], open: [] };
}

/** The same branch once more, in which a choice is about to be made. */
export function fork({ type, met, atoms, open }: Branch, choice: readonly Goal[]): Branch {
  return { type, met: new Set(met), atoms: [...atoms], open: open.filter((one) => one !== choice) };
}

/** How long, as text, the lists or objects of an `enum` may be to be told from others by what is in them. */
const MAX_TEXT = 2000;

/** Makes a splitter. `spelledOut` puts "exactly one" in words that can be taken apart. */
export function createSplitter(store: Store, spelledOut: (node: Junction) => Node, budget: Budget): Splitter {
  const truth = createTruth();

  const meet: Splitter["meet"] = (branch, goal) => {
    const { node, not } = goal;
    const { type } = branch;
    const known = truth(node, type);
    if (known !== undefined) return known !== not;
    const id = signed(goal);
    if (branch.met.has(id)) return true;
    if (branch.met.has(id ^ 1)) return false;
    branch.met.add(id);
    spend(budget, 1);
    switch (node.kind) {
      case "not":
        return meet(branch, { node: node.part, not: !not });
      case "ref":
        return node.target === undefined || meet(branch, { node: node.target, not });
      case "one":
        return meet(branch, { node: spelledOut(node), not });
      case "all":
      case "any": {
        const parts = node.parts.map((part) => ({ node: part, not }));
        if ((node.kind === "all") !== not) return parts.every((part) => meet(branch, part));
        branch.open.push(parts);
        return true;
      }
      case "enum":
        branch.atoms.push(goal);
        return !not || (type !== ARRAY && type !== OBJECT) || meetOther(branch, node.values);
      default:
        branch.atoms.push(goal);
        return true;
    }
  };

  /** Lists and objects that are none of some values: where there are few of them each is taken apart. */
  const meetOther = (branch: Branch, values: ReadonlyMap<string, unknown>): boolean => {
    const typed = [...values].filter(([, value]) => typeOf(value) === branch.type);
    if (typed.reduce((size, [text]) => size + text.length, 0) > MAX_TEXT) return true;
    return typed.every(([, value]) => meet(branch, { node: valueNode(store, value), not: true }));
  };

  const settle: Splitter["settle"] = (branch) => {
    for (let again = true; again;) {
      again = false;
      for (const choice of branch.open.splice(0)) {
        const left = remaining(branch, choice);
        if (left === undefined) continue;
        const [only] = left;
        if (only === undefined) return false;
        if (left.length > 1) branch.open.push(left);
        else if (!meet(branch, only)) return false;
        else again = true;
      }
    }
    return true;
  };

  /** The goals of a choice that are still possible; undefined when one of them is met. */
  const remaining = (branch: Branch, choice: readonly Goal[]): Goal[] | undefined => {
    const left: Goal[] = [];
    spend(budget, choice.length);
    for (const goal of choice) {
      const known = truth(goal.node, branch.type);
      const id = signed(goal);
      if (branch.met.has(id) || (known !== undefined && known !== goal.not)) return undefined;
      if (known === undefined && !branch.met.has(id ^ 1)) left.push(goal);
    }
    return left;
  };

  return { meet, settle };
}
