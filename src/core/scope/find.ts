import type { Form, Node, Of } from "./formula.ts";

/**
 * The outcome of looking for a value: there is none; here is one (the evaluator agrees); or there may be one, and here
 * is a candidate that nobody has confirmed.
 */
export type Found =
  | { readonly is: "no" }
  | { readonly is: "yes"; readonly value: unknown }
  | { readonly is: "maybe"; readonly value?: unknown };

/** There is no such value. */
export const NO: Found = { is: "no" };

/** There may be one, none is known. */
export const MAYBE: Found = { is: "maybe" };

/** A node that must hold, or with `not` must fail. */
export interface Goal {
  readonly node: Node;
  readonly not: boolean;
}

/** What the rules for one type need of the prover. */
export interface Search {
  /** Looks for a value for which all goals are met. */
  readonly find: (goals: readonly Goal[]) => Found;
}

/** Goals for one type of value: atoms on that type, each to hold or to fail. */
export type Atoms = readonly Goal[];

/** A candidate as an outcome: the prover asks the evaluator whether it is good. */
export function candidate(value: unknown): Found {
  return { is: "maybe", value };
}

/** The better of two outcomes. */
export function better(left: Found, right: Found): Found {
  if (left.is === "yes" || right.is === "no") return left;
  if (right.is === "yes" || left.is === "no") return right;
  return "value" in left ? left : right;
}

/** A goal as a number: its node's id, and whether it must fail. With its last bit turned it is the opposite. */
export function signed({ node, not }: Goal): number {
  return node.id * 2 + (not ? 1 : 0);
}

/** The forms of a kind among atoms: those that must hold, or with `not` those that must fail. */
export function formsOf<K extends Form["kind"]>(atoms: Atoms, kind: K, not: boolean): Of<K>[] {
  const isMeant = (node: Node): node is Node & Of<K> => node.kind === kind;
  return atoms
    .filter((atom) => atom.not === not)
    .map(({ node }) => node)
    .filter(isMeant);
}

/** The values that atoms list as refused. */
export function refusedValues(atoms: Atoms): unknown[] {
  return formsOf(atoms, "enum", true).flatMap((node) => Array.from(node.values.values()));
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
