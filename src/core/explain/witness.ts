import type { Change } from "../drift/drift.ts";
import { isObject, own, put } from "../json/value.ts";
import type { Budget } from "../json/bounds.ts";
import { createDecider } from "../scope/decide.ts";
import { fieldAt, schemaAt, stepsOf, type Step } from "./field-at.ts";

/** What no example shows: a long text tells nobody anything, an empty one little. */
const UNTOLD = [
  { enum: ["", null] },
  { type: "string", minLength: 41 },
  { type: ["object", "array"] },
] as const;

/** Two schemas of a tool, and which way what differs goes. */
export interface Direction {
  readonly change: Change;
  /** True where the whole of a call is what tells, as where one field asks for another. */
  readonly whole: boolean;
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * A call, or an answer, that a change allows and that was not allowed before; of what narrows, one that was and no
 * longer is. ajv has confirmed it, in the closed world. Undefined where none is found in the steps of the budget.
 */
export function witnessOf({ change, whole, before, after }: Direction, budget: Budget): unknown {
  const { scope, side = "input", path = "" } = change;
  const [refusing, permitting] = scope === "widens" ? [before, after] : [after, before];
  const gained = (refused: unknown, permitted: unknown): unknown =>
    createDecider(budget).decide(refused, permitted, { side, world: "closed" }).witness;
  if (whole) return gained(refusing, toldOf(permitting));
  const steps = stepsOf(path);
  const field = steps && fieldAt(refusing, steps);
  // A reference that could not be followed would lead somewhere else from here.
  if (steps === undefined || field === undefined || hasReference(field)) return undefined;
  const at = (untold: readonly unknown[]) =>
    gained(refusedAt(refusing, steps, [field, ...untold]), permitting);
  const bound = boundOf(change);
  return (bound === undefined ? undefined : at([{ not: { const: bound } }])) ?? at(UNTOLD);
}

/** The limit of a number on its wider side, which is the example that people think of first. */
function boundOf({ kind, pointer, scope, before, after }: Change): unknown {
  if (!/^limit-(?:raised|lowered)$/.test(kind) || !/imum$/.test(pointer)) return undefined;
  return scope === "widens" ? after : before;
}

/** A schema that refuses less than the whole does: only what is refused at one place, and can be told. */
function refusedAt(schema: unknown, steps: readonly Step[], anyOf: readonly unknown[]): unknown {
  const dialect = isObject(schema) ? own(schema, "$schema") : undefined;
  return { ...(dialect !== undefined && { $schema: dialect }), ...schemaAt({ anyOf }, steps) };
}

/** A schema that permits less than the whole does: only fields that can be told. */
function toldOf(schema: unknown): unknown {
  const [fields, all] = isObject(schema) ? [own(schema, "properties"), own(schema, "allOf") ?? []] : [];
  if (!isObject(schema) || !isObject(fields) || !Array.isArray(all)) return schema;
  const properties: Record<string, unknown> = {};
  for (const key of Object.keys(fields)) put(properties, key, { not: { anyOf: UNTOLD } });
  return { ...schema, allOf: [...all, { properties }] };
}

function hasReference(schema: unknown): boolean {
  return /"\$(?:dynamic|recursive)?ref"/i.test(JSON.stringify(schema));
}
