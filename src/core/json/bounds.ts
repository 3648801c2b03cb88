import { isObject } from "./value.ts";

/** A schema that the engine does not model or that is malformed: nothing can be proven of it. */
export class NotModelled extends Error {}

/** The step budget of a question is used up. */
export class OutOfSteps extends Error {}

/** How many steps one question may take; a step is about a microsecond. */
export interface Budget {
  left: number;
}

/** Takes steps off a budget. @throws OutOfSteps when none are left. */
export function spend(budget: Budget, steps: number): void {
  budget.left -= steps;
  if (budget.left < 0) throw new OutOfSteps("out of steps");
}

/** How deep a schema's JSON may nest: twice what a card can hold, and far from overflowing the call stack. */
const MAX_DEPTH = 200;

/** How many JSON values a schema may have. */
const MAX_VALUES = 80_000;

/** Refuses JSON that is too deep or too large to be walked by recursion. @throws NotModelled */
export function refuseHuge(value: unknown, maxValues = MAX_VALUES): void {
  const rest: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  let seen = 0;
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { value: at, depth } = next;
    if (typeof at !== "object" || at === null) continue;
    if (depth > MAX_DEPTH) throw new NotModelled("too deep");
    const inner = isObject(at) ? Object.values(at) : (at as readonly unknown[]);
    seen += inner.length;
    if (seen > maxValues) throw new NotModelled("too large");
    for (const item of inner) rest.push({ value: item, depth: depth + 1 });
  }
}

/** Refuses a list that would cost too much. @throws NotModelled */
export function refuseMany(list: readonly unknown[], max: number): void {
  if (list.length > max) throw new NotModelled("too many cases");
}
