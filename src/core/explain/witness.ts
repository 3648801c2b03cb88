import type { Change } from "../drift/drift.ts";
import { isObject, own } from "../json/value.ts";
import { createDecider } from "../scope/decide.ts";
import { fieldAt, schemaAt } from "./field-at.ts";

/** What no example shows: a long text tells nobody anything, an empty one little. */
const UNTOLD = [
  { enum: ["", null] },
  { type: "string", minLength: 41 },
  { type: ["object", "array"] },
] as const;

/** The steps that looking for one witness may take. */
const STEPS = 15_000;

/**
 * A call, or an answer, that a change of the field at some steps allows and that was not allowed before; of what
 * narrows, one that was and no longer is. With no steps it is one of the whole. ajv has confirmed it, in the closed
 * world. Undefined where none is found that can be told.
 */
export function witnessOf(change: Change, steps: readonly string[], schemas: readonly unknown[]): unknown {
  const { scope, side = "input" } = change;
  const [refusing, permitting] = scope === "widens" ? schemas : schemas.toReversed();
  const gained = (refused: unknown, permitted: unknown): unknown =>
    createDecider({ left: STEPS }).decide(refused, permitted, { side, world: "closed" }).witness;
  if (steps.length === 0) return gained(refusing, toldOf(permitting));
  const field = fieldAt(refusing, steps);
  // A reference that could not be followed would lead somewhere else from here.
  if (field === undefined || /"\$\w*ref"/i.test(JSON.stringify(field))) return undefined;
  const $schema = isObject(refusing) ? own(refusing, "$schema") : undefined;
  // What refuses only this at one place refuses no more than the whole does.
  const at = (untold: readonly unknown[]) =>
    gained({ allOf: [schemaAt({ anyOf: [field, ...untold] }, steps)], $schema }, permitting);
  const bound = boundOf(change);
  return (bound === undefined ? undefined : at([{ not: { const: bound } }])) ?? at(UNTOLD);
}

/** The limit of a number on its wider side, which is the example that people think of first. */
function boundOf({ kind, pointer, scope, before, after }: Change): unknown {
  if (!/^limit-(?:raised|lowered)$/.test(kind) || !pointer.endsWith("imum")) return undefined;
  return scope === "widens" ? after : before;
}

/** A schema that permits less than the whole does: only fields that can be told. */
function toldOf(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const { properties = {}, allOf = [] } = schema;
  if (!isObject(properties) || !Array.isArray(allOf)) return schema;
  const told = Object.keys(properties).map((key) => [key, { not: { anyOf: UNTOLD } }]);
  return { ...schema, allOf: [...allOf, { properties: Object.fromEntries(told) }] };
}
