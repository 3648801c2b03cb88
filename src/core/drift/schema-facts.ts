import { sameJson } from "../json/equal.ts";
import { measure } from "../json/size.ts";
import { own } from "../json/value.ts";
import { normalSchema } from "../tool/normal.ts";
import type { Scope, Side, SchemaChange } from "../differences/change.ts";
import { compareFully } from "../scope/compare.ts";
import { declaredNames } from "../differences/declared.ts";
import type { Tool } from "../tool/tool.ts";
import type { FieldNames } from "./drift.ts";
import type { FactOf } from "./fact.ts";
import { fieldNames, NO_NAMES } from "./field-names.ts";
import { CHANGE_KINDS } from "./kinds.ts";

/** What two schemas of a tool differ by. */
export interface SchemaFacts {
  readonly facts: readonly FactOf[];
  readonly names: FieldNames;
  readonly scope: Scope;
  /** True when they differ beyond wording. */
  readonly differs: boolean;
}

const KEYS = { input: "inputSchema", output: "outputSchema" } as const;
const NONE: SchemaFacts = { facts: [], names: NO_NAMES, scope: "same", differs: false };

/**
 * How many JSON values of large schemas are compared by parts in one drift, both sides counted: each may become a change,
 * and a hostile list has hundreds of thousands. The largest whole lists of real servers have some 5,000.
 */
const COMPARED_VALUES = 60_000;

/** Two schemas with no more values than this are always compared by parts. */
const SMALL = 2_000;

/** What is left of `COMPARED_VALUES` for the rest of a drift. */
export interface Room {
  left: number;
}

/** The room that a drift starts with. */
export function newRoom(): Room {
  return { left: COMPARED_VALUES };
}

/**
 * Compares the schemas of one side of a tool. No output schema means that the answer can be anything (DESIGN §5). Large
 * schemas that the room does not suffice for are `unknown` as a whole.
 */
export function schemaFacts(before: Tool, after: Tool, side: Side, room: Room): SchemaFacts {
  const key = KEYS[side];
  const [old, now] = [own(before, key) ?? undefined, own(after, key) ?? undefined];
  if (sameJson(old, now)) return NONE;
  const size = measure(old).size + measure(now).size;
  if (size > SMALL) {
    if (size > room.left) return wholeFacts(old, now, side);
    room.left -= size;
  }
  if (side === "output" && (old === undefined || now === undefined)) return outputFacts(old, now);
  const { verdict, changes, unionNames } = compareFully(old, now, { side }, "guarded");
  return {
    facts: changes.map((change) => ({ ...change, side, pointer: `/${key}${change.pointer}` })),
    names: fieldNames(changes, unionNames),
    scope: verdict,
    differs: changes.some(({ kind }) => CHANGE_KINDS[kind] !== "wording"),
  };
}

/** Schemas that are too large to be compared by parts: whatever differs, nobody knows what it permits. */
function wholeFacts(before: unknown, after: unknown, side: Side): SchemaFacts {
  if (sameJson(normalSchema(before), normalSchema(after))) return NONE;
  const place = { side, pointer: `/${KEYS[side]}`, path: "" } as const;
  const fact: FactOf = {
    kind: wholeKind(before, after),
    ...place,
    before,
    after,
    scope: "unknown",
    world: "both",
    breaks: true,
  };
  return { facts: [fact], names: NO_NAMES, scope: "unknown", differs: true };
}

function wholeKind(before: unknown, after: unknown): FactOf["kind"] {
  if (before === undefined) return "output-schema-added";
  return after === undefined ? "output-schema-removed" : "schema-replaced";
}

/** A tool began, or stopped, to say what it gives back. */
function outputFacts(before: unknown, after: unknown): SchemaFacts {
  const isNew = before === undefined;
  const { verdict, changes } = compareFully(before ?? true, after ?? true, { side: "output" }, "guarded");
  const world = changes.map((change) => change.world).find((found) => found !== undefined);
  const fact: FactOf = {
    kind: wholeKind(before, after),
    side: "output",
    pointer: "/outputSchema",
    path: "",
    before,
    after,
    scope: verdict,
    ...(world && { world }),
    breaks: changes.some(breaksAnybody),
  };
  const names = declaredNames(before ?? after);
  const fields = { added: isNew ? names : [], removed: isNew ? [] : names };
  return { facts: [fact], names: fields, scope: verdict, differs: true };
}

function breaksAnybody(change: SchemaChange): boolean {
  return change.breaks;
}
