import { isObject, own } from "../json/value.ts";
import { withoutReferences } from "./references.ts";
import { resolved } from "./schema-words.ts";

/** How a path (DESIGN §6) writes a step to the items of a list. */
export const ITEMS = "[]";

/** The steps of a path, each name as it is. What leads through the values of a map has none that could be followed. */
export function stepsOf(path: string): readonly string[] {
  return path.match(/"(?:[^"\\]|\\.)*"|[\w$-]+|\[\]|\*/g) ?? [];
}

function nameOf(step: string): string {
  return step.startsWith('"') ? (JSON.parse(step) as string) : step;
}

function inside(value: unknown, key: string): unknown {
  return isObject(value) ? own(value, key) : undefined;
}

/** What a schema says of the field at some steps, its references followed; undefined where it declares none there. */
export function fieldAt(schema: unknown, steps: readonly string[]): unknown {
  let at = schema;
  for (const step of steps) {
    const holder = resolved(at, schema);
    if (step === "*") return undefined;
    at = step === ITEMS ? inside(holder, "items") : inside(inside(holder, "properties"), nameOf(step));
  }
  return withoutReferences(at, schema);
}

/** A schema that says something of the field at some steps, and nothing of anything else. */
export function schemaAt(field: unknown, steps: readonly string[]): unknown {
  return steps.reduceRight<unknown>((schema, step) => {
    return step === ITEMS
      ? { anyOf: [{ items: schema }, { minItems: 2 }] }
      : { properties: { [nameOf(step)]: schema } };
  }, field);
}

/** The value at some steps, in a list of its first item; undefined where there is none. */
export function valueAt(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce((at, step) => {
    if (Array.isArray(at)) return at[0] as unknown;
    return inside(at, nameOf(step));
  }, value);
}
