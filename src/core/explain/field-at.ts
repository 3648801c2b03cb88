import { isObject, own, put } from "../json/value.ts";
import { withoutReferences } from "./references.ts";
import { resolved } from "./schema-words.ts";

/** A step into a schema, or into a value: the field of this name, or each item of a list. */
export type Step = { readonly name: string } | "item";

const STEP = /\.?("(?:[^"\\]|\\.)*"|[A-Za-z0-9_$-]+)|\[\]/gy;

/** The steps of a path (DESIGN §6), none for the root; undefined where it leads through the values of a map. */
export function stepsOf(path: string): readonly Step[] | undefined {
  const steps: Step[] = [];
  let end = 0;
  for (const [step, key] of path.matchAll(STEP)) {
    end += step.length;
    if (key === undefined) steps.push("item");
    else steps.push({ name: key.startsWith('"') ? String(JSON.parse(key)) : key });
  }
  return end === path.length ? steps : undefined;
}

/** What a schema says of the field at some steps, its references followed; undefined where it declares none there. */
export function fieldAt(schema: unknown, steps: readonly Step[]): unknown {
  let at = schema;
  for (const step of steps) {
    at = resolved(at, schema);
    const holder = isObject(at) ? own(at, step === "item" ? "items" : "properties") : undefined;
    at = step === "item" ? holder : isObject(holder) ? own(holder, step.name) : undefined;
    if (at === undefined || Array.isArray(at)) return undefined;
  }
  return withoutReferences(at, schema);
}

/** A schema that says something of the field at some steps, and nothing of anything else. */
export function schemaAt(field: unknown, steps: readonly Step[]): Record<string, unknown> {
  let schema: unknown = field;
  for (const step of steps.toReversed()) {
    if (step === "item") schema = { items: schema };
    else {
      const properties: Record<string, unknown> = {};
      put(properties, step.name, schema);
      schema = { properties, additionalProperties: true };
    }
  }
  return isObject(schema) ? { ...schema } : {};
}

/** The value at some steps; undefined where there is none, or where it could be one of several items. */
export function valueAt(value: unknown, steps: readonly Step[]): unknown {
  let at = value;
  for (const step of steps) {
    if (step === "item") at = Array.isArray(at) && at.length === 1 ? at[0] : undefined;
    else at = isObject(at) ? own(at, step.name) : undefined;
  }
  return at;
}
