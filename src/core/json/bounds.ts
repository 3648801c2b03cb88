import { isObject } from "./value.ts";

/** A schema that the engine does not model or that is malformed: nothing can be proven of it. */
export class NotModelled extends Error {}

/** The step budget of a question is used up. */
export class OutOfSteps extends Error {}

/** Whether an error says that something can't be decided, and is no fault. */
export function isLimit(error: unknown): boolean {
  return error instanceof NotModelled || error instanceof OutOfSteps || error instanceof RangeError;
}

/** How many steps are left for what shares them; a step is about a microsecond. */
export interface Budget {
  left: number;
}

/** The steps of one comparison, with all that it asks: less than half a second. */
export const STEPS = 300_000;

/** Takes steps off a budget. @throws OutOfSteps when none are left. */
export function spend(budget: Budget, steps: number): void {
  budget.left -= steps;
  if (budget.left < 0) throw new OutOfSteps("out of steps");
}

/** Lets one question spend some of a budget through a purse of its own: a part of it (below 1), or so many steps. */
export function sharing<T>(budget: Budget, purse: Budget, share: number, ask: () => T): T {
  const left = Math.max(0, budget.left);
  const given = Math.floor(share < 1 ? left * share : Math.min(left, share));
  purse.left = given;
  try {
    return ask();
  } finally {
    budget.left -= given - purse.left;
  }
}

/** How deep a schema's JSON may nest: twice what a card can hold, and far from overflowing the call stack. */
const MAX_DEPTH = 200;

/** How many JSON values a schema may have. */
const MAX_VALUES = 80_000;

/** Refuses JSON that is too deep or too large to be walked by recursion. @throws NotModelled, OutOfSteps */
export function refuseHuge(
  value: unknown,
  maxValues = MAX_VALUES,
  budget: Budget = { left: Infinity },
): void {
  if (typeof value !== "object") return;
  const rest: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  let seen = 0;
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { value: at, depth } = next;
    if (typeof at !== "object" || at === null) continue;
    if (depth > MAX_DEPTH) throw new NotModelled("too deep");
    const inner = isObject(at) ? Object.values(at) : (at as readonly unknown[]);
    seen += inner.length;
    spend(budget, inner.length / 2);
    if (seen > maxValues) throw new NotModelled("too large");
    for (const item of inner) rest.push({ value: item, depth: depth + 1 });
  }
}

/** Refuses a list that would cost too much. @throws NotModelled */
export function refuseMany(list: readonly unknown[], max: number): void {
  if (list.length > max) throw new NotModelled("too many cases");
}
