import type { Scope, Side } from "./change.ts";
import { decide, type Decision } from "./decide.ts";

/** Whether there is a value that one schema permits and another does not. */
export type Answer = Decision["gain"];

/** The worlds that a comparison asks (DESIGN §5). */
export type World = "closed" | "open";

/** What a difference, or all of them, do to what is permitted; each answer for each world that was asked. */
export interface Effect {
  readonly gain: Readonly<Partial<Record<World, Answer>>>;
  readonly loss: Readonly<Partial<Record<World, Answer>>>;
  /** Whether today's callers (input) or readers (output) may fail. */
  readonly breaks: Answer;
  /** A value that is newly permitted. */
  readonly witness?: unknown;
}

/** How to compare. */
export interface EffectOptions {
  readonly side: Side;
  readonly worlds: readonly World[];
  readonly dialect?: string | undefined;
}

/**
 * What stands between two schemas, by the prover.
 *
 * `breaks` of an input: the closed world loses a call that was permitted. What only the open world loses (a new field
 * has a type now) was no call that the card permitted.
 * `breaks` of an output: with what was promised (`required` and its like count here), both worlds gain an answer. Whoever
 * reads answers relies on the schema as a validator reads it, and gets what the server declares: an answer that is
 * declared now and was refused before is one that is in both gains. A field that is declared anew breaks nobody, unless
 * undeclared fields were refused; an optional field that is gone breaks nobody.
 */
export function effectOf(before: unknown, after: unknown, options: EffectOptions): Effect {
  const { side, worlds, dialect } = options;
  const gain: Partial<Record<World, Answer>> = {};
  const loss: Partial<Record<World, Answer>> = {};
  let witness: unknown;
  for (const world of worlds) {
    const decision = decide(before, after, { side, world, ...dialectOption(dialect) });
    gain[world] = decision.gain;
    loss[world] = decision.loss;
    if (decision.gain === "yes") witness ??= decision.witness;
  }
  const breaks =
    side === "output" ? breaksReaders(before, after, dialect) : breaksCallers(before, after, loss, dialect);
  return { gain, loss, breaks, ...(witness !== undefined && { witness }) };
}

function breaksCallers(
  before: unknown,
  after: unknown,
  loss: Partial<Record<World, Answer>>,
  dialect: string | undefined,
): Answer {
  return (
    loss.closed ?? decide(before, after, { side: "input", world: "closed", ...dialectOption(dialect) }).loss
  );
}

function breaksReaders(before: unknown, after: unknown, dialect: string | undefined): Answer {
  // Read as an input, nothing that an output promises is dropped.
  const open = decide(before, after, { side: "input", world: "open", ...dialectOption(dialect) }).gain;
  return open === "no"
    ? "no"
    : least(open, decide(before, after, { side: "input", world: "closed", ...dialectOption(dialect) }).gain);
}

function dialectOption(dialect: string | undefined): { dialect?: string } {
  return dialect === undefined ? {} : { dialect };
}

const RANK: Readonly<Record<Answer, number>> = { no: 0, unknown: 1, yes: 2 };

/** The answer that claims less: what holds of both. */
export function least(left: Answer, right: Answer): Answer {
  return RANK[left] <= RANK[right] ? left : right;
}

/** The answer that claims more: what holds of either. */
export function most(left: Answer, right: Answer): Answer {
  return RANK[left] >= RANK[right] ? left : right;
}

/** What holds in any of the worlds. */
export function inAny(answers: Readonly<Partial<Record<World, Answer>>>): Answer {
  return Object.values(answers).reduce<Answer>(most, "no");
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
  alone: Readonly<Partial<Record<World, Answer>>>,
  whole: Readonly<Partial<Record<World, Answer>>>,
): Partial<Record<World, Answer>> {
  const both: Partial<Record<World, Answer>> = {};
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
