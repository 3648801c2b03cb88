import { isObject } from "../json/value.ts";
import { OutOfSteps, type Budget } from "../json/bounds.ts";
import type { Found, Search } from "./find.ts";
import { createEvaluator } from "./holds.ts";
import type { Store } from "./store.ts";
import type { Loaded } from "./load.ts";
import { createRandom, createSampler } from "./sample.ts";
import { createValidator, type Validator } from "../schema/validator.ts";

/** Two readings of one world: is there a value that `after` accepts and `before` does not? */
export interface Question {
  readonly store: Store;
  readonly prover: Search;
  readonly before: Loaded;
  readonly after: Loaded;
}

/** Asks ajv whether a value is gained. */
type Check = (value: unknown) => boolean;

/** Asks about one value: the schemas are compiled as far as they concern it, and in one piece where that is possible. */
export function isGained({ before, after }: Question, value: unknown): boolean {
  const names = namesIn(value);
  // The validators permit nothing under this name, so they can't say what ajv would.
  if (names.has("__proto__")) return false;
  if (before.isPlain && after.isPlain) {
    const gain = { allOf: [after.document, { not: before.document }] };
    return createValidator(gain, names)?.(value) === true;
  }
  const [refuses, accepts] = [before, after].map(({ document }) => createValidator(document, names));
  return accepts?.(value) === true && refuses?.(value) === false;
}

/** Asks about many values: both schemas are compiled when it is asked first. */
function createCheck({ before, after }: Question): Check {
  let validators: readonly (Validator | undefined)[] | undefined;
  return (value) => {
    validators ??= [before, after].map(({ document }) => createValidator(document));
    const [refuses, accepts] = validators;
    return accepts?.(value) === true && refuses?.(value) === false;
  };
}

function namesIn(value: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  const rest: unknown[] = [value];
  while (rest.length > 0) {
    const at = rest.pop();
    if (typeof at !== "object" || at === null) continue;
    if (isObject(at)) for (const name of Object.keys(at)) names.add(name);
    for (const inner of Object.values(at)) rest.push(inner);
  }
  return names;
}

/** How many samples are tried in each world, and what they may cost. */
const TRIES = 100;
const STEPS = 8000;

/**
 * Looks for a gained value among samples. With `askAjv` a sample that rests on a format alone is put to ajv; without, it
 * is passed over, as its gain can't be told. What the evaluator calls gained is `yes`, whatever ajv may say.
 */
export function sampleGain(question: Question, askAjv: boolean): Found {
  const { store, before, after } = question;
  const check = askAjv ? createCheck(question) : undefined;
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
      if (check?.(value) === true) return { is: "yes", value };
    }
  } catch (error) {
    if (!(error instanceof OutOfSteps)) throw error;
  }
  return { is: "no" };
}
