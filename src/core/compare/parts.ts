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
function effectsOf({ before, walked, whole, options }: Parts): (Effect | undefined)[] {
  const judged = walked.differences.filter(isJudged);
  const inert = scopeOf(whole) === "same" && whole.breaks === "no";
  const decided = deciding(before, walked, options);
  const places = byPlace(judged);
  const effects = new Map<string, Effect>();
  return walked.differences.map((difference) => {
    if (!isJudged(difference)) return undefined;
    if (judged.length === 1 || inert) return whole;
    // What is said in other words at one place takes back there what each difference would gain alone.
    const key = placeOf(difference);
    const together = places.get(key) ?? [];
    const place =
      effects.get(key) ??
      decided(
        together.flatMap(({ edits }) => edits),
        whole,
      );
    effects.set(key, place);
    return together.length === 1 ? place : decided(difference.edits, place);
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

/** What it costs to make a schema differ, beside deciding what that does; and for a value in it to be copied. */
const COST_OF_ONE = 40;

/**
 * Decides what edits of the old document do, as far as that shows in what they are a part of; when the steps of the
 * comparison are used up nothing more is known.
 */
function deciding(
  before: unknown,
  { before: document, after }: Walked,
  options: EffectOptions,
): (edits: readonly Edit[], whole: Effect) => Effect {
  const pruned = pruner(document.root);
  const patched = patcher(document, after);
  const { budget } = options.decider;
  // The documents were put into the words of 2020-12, unless nobody knows what dialect they are in.
  const dialect = document.dialect === undefined ? options.dialect : "2020-12";
  return (edits, whole) => {
    if (budget.left <= 0) return within(UNKNOWN, whole);
    budget.left -= COST_OF_ONE;
    const respelled = edits.find((edit) => "dialect" in edit);
    const asked = { ...options, whole };
    if (respelled !== undefined)
      return within(effectOf(before, inDialect(before, respelled.dialect), asked), whole);
    const old = pruned(edits);
    const now = patched(old, edits);
    const proven = within(effectOf(old, now, { ...asked, dialect }), whole);
    // What the whole is known to do, its part should not be unknown for want of a look at samples.
    const isDoubtful = inAny(proven.gain) === "unknown" && inAny(whole.gain) !== "unknown";
    if (!isDoubtful) return proven;
    return within(effectOf(old, now, { ...asked, dialect, care: "guarded" }), whole);
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
