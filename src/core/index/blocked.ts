import { isObject, own } from "../json/value.ts";
import { closeWorld } from "../schema/close.ts";
import type { Decider } from "../scope/decide.ts";
import type { SchemaObject } from "../schema/lower.ts";
import { inlined } from "./inline.ts";
import type { Blocked } from "./model.ts";
import { requiredOf } from "./meet.ts";
import { modern, simpleSchema } from "./simple.ts";

/** Why no call can be permitted by both, where that is proven; most often the live server requires a name that the card lacks. */
export function whyBlocked(ceiling: unknown, live: unknown, decider: Decider): Blocked | undefined {
  if (!isDisjoint(ceiling, live, decider)) return undefined;
  const { properties } = simpleSchema(ceiling);
  const names = requiredOf(simpleSchema(live)).filter((name) => !Object.hasOwn(properties, name));
  return names.length > 0 ? { why: "required-beyond-card", names } : { why: "nothing-in-common" };
}

/** Whether it is proven that nothing is permitted by both in the closed world. */
function isDisjoint(left: unknown, right: unknown, decider: Decider): boolean {
  const [one, other] = [closedForm(left, "left"), closedForm(right, "right")];
  const both = { allOf: [one.root, other.root], $defs: { ...one.defs, ...other.defs } };
  return decider.decide(false, both, { side: "input", world: "open", guard: false }).gain === "no";
}

/** A closed document in two parts, so that two can stand in one. */
function closedForm(schema: unknown, prefix: string): { root: SchemaObject; defs: SchemaObject } {
  const { root, defs } = inlined(modern(schema), prefix);
  const closed = closeWorld({ ...root, $defs: Object.fromEntries(defs) }, "input");
  if (!isObject(closed)) return { root: {}, defs: {} };
  const { $defs: _, ...rest } = closed;
  const inner = own(closed, "$defs");
  return { root: rest, defs: isObject(inner) ? inner : {} };
}
