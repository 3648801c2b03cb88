import type { Side } from "../differences/change.ts";
import { NotModelled } from "../json/bounds.ts";
import { isObject } from "../json/value.ts";
import { closeWorld } from "../schema/close.ts";
import { dialectOf } from "../schema/dialect.ts";
import { lower } from "../schema/lower.ts";
import { survey } from "../schema/survey.ts";
import { createValidator, type Validator } from "../schema/validator.ts";
import { buildSchema } from "./build.ts";
import { createEvaluator } from "./holds.ts";
import { createStore } from "./store.ts";

/** How `permits` reads a schema. */
export interface PermitsOptions {
  /** The root of an input closes though it declares nothing; an output's only where it declares properties. */
  readonly side?: Side;
  /** The dialect of a schema without `$schema`; 2020-12 when not given. */
  readonly dialect?: string;
}

/** Compiled schemas, by schema object: one that is changed in place must not be asked about again. */
const compiled = new WeakMap<object, Map<string, Validator>>();

/**
 * Whether a schema permits a value in the closed world (DESIGN §5): what it does not declare is not permitted. What is
 * malformed, can't be resolved, can't be compiled or can't be bounded permits nothing; this never throws.
 */
export function permits(schema: unknown, value: unknown, options: PermitsOptions = {}): boolean {
  if (!isObject(schema)) return validatorOf(schema, options)(value);
  const forms = compiled.get(schema) ?? new Map<string, Validator>();
  compiled.set(schema, forms);
  const form = `${options.side ?? "input"} ${options.dialect ?? ""}`;
  const validator = forms.get(form) ?? validatorOf(schema, options);
  forms.set(form, validator);
  return validator(value);
}

/** Steps of the second judge. */
const MAX_STEPS = 1_000_000;

const nothing: Validator = () => false;

function validatorOf(schema: unknown, { side = "input", dialect }: PermitsOptions): Validator {
  try {
    const { dialect: named } = dialectOf(schema, dialect);
    const { rewrite } = survey(schema, named);
    const closed = closeWorld(rewrite && named !== "2020-12" ? lower(schema, named) : schema, side);
    const validate = createValidator(closed);
    if (validate === undefined) return nothing;
    const holds = createHolds(closed);
    return (value) => validate(value) && holds(value);
  } catch {
    return nothing;
  }
}

/**
 * The second judge: ajv takes some names for declared that are not (those that every object inherits, those of a branch
 * that failed), and forgets keywords after a short tuple. Only what both accept is permitted.
 */
function createHolds(closed: unknown): Validator {
  try {
    const store = createStore();
    const node = buildSchema(closed, store, false);
    return (value) => {
      try {
        // What rests on a format alone ajv has judged.
        return createEvaluator(store, { left: MAX_STEPS }, true).holds(node, value) !== false;
      } catch {
        return false;
      }
    };
  } catch (error) {
    // What is not modelled ajv judges alone.
    return () => error instanceof NotModelled;
  }
}
