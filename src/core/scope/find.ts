import type { Node } from "./ir.ts";

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
