import { sameJson } from "../json/equal.ts";
import { isObject, own, put } from "../json/value.ts";
import type { Decider } from "../scope/decide.ts";
import type { SchemaObject } from "../schema/lower.ts";
import { isSilent } from "../schema/positions.ts";
import { entangled } from "./entangled.ts";
import { tighter } from "./tighter.ts";
import { worded } from "./worded.ts";

/** Keywords that are met one by one; a schema with any other one on both sides is taken whole. */
const OBJECT: ReadonlySet<string> = new Set(["properties", "required", "additionalProperties", "items"]);

/** What two schemas are met with. */
export interface Meeting {
  /** Both documents' definitions, which references inside them point at. */
  readonly card: SchemaObject;
  readonly live: SchemaObject;
  /** Its steps are shared by all that is asked. */
  readonly decider: Decider;
}

/**
 * What both a card's schema and a live one permit, as advice (DESIGN §4): properties that both have, recursively; what
 * either requires; a keyword of one side is kept; of two the proven narrower, else the card's whole schema. Both are
 * closed already. Words are the live side's.
 */
export function meet(card: unknown, live: unknown, meeting: Meeting): unknown {
  if (sameJson(card, live) || live === true) return live === true ? card : live;
  if (card === true) return live;
  if (!isObject(card) || !isObject(live)) return false;
  return narrower(card, live, meeting) ?? keywords(card, live, meeting) ?? worded(card, live);
}

/** Each keyword met by itself; undefined where that can't be said, `false` where nothing is left. */
function keywords(
  card: SchemaObject,
  live: SchemaObject,
  meeting: Meeting,
): SchemaObject | false | undefined {
  if (entangled(card, live)) return undefined;
  const out: Record<string, unknown> = {};
  for (const key of new Set([...Object.keys(live), ...Object.keys(card)])) {
    if (OBJECT.has(key)) continue;
    const [one, other] = [own(card, key), own(live, key)];
    if (isSilent(key)) {
      if (other !== undefined) put(out, key, other);
    } else if (one === undefined || other === undefined || sameJson(one, other)) put(out, key, other ?? one);
    else {
      const both = tighter(key, one, other);
      if (both === undefined) return undefined;
      if (both === "none") return false;
      put(out, key, both.value);
    }
  }
  const inside = { ...items(card, live, meeting), ...object(card, live, meeting) };
  return isImpossible(inside) ? false : { ...out, ...inside };
}

function items(card: SchemaObject, live: SchemaObject, meeting: Meeting): SchemaObject {
  const [one, other] = [own(card, "items"), own(live, "items")];
  if (one === undefined && other === undefined) return {};
  return { items: meet(one ?? true, other ?? true, meeting) };
}

function object(card: SchemaObject, live: SchemaObject, meeting: Meeting): SchemaObject {
  const [cardRest, liveRest] = [
    own(card, "additionalProperties") ?? true,
    own(live, "additionalProperties") ?? true,
  ];
  const [cardHas, liveHas] = [propertiesOf(card), propertiesOf(live)];
  const properties: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(liveHas), ...Object.keys(cardHas)])) {
    const both = meet(own(cardHas, name) ?? cardRest, own(liveHas, name) ?? liveRest, meeting);
    if (both !== false) put(properties, name, both);
  }
  const required = [...new Set([...requiredOf(card), ...requiredOf(live)])];
  const rest = meet(cardRest, liveRest, meeting);
  const declares = Object.hasOwn(card, "properties") || Object.hasOwn(live, "properties");
  return {
    ...(declares && { properties }),
    ...(required.length > 0 && { required }),
    ...(rest !== true && { additionalProperties: rest }),
  };
}

function propertiesOf(schema: SchemaObject): SchemaObject {
  const properties = own(schema, "properties");
  return isObject(properties) ? properties : {};
}

/** The names that a schema requires. */
export function requiredOf(schema: SchemaObject): string[] {
  const required = own(schema, "required");
  return Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
}

/** An object that must have a field that it may not have. Of a tool's arguments `whyBlocked` says it. */
function isImpossible(schema: SchemaObject): boolean {
  const properties = propertiesOf(schema);
  return (
    own(schema, "additionalProperties") === false &&
    requiredOf(schema).some((name) => !Object.hasOwn(properties, name))
  );
}

/** Of two schemas the one that is proven to permit no more than the other; undefined where neither is. */
function narrower(card: SchemaObject, live: SchemaObject, meeting: Meeting): SchemaObject | undefined {
  const [one, other] = [standing(card, meeting.card), standing(live, meeting.live)];
  const { gain, loss } = meeting.decider.decide(one, other, { side: "input", world: "open", guard: false });
  if (gain === "no") return live;
  return loss === "no" ? (worded(card, live) as SchemaObject) : undefined;
}

/** A schema with the definitions that its references point at. */
function standing(schema: SchemaObject, definitions: SchemaObject): SchemaObject {
  return Object.keys(definitions).length === 0 ? schema : { ...schema, $defs: definitions };
}
