import { sameJson } from "../json/equal.ts";
import { MAX_DEPTH } from "../json/hold.ts";
import { measure, type Measure } from "../json/size.ts";
import { sameSchema } from "../tool/normal.ts";
import type { SchemaChange, Scope, Side } from "../differences/change.ts";
import { STEPS, type Budget } from "../json/bounds.ts";
import { changesOf } from "./parts.ts";
import { createDecider } from "../scope/decide.ts";
import { effectOf, scopeOf, type Care, type Effect, type EffectOptions } from "./effect.ts";
import { shareEqual, type Shared } from "../differences/share-equal.ts";
import { walkSchemas, type UnionNames } from "../differences/walk.ts";

/** How to compare two schemas (DESIGN §8). */
export interface CompareOptions {
  /** What the schemas are of: a call's arguments (the default), or its answer. */
  readonly side?: Side | undefined;
  /** `closed`: what a card permits; `open`: what a validator accepts; `strict` (the default): both, joined. */
  readonly world?: "strict" | "closed" | "open" | undefined;
  /** The dialect of a schema without `$schema`, as `draft-07`; 2020-12 when missing. */
  readonly dialect?: string | undefined;
}

/** What changed from one schema to another, and what that does to what is permitted. */
export interface Comparison {
  readonly verdict: Scope;
  readonly changes: readonly SchemaChange[];
  /** A value that is newly permitted; there may be none even where the verdict is `widens`. */
  readonly witness?: unknown;
}

/**
 * Compares two JSON Schemas as permissions: `widens` if anything is newly permitted in the closed or the open world,
 * else `narrows` if anything no longer is, else `same`; `unknown` if it can't be proven that nothing is gained. Sound:
 * never `narrows` or `same` when something is newly permitted. Every difference is listed, with its own effect.
 * Never throws for JSON values; what nests deeper than 100 is `unknown`, except beside itself.
 */
export function compareSchemas(before: unknown, after: unknown, options: CompareOptions = {}): Comparison {
  const { unionNames: _, ...comparison } = compareFully(before, after, options, "witnessed");
  return comparison;
}

/** A comparison, and the fields that unions gained or lost. */
export interface FullComparison extends Comparison {
  readonly unionNames: UnionNames;
}

const NO_NAMES: UnionNames = { added: [], removed: [] };
const SAME: FullComparison = { verdict: "same", changes: [], unionNames: NO_NAMES };

/** What `compareSchemas` says, and besides which fields unions gained or lost; a witness only if asked for. Takes the steps of the budget. */
export function compareFully(
  before: unknown,
  after: unknown,
  options: CompareOptions,
  care: Care,
  budget: Budget = { left: STEPS },
): FullComparison {
  if (sameJson(before, after)) return SAME;
  if (!isHeld(measure(before)) || !isHeld(measure(after))) return incomparable(before, after);
  if (sameSchema(before, after)) return SAME;
  const { side = "input", world = "strict", dialect } = options;
  const worlds: EffectOptions["worlds"] = world === "strict" ? ["closed", "open"] : [world];
  const shared: Shared = new WeakMap();
  const now = shareEqual(before, after, shared);
  const walked = walkSchemas(before, now, { dialect, rootCloses: side === "input", budget, shared });
  const asked: EffectOptions = { decider: createDecider(budget, shared), side, worlds, dialect };
  const whole = effectOf(before, now, { ...asked, care });
  const changes = changesOf({ before, walked, whole, options: asked });
  const { witness } = whole;
  return {
    verdict: verdictOf(whole, changes),
    changes,
    ...(witness !== undefined && { witness }),
    unionNames: walked.unionNames,
  };
}

/** The verdict is the root's. Only where a value goes beside the call (x-mcp-header) is no matter of the root's. */
function verdictOf(whole: Effect, changes: readonly SchemaChange[]): Scope {
  const scope = scopeOf(whole);
  return scope !== "widens" && changes.some(({ kind }) => kind === "header-changed") ? "unknown" : scope;
}

/** Whether a card could hold a schema. */
function isHeld({ depth, isWellFormed }: Measure): boolean {
  return depth <= MAX_DEPTH && isWellFormed;
}

function incomparable(before: unknown, after: unknown): FullComparison {
  const change = { kind: "schema-replaced", pointer: "", path: "", before, after } as const;
  const changes = [{ ...change, scope: "unknown", world: "both", breaks: true } as const];
  return { verdict: "unknown", changes, unionNames: NO_NAMES };
}
