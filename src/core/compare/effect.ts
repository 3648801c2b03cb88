import type { Scope, Side } from "../differences/change.ts";
import type { Decider, DecideOptions, Proof, WorldDecision } from "../scope/decide.ts";
import { breaksReaders } from "./effect-output.ts";

/** The worlds that a comparison asks (DESIGN §5). */
export type World = "closed" | "open";

/** What a difference, or all of them, do to what is permitted; each answer for each world that was asked. */
export interface Effect {
  readonly gain: Readonly<Partial<Record<World, Proof>>>;
  readonly loss: Readonly<Partial<Record<World, Proof>>>;
  /** Whether today's callers (input) or readers (output) may fail. */
  readonly breaks: Proof;
  /** A value that is newly permitted. */
  readonly witness?: unknown;
}

/**
 * How sure an effect is to be. `proven`: the prover's word. `guarded`: where it says that nothing is gained, or does not
 * know, samples are tried too. `witnessed`: besides, a gained value is looked for and checked by ajv, which is the most
 * costly part.
 */
export type Care = "proven" | "guarded" | "witnessed";

/** How to find an effect. */
export interface EffectOptions {
  /** What decides; one for all effects of a comparison. */
  readonly decider: Decider;
  readonly side: Side;
  readonly worlds: readonly World[];
  readonly dialect?: string | undefined;
  /** `proven` when missing. */
  readonly care?: Care;
  /** The effect of all differences together, where this is one of them: what the whole doesn't do needs no asking. */
  readonly whole?: Effect;
}

/**
 * What stands between two schemas, by the prover.
 *
 * `breaks` of an input: the closed world loses a call that was permitted. What only the open world loses (a new field
 * has a type now) was no call that the card permitted. `breaks` of an output: see `breaksReaders`.
 */
export function effectOf(before: unknown, after: unknown, options: EffectOptions): Effect {
  const { decider, side, worlds, dialect, whole } = options;
  const decisions = decisionsOf(before, after, options);
  const witness = worlds.map((world) => decisions[world].witness).find((value) => value !== undefined);
  const broken = () =>
    side === "input" ? decisions.closed.loss : breaksReaders(before, after, decider, dialect);
  return {
    gain: Object.fromEntries(worlds.map((world) => [world, decisions[world].gain])),
    loss: Object.fromEntries(worlds.map((world) => [world, decisions[world].loss])),
    breaks: whole?.breaks === "no" ? "no" : broken(),
    ...(witness !== undefined && { witness }),
  };
}

const NOTHING: WorldDecision = { gain: "no", loss: "no" };

function decisionsOf(
  before: unknown,
  after: unknown,
  { decider: { decide }, side, worlds, dialect, care = "proven", whole }: EffectOptions,
): Record<World, WorldDecision> {
  const witness = worlds.length > 1 ? "any" : "each";
  const known = whole && knownOf(whole, worlds, side);
  const asked = {
    side,
    witness,
    ...(dialect !== undefined && { dialect }),
    ...(known && { known }),
  } as const;
  const first = decide(before, after, { ...asked, world: "strict", guard: care === "witnessed" });
  const decisions = { closed: first.closed ?? NOTHING, open: first.open ?? NOTHING };
  if (care !== "guarded") return decisions;
  for (const world of worlds) {
    if (decisions[world].gain === "yes") continue;
    decisions[world] = decide(before, after, { ...asked, world, guard: true })[world] ?? decisions[world];
  }
  return decisions;
}

/** What need not be asked: what the whole does not do either. An input is always asked what breaks its callers. */
function knownOf(whole: Effect, worlds: readonly World[], side: Side): DecideOptions["known"] {
  const ofAsked = (answers: Effect["gain"], world: World) =>
    worlds.includes(world) ? (answers[world] ?? "no") : "no";
  const loss = side === "input" ? whole.breaks : ofAsked(whole.loss, "closed");
  return {
    gain: { closed: ofAsked(whole.gain, "closed"), open: ofAsked(whole.gain, "open") },
    loss: { closed: loss, open: ofAsked(whole.loss, "open") },
  };
}

const RANK: Readonly<Record<Proof, number>> = { no: 0, unknown: 1, yes: 2 };

/** The answer that claims less: what holds of both. */
function least(left: Proof, right: Proof): Proof {
  return RANK[left] <= RANK[right] ? left : right;
}

/** The answer that claims more: what holds of either. */
export function most(left: Proof, right: Proof): Proof {
  return RANK[left] >= RANK[right] ? left : right;
}

/** What holds in any of the worlds. */
export function inAny(answers: Readonly<Partial<Record<World, Proof>>>): Proof {
  return Object.values(answers).reduce<Proof>(most, "no");
}

/** An effect, as far as it shows in a larger one: alone a difference may gain what others take away again. */
export function within(alone: Effect, whole: Effect): Effect {
  return {
    gain: leastOf(alone.gain, whole.gain),
    loss: leastOf(alone.loss, whole.loss),
    breaks: least(alone.breaks, whole.breaks),
  };
}

function leastOf(
  alone: Readonly<Partial<Record<World, Proof>>>,
  whole: Readonly<Partial<Record<World, Proof>>>,
): Partial<Record<World, Proof>> {
  const both: Partial<Record<World, Proof>> = {};
  for (const world of WORLDS) {
    const [left, right] = [alone[world], whole[world]];
    if (left !== undefined && right !== undefined) both[world] = least(left, right);
  }
  return both;
}

/** Both worlds. */
export const WORLDS: readonly World[] = ["closed", "open"];

/** The scope of an effect. What may gain is `unknown`, whatever it loses; what may only lose narrows (DESIGN §5). */
export function scopeOf(effect: Effect): Scope {
  const gain = inAny(effect.gain);
  if (gain !== "no") return gain === "yes" ? "widens" : "unknown";
  return inAny(effect.loss) === "no" ? "same" : "narrows";
}

/** In which worlds an effect gains or may gain. */
export function worldOf(effect: Effect): World | "both" | undefined {
  const sure = WORLDS.filter((world) => effect.gain[world] === "yes");
  const gaining = sure.length > 0 ? sure : WORLDS.filter((world) => (effect.gain[world] ?? "no") !== "no");
  return gaining.length > 1 ? "both" : gaining[0];
}
