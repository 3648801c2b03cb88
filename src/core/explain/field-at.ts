import { isObject, own } from "../json/value.ts";
import { withoutReferences } from "./references.ts";
import { resolved } from "./schema-words.ts";

/** How a path (DESIGN §6) writes a step to the items of a list. */
const ITEMS = "[]";

/** The steps of a path, each name as it is. What leads through the values of a map has none that could be followed. */
export function stepsOf(path: string): readonly string[] {
  return path.match(/"(?:[^"\\]|\\.)*"|[\w$-]+|\[\]|\*/g) ?? [];
}

function nameOf(step: string): string {
  return step.startsWith('"') ? String(JSON.parse(step)) : step;
}

/** What a schema says of the field at some steps, its references followed; undefined where it declares none there. */
export function fieldAt(schema: unknown, steps: readonly string[]): unknown {
  let at = schema;
  for (const step of steps) {
    const [holder, isItem] = [resolved(at, schema), step === ITEMS];
    at = isObject(holder) ? own(holder, isItem ? "items" : "properties") : undefined;
    if (!isItem) at = isObject(at) && step !== "*" ? own(at, nameOf(step)) : undefined;
  }
  return withoutReferences(at, schema);
}

/** A schema that says something of the field at some steps, and nothing of anything else. */
export function schemaAt(field: unknown, steps: readonly string[]): unknown {
  return steps.reduceRight<unknown>((schema, step) => {
    return step === ITEMS
      ? { items: schema }
      : { properties: { [nameOf(step)]: schema }, additionalProperties: true };
  }, field);
}

/** The value at some steps; undefined where there is none, or where it could be one of several items. */
export function valueAt(value: unknown, steps: readonly string[]): unknown {
  let at = value;
  for (const step of steps) {
    if (Array.isArray(at)) at = at.length === 1 ? at[0] : undefined;
    else at = isObject(at) ? own(at, nameOf(step)) : undefined;
  }
  return at;
}
