import { sameJson } from "../json/equal.ts";
import { isObject, own } from "../json/value.ts";
import { compareSchemas } from "../scope/compare.ts";
import { NotModelled } from "../json/bounds.ts";
import { decide } from "../scope/decide.ts";
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
 */
export function effectiveOf(ceilings: readonly unknown[], live: unknown): Effective {
  try {
    let effective = objectSchema(live, "live");
    const withheld: Withheld[] = [];
    let blocked: Blocked | undefined;
    for (const [at, ceiling] of ceilings.entries()) {
      if (sameJson(ceiling, live)) continue;
      withheld.push(...beyond(ceiling, live));
      if (!isWithin(ceiling, live)) effective = common(objectSchema(ceiling, `card${at}`), effective);
      blocked ??= whyBlocked(ceiling, live);
    }
    return { inputSchema: sealed(effective), withheld: distinct(withheld), ...(blocked && { blocked }) };
  } catch (error) {
    if (!(error instanceof NotModelled || error instanceof RangeError)) throw error;
    return { inputSchema: NOTHING, withheld: [], blocked: { why: "undecidable" } };
  }
}

function isWithin(ceiling: unknown, live: unknown): boolean {
  return decide(ceiling, live, { side: "input", world: "closed", guard: false }).gain === "no";
}

/** What the live schema permits beyond the ceiling, fact by fact. */
function beyond(ceiling: unknown, live: unknown): Withheld[] {
  const { changes } = compareSchemas(ceiling, live, { world: "closed" });
  return changes
    .filter(({ scope }) => scope === "widens" || scope === "unknown")
    .map(({ kind, path, pointer }) => ({ kind, path, pointer }));
}

function distinct(withheld: readonly Withheld[]): Withheld[] {
  return [...new Map(withheld.map((one) => [JSON.stringify([one.kind, one.pointer]), one])).values()];
}

function common(card: SimpleSchema, live: SimpleSchema): SimpleSchema {
  const [cardDefs, liveDefs] = [defsOf(card), defsOf(live)];
  const met = meet(withoutDefs(card), withoutDefs(live), { card: cardDefs, live: liveDefs });
  const root = isObject(met) ? met : NOTHING;
  const properties = own(root, "properties");
  const kept = isObject(properties) ? properties : {};
  const defs = { ...liveDefs, ...cardDefs };
  return {
    ...root,
    type: "object",
    properties: kept,
    ...(Object.keys(defs).length > 0 && { $defs: defs }),
  };
}

function defsOf(schema: SchemaObject): SchemaObject {
  const defs = own(schema, "$defs");
  return isObject(defs) ? defs : {};
}

function withoutDefs(schema: SchemaObject): SchemaObject {
  const { $defs: _, ...rest } = schema;
  return rest;
}
