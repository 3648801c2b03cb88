import { sameJson } from "../json/equal.ts";
import { whyNotHeld } from "../json/hold.ts";
import { isObject } from "../json/value.ts";
import { normalSchema } from "../tool/normal.ts";
import type { SchemaChange, Scope, Side } from "./change.ts";
import { changesOf } from "./compare-parts.ts";
import { effectOf, scopeOf, type Effect, type EffectOptions } from "./effect.ts";
import { walkSchemas } from "./walk.ts";

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
  if (sameJson(before, after)) return { verdict: "same", changes: [] };
  if (whyNotHeld(before) !== undefined || whyNotHeld(after) !== undefined) return incomparable(before, after);
  if (sameJson(normalSchema(before), normalSchema(after))) return { verdict: "same", changes: [] };
  const { side = "input", world = "strict", dialect } = options;
  const effectOptions: EffectOptions = {
    side,
    worlds: world === "strict" ? ["closed", "open"] : [world],
    dialect,
  };
  const size = sizeOf(before) + sizeOf(after);
  const steps = 1000 + 4 * size;
  const walked = walkSchemas(before, after, { dialect, rootCloses: side === "input", steps });
  const whole = effectOf(before, after, effectOptions);
  const changes = changesOf({
    before,
    walked,
    whole,
    options: effectOptions,
    decisions: Math.ceil(DECISION_BUDGET / size),
  });
  const { witness } = whole;
  return { verdict: verdictOf(whole, changes), changes, ...(witness !== undefined && { witness }) };
}

/** The verdict is the root's. Only where a value goes beside the call (x-mcp-header) is no matter of the root's. */
function verdictOf(whole: Effect, changes: readonly SchemaChange[]): Scope {
  const scope = scopeOf(whole);
  return scope !== "widens" && changes.some(({ kind }) => kind === "header-changed") ? "unknown" : scope;
}

/**
 * How much of schemas may be read again, in values, to find the effects of single differences. It keeps the whole
 * linear: of a schema with thousands of differences only the first are decided alone, the others are `unknown`.
 */
const DECISION_BUDGET = 400_000;

function incomparable(before: unknown, after: unknown): Comparison {
  const change = { kind: "schema-replaced", pointer: "", path: "", before, after } as const;
  return { verdict: "unknown", changes: [{ ...change, scope: "unknown", world: "both", breaks: true }] };
}

/** How many values a JSON value has in it, itself included. */
function sizeOf(value: unknown): number {
  let size = 0;
  const rest = [value];
  while (rest.length > 0) {
    const next = rest.pop();
    size++;
    if (Array.isArray(next)) for (const item of next) rest.push(item);
    else if (isObject(next)) for (const inner of Object.values(next)) rest.push(inner);
  }
  return size;
}
