import { measure } from "../json/size.ts";
import { isObject, put } from "../json/value.ts";
import type { SchemaChange } from "../differences/change.ts";
import {
  effectOf,
  inAny,
  most,
  scopeOf,
  within,
  worldOf,
  WORLDS,
  type Effect,
  type EffectOptions,
} from "./effect.ts";
import { SCHEMA_CHANGE_KINDS } from "../differences/kinds.ts";
import { patcher } from "../differences/patch.ts";
import { pruner } from "../differences/prune.ts";
import type { Difference, Edit } from "../differences/state.ts";
import type { Walked } from "../differences/walk.ts";

/** What the effects of single differences are found from. */
export interface Parts {
  /** The schema before, as it was written. */
  readonly before: unknown;
  readonly walked: Walked;
  /** The effect of all differences together. */
  readonly whole: Effect;
  readonly options: EffectOptions;
  /** How much of schemas may be read again, in values; the effect of the differences left over is unknown. */
  readonly budget: number;
}

/** Every difference with its own effect, and one more fact where only all together widen. */
export function changesOf(parts: Parts): SchemaChange[] {
  const effects = effectsOf(parts);
  const joint = jointGain(parts.whole, effects);
  const isBroken = effects.some((effect) => effect !== undefined && effect.breaks !== "no");
  // Where no difference breaks anything alone, yet all together do, each has its part in it.
  const breaks = parts.whole.breaks !== "no" && !isBroken;
  const changes = parts.walked.differences.map((difference, at) => changeOf(difference, effects[at], breaks));
  return joint === undefined ? changes : [jointChange(joint, breaks), ...changes];
}

/** The effect of each difference alone; none for those that are not about permission. */
function effectsOf({ before, walked, whole, options, budget }: Parts): (Effect | undefined)[] {
  const judged = walked.differences.filter(isJudged);
  const inert = scopeOf(whole) === "same" && whole.breaks === "no";
  const decided = decider(before, walked, { ...options, whole }, budget);
  const places = byPlace(judged);
  const effects = new Map<string, Effect>();
  return walked.differences.map((difference) => {
    if (!isJudged(difference)) return undefined;
    if (judged.length === 1 || inert) return whole;
    // What is said in other words at one place takes back there what each difference would gain alone.
    const key = placeOf(difference);
    const together = places.get(key) ?? [];
    const place = effects.get(key) ?? within(decided(together.flatMap(({ edits }) => edits)), whole);
    effects.set(key, place);
    return together.length === 1 ? place : within(decided(difference.edits), place);
  });
}

/** Where a difference is: the field. What a dialect does is no matter of a place. */
function placeOf({ kind, path }: Difference): string {
  return kind === "dialect-changed" ? "$schema" : `at ${path}`;
}

function byPlace(differences: readonly Difference[]): ReadonlyMap<string, readonly Difference[]> {
  const places = new Map<string, Difference[]>();
  for (const difference of differences) {
    const together = places.get(placeOf(difference)) ?? [];
    places.set(placeOf(difference), together);
    together.push(difference);
  }
  return places;
}

function isJudged({ kind }: Difference): boolean {
  return SCHEMA_CHANGE_KINDS[kind] === "permission" && kind !== "header-changed";
}

const UNKNOWN: Effect = {
  gain: { closed: "unknown", open: "unknown" },
  loss: { closed: "unknown", open: "unknown" },
  breaks: "unknown",
};

/** What a decision costs where the prover gave up: it may have searched for long. */
const COST_OF_HARD = 8000;
/** What deciding costs beside the size of the schemas. */
const COST_OF_ONE = 50;

/** Decides what edits of the old document do, so long as the budget lasts; then nothing is known. */
function decider(
  before: unknown,
  { before: document, after }: Walked,
  options: EffectOptions,
  budget: number,
): (edits: readonly Edit[]) => Effect {
  const pruned = pruner(document.root);
  const patched = patcher(document, after);
  // The documents were put into the words of 2020-12, unless nobody knows what dialect they are in.
  const dialect = document.dialect === undefined ? options.dialect : "2020-12";
  let left = budget;
  return (edits) => {
    if (left <= 0) return UNKNOWN;
    const respelled = edits.find((edit) => "dialect" in edit);
    if (respelled !== undefined) {
      left -= measure(before).size;
      return effectOf(before, inDialect(before, respelled.dialect), options);
    }
    const old = pruned(edits);
    const now = patched(old, edits);
    const proven = effectOf(old, now, { ...options, dialect });
    // What the whole is known to do, its part should not be unknown for want of a look at samples.
    const isDoubtful = inAny(proven.gain) === "unknown" && inAny(options.whole?.gain ?? {}) !== "unknown";
    const effect = isDoubtful ? effectOf(old, now, { ...options, dialect, care: "guarded" }) : proven;
    const isHard = inAny(effect.gain) === "unknown" || inAny(effect.loss) === "unknown";
    left -= Math.max(COST_OF_ONE + measure(old).size + measure(now).size, isHard ? COST_OF_HARD : 0);
    return effect;
  };
}

function inDialect(schema: unknown, dialect: unknown): unknown {
  if (!isObject(schema)) return schema;
  const { $schema: _, ...rest } = schema;
  if (dialect !== undefined) put(rest, "$schema", dialect);
  return rest;
}

/** What all differences together gain and no single one does. */
function jointGain(whole: Effect, effects: readonly (Effect | undefined)[]): Effect | undefined {
  const gain: Effect["gain"] = Object.fromEntries(
    WORLDS.flatMap((world) => {
      const all = whole.gain[world] ?? "no";
      const single = effects.map((effect) => effect?.gain[world] ?? "no").reduce(most, "no");
      return most(single, all) === single ? [] : [[world, all]];
    }),
  );
  return Object.keys(gain).length === 0 ? undefined : { gain, loss: {}, breaks: "no" };
}

function jointChange(effect: Effect, breaks: boolean): SchemaChange {
  const world = worldOf(effect);
  const place = { kind: "schema-widened-jointly", pointer: "", path: "" } as const;
  return { ...place, scope: scopeOf(effect), ...(world && { world }), breaks };
}

function changeOf(difference: Difference, effect: Effect | undefined, allBreak: boolean): SchemaChange {
  const { kind, pointer, path, alsoAt, elsewhere, before, after } = difference;
  const what = {
    kind,
    pointer,
    path,
    ...(alsoAt && { alsoAt }),
    ...(elsewhere && { elsewhere }),
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  };
  if (kind === "header-changed") return { ...what, scope: "unknown", breaks: false };
  if (effect === undefined) return { ...what, scope: "same", breaks: false };
  const world = worldOf(effect);
  return {
    ...what,
    scope: scopeOf(effect),
    ...(world && { world }),
    breaks: allBreak || effect.breaks !== "no",
  };
}
