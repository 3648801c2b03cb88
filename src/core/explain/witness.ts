import type { Change } from "../drift/drift.ts";
import { measure } from "../json/size.ts";
import { isObject } from "../json/value.ts";
import type { Decider } from "../scope/decide.ts";
import { fieldAt, schemaAt } from "./field-at.ts";

/** What no example shows: a long text tells nobody anything, an empty one little. */
const UNTOLD = [
  { enum: ["", null] },
  { type: "string", minLength: 41 },
  { type: ["object", "array"] },
] as const;
const TOLD = { not: { anyOf: UNTOLD } };

/**
 * A call, or an answer, that a change of the field at some steps allows and that was not allowed before; of what
 * narrows, one that was and no longer is. With no steps it is one of the whole. ajv has confirmed it, in the closed
 * world. Undefined where none is found that can be told, in the steps of the decider.
 */
export function witnessOf(
  change: Change,
  steps: readonly string[],
  schemas: readonly unknown[],
  decider: Decider,
): unknown {
  const { side = "input", scope, before, after } = change;
  const isWider = scope === "widens";
  const [refusing, permitting] = isWider ? schemas : schemas.toReversed();
  // Beside a reference older dialects pass over the rule that is added here.
  if (!isObject(permitting) || "$ref" in permitting) return undefined;
  const gained = (rule: unknown): unknown => {
    // What compiling a schema costs beside its keywords grows with the square of its fields.
    decider.budget.left -= measure(permitting).size ** 2 / 50;
    const told = { ...permitting, allOf: [permitting.allOf ?? [], rule].flat() };
    return decider.decide(refusing, told, { side, world: "closed" }).witness;
  };
  if (steps.length === 0) {
    const names = Object.keys(isObject(permitting.properties) ? permitting.properties : {});
    return gained({ properties: Object.fromEntries(names.map((name) => [name, TOLD])) });
  }
  const field = fieldAt(refusing, steps);
  if (field === undefined) return undefined;
  const refused = (untold: readonly unknown[]) =>
    gained({ not: schemaAt({ anyOf: [field, ...untold] }, steps) });
  // A number's limit on its wider side, or its step, is what people think of first.
  const bound = isWider ? after : before;
  return (typeof bound === "number" ? refused([{ not: { const: bound } }]) : undefined) ?? refused(UNTOLD);
}
