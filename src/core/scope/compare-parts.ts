import { isObject, put } from "../json/value.ts";
import type { SchemaChange } from "./change.ts";
import {
  effectOf,
  most,
  scopeOf,
  within,
  worldOf,
  WORLDS,
  type Effect,
  type EffectOptions,
} from "./effect.ts";
import { SCHEMA_CHANGE_KINDS } from "./kinds.ts";
import { patcher } from "./walk-patch.ts";
import type { Difference } from "./walk-state.ts";
import type { Walked } from "./walk.ts";

/** What the effects of single differences are found from. */
export interface Parts {
  /** The schema before, as it was written. */
  readonly before: unknown;
  readonly walked: Walked;
  /** The effect of all differences together. */
  readonly whole: Effect;
  readonly options: EffectOptions;
  /** How many differences may be decided alone; the effect of the others is unknown. */
  readonly decisions: number;
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
function effectsOf({ before, walked, whole, options, decisions }: Parts): (Effect | undefined)[] {
  const judged = walked.differences.filter(isJudged);
  const inert = scopeOf(whole) === "same" && whole.breaks === "no";
  const patched = patcher(walked.before, walked.after);
  let left = decisions;
  return walked.differences.map((difference) => {
    if (!isJudged(difference)) return undefined;
    if (judged.length === 1 || inert) return whole;
    if (left-- <= 0) return within(UNKNOWN, whole);
    return within(alone(before, walked, difference, patched, options), whole);
  });
}

function isJudged({ kind }: Difference): boolean {
  return SCHEMA_CHANGE_KINDS[kind] === "permission" && kind !== "header-changed";
}

const UNKNOWN: Effect = {
  gain: { closed: "unknown", open: "unknown" },
  loss: { closed: "unknown", open: "unknown" },
  breaks: "unknown",
};

function alone(
  before: unknown,
  { before: document }: Walked,
  { edits }: Difference,
  patched: ReturnType<typeof patcher>,
  options: EffectOptions,
): Effect {
  const [edit] = edits;
  if (edit !== undefined && "dialect" in edit) {
    return effectOf(before, inDialect(before, edit.dialect), options);
  }
  // The documents were put into the words of 2020-12, unless nobody knows what dialect they are in.
  const dialect = document.dialect === undefined ? options.dialect : "2020-12";
  return effectOf(document.root, patched(edits), { ...options, dialect });
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
