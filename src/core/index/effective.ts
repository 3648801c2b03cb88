import { sameJson } from "../json/equal.ts";
import { isObject, own } from "../json/value.ts";
import { compareFully } from "../compare/compare.ts";
import { NotModelled, STEPS, type Budget } from "../json/bounds.ts";
import { createDecider, type Decider } from "../scope/decide.ts";
import type { SchemaObject } from "../schema/lower.ts";
import { whyBlocked } from "./blocked.ts";
import { meet } from "./meet.ts";
import type { Blocked, Withheld } from "./model.ts";
import { objectSchema, sealed, type SimpleSchema } from "./simple.ts";

/** What a model is told of a tool's arguments, and what of the live schema is held back. */
export interface Effective {
  readonly inputSchema: unknown;
  readonly withheld: readonly Withheld[];
  readonly blocked?: Blocked;
}

/** What nobody can call with anything. */
const NOTHING: SimpleSchema = { type: "object", properties: {}, additionalProperties: false };

/**
 * The effective schema of a tool (DESIGN §4): the live one where it permits no more than every ceiling, else what they
 * have in common. It is advice for the model: `authorize` judges by the schemas themselves.
 * @param ceilings the card's input schema, and the approved one where that is another
 * @param budget all that is asked takes its steps; where they are used up, less is said to be narrower, and blocked
 */
export function effectiveOf(
  ceilings: readonly unknown[],
  live: unknown,
  budget: Budget = { left: STEPS },
): Effective {
  if (live === false) return { inputSchema: NOTHING, withheld: [], blocked: { why: "nothing-in-common" } };
  const decider = createDecider(budget);
  try {
    let effective = objectSchema(live, "live");
    const withheld: Withheld[] = [];
    let blocked: Blocked | undefined;
    for (const [at, ceiling] of ceilings.entries()) {
      if (sameJson(ceiling, live)) continue;
      withheld.push(...beyond(ceiling, live, budget));
      if (!isWithin(ceiling, live, decider))
        effective = common(objectSchema(ceiling, `card${at}`), effective, decider);
      blocked ??= whyBlocked(ceiling, live, decider);
    }
    return { inputSchema: sealed(effective), withheld: distinct(withheld), ...(blocked && { blocked }) };
  } catch (error) {
    if (!(error instanceof NotModelled || error instanceof RangeError)) throw error;
    return { inputSchema: NOTHING, withheld: [], blocked: { why: "undecidable" } };
  }
}

function isWithin(ceiling: unknown, live: unknown, decider: Decider): boolean {
  return decider.decide(ceiling, live, { side: "input", world: "closed", guard: false }).gain === "no";
}

/** What the live schema permits beyond the ceiling, fact by fact. */
function beyond(ceiling: unknown, live: unknown, budget: Budget): Withheld[] {
  const { changes } = compareFully(ceiling, live, { world: "closed" }, "guarded", budget);
  return changes
    .filter(({ scope }) => scope === "widens" || scope === "unknown")
    .map(({ kind, path, pointer }) => ({ kind, path, pointer }));
}

function distinct(withheld: readonly Withheld[]): Withheld[] {
  return [...new Map(withheld.map((one) => [JSON.stringify([one.kind, one.pointer]), one])).values()];
}

function common(card: SimpleSchema, live: SimpleSchema, decider: Decider): SimpleSchema {
  const [cardDefs, liveDefs] = [defsOf(card), defsOf(live)];
  const met = meet(withoutDefs(card), withoutDefs(live), { card: cardDefs, live: liveDefs, decider });
  const root = isObject(met) ? met : NOTHING;
  const properties = own(root, "properties");
  const kept = isObject(properties) ? properties : {};
  const defs = usedBy(root, { ...liveDefs, ...cardDefs });
  return {
    ...root,
    type: "object",
    properties: kept,
    ...(Object.keys(defs).length > 0 && { $defs: defs }),
  };
}

/** The definitions that a schema still refers to. */
function usedBy(root: unknown, defs: SchemaObject): SchemaObject {
  const used: Record<string, unknown> = {};
  const rest = [root];
  for (let at = rest.pop(); at !== undefined; at = rest.pop()) {
    for (const [, name = ""] of JSON.stringify(at).matchAll(/"#\/\$defs\/(\w+)"/g)) {
      if (Object.hasOwn(used, name) || !Object.hasOwn(defs, name)) continue;
      used[name] = defs[name];
      rest.push(defs[name]);
    }
  }
  return used;
}

function defsOf(schema: SchemaObject): SchemaObject {
  const defs = own(schema, "$defs");
  return isObject(defs) ? defs : {};
}

function withoutDefs(schema: SchemaObject): SchemaObject {
  const { $defs: _, ...rest } = schema;
  return rest;
}
