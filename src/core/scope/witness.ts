import { OutOfSteps, type Budget } from "./bounds.ts";
import type { Found, Search } from "./find.ts";
import { createEvaluator } from "./holds.ts";
import type { Store } from "./ir.ts";
import type { Loaded } from "./load.ts";
import { createRandom, createSampler } from "./sample.ts";
import { createValidator, type Validator } from "./validator.ts";

/** Two readings of one world: is there a value that `after` accepts and `before` does not? */
export interface Question {
  readonly store: Store;
  readonly prover: Search;
  readonly before: Loaded;
  readonly after: Loaded;
}

/** Asks ajv whether a value is gained; both schemas are compiled when it is asked first. */
export type Check = (value: unknown) => boolean;

/** Makes the check of a question. */
export function createCheck({ before, after }: Question): Check {
  let validators: readonly (Validator | undefined)[] | undefined;
  return (value) => {
    validators ??= [createValidator(before.document), createValidator(after.document)];
    const [refuses, accepts] = validators;
    return refuses !== undefined && accepts?.(value) === true && !refuses(value);
  };
}

/** How many samples are tried, and what they may cost. */
const TRIES = 200;
const STEPS = 20_000;

/**
 * Looks for a gained value among samples. With `check` a sample that rests on a format alone is put to ajv; without, it
 * is passed over, as its gain can't be told. What the evaluator calls gained is `yes`, whatever ajv may say.
 */
export function sampleGain({ store, before, after }: Question, check?: Check): Found {
  const budget: Budget = { left: STEPS };
  const evaluator = createEvaluator(store, budget);
  const sampler = createSampler(store, createRandom(1), budget);
  const goals = [
    { node: after.whole, not: false },
    { node: before.node, not: true },
  ];
  try {
    for (let tries = 0; tries < TRIES; tries++) {
      const value = sampler.sample(tries % 4 === 3 ? goals.slice(0, 1) : goals);
      const accepted = evaluator.holds(after.node, value);
      const refused = accepted === false ? true : evaluator.holds(before.node, value);
      if (accepted === false || refused === true) continue;
      if (accepted === true && refused === false) return { is: "yes", value };
      if (check?.(value)) return { is: "yes", value };
    }
  } catch (error) {
    if (!(error instanceof OutOfSteps)) throw error;
  }
  return { is: "no" };
}
