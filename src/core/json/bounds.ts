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

/**
 * Refuses JSON that is too deep or too large to be walked by recursion, and objects that JSON writes as something else.
 * @throws NotModelled, OutOfSteps
 */
export function refuseHuge(
  value: unknown,
  maxValues = MAX_VALUES,
  budget: Budget = { left: Infinity },
): void {
  if (typeof value !== "object" || value === null) return;
  // A value costs half a step.
  const most = Math.min(maxValues, 2 * budget.left);
  const left = leftAfter(value, most, 0);
  spend(budget, (most - left) / 2);
  if (left < 0) throw new NotModelled("too large");
}

/** How many values may still come after these; below zero as soon as there were too many. Makes nothing: every call is measured. */
function leftAfter(value: object, most: number, depth: number): number {
  if (depth > MAX_DEPTH) throw new NotModelled("too deep");
  if ("toJSON" in value && typeof value.toJSON === "function") throw new NotModelled("it is no JSON");
  let left = most;
  if (Array.isArray(value)) {
    left -= value.length;
    for (let at = 0; at < value.length && left >= 0; at++) {
      const inner: unknown = value[at];
      if (typeof inner === "object" && inner !== null) left = leftAfter(inner, left, depth + 1);
    }
    return left;
  }
  for (const key in value) {
    left--;
    if (left < 0) return left;
    const inner = (value as Readonly<Record<string, unknown>>)[key];
    if (typeof inner === "object" && inner !== null) left = leftAfter(inner, left, depth + 1);
  }
  return left;
}

/** Refuses a list that would cost too much. @throws NotModelled */
export function refuseMany(list: readonly unknown[], max: number): void {
  if (list.length > max) throw new NotModelled("too many cases");
}
