import { sameJson } from "../json/equal.ts";
import { isLimit, sharing, STEPS, type Budget } from "../json/bounds.ts";
import type { Side } from "../differences/change.ts";
import type { Shared } from "../differences/share-equal.ts";
import { MAYBE, NO, type Search } from "./find.ts";
import { guarded, PROOFS, prove } from "./guard.ts";
import { createEvaluator } from "./holds.ts";
import { createStore } from "./store.ts";
import { createReader, type LoadOptions, type Readable, type Reader, type World } from "./load.ts";
import { createProver } from "./prove.ts";
import type { Question } from "./witness.ts";

/** An answer that is only `no` when it is proven. */
export type Proof = "no" | "yes" | "unknown";

/** What one world says. */
export interface WorldDecision {
  /** Whether `after` permits something that `before` did not. */
  readonly gain: Proof;
  /** Whether `before` permitted something that `after` does not. */
  readonly loss: Proof;
  /** Accepted by `after` and not by `before`, as ajv has confirmed in this world. */
  readonly witness?: unknown;
}

/** What the worlds that were asked say together. */
export interface Decision extends WorldDecision {
  /** Where something is gained, when it is. */
  readonly world?: "closed" | "open" | "both";
  readonly closed?: WorldDecision;
  readonly open?: WorldDecision;
}

/** What is asked. */
export interface DecideOptions extends LoadOptions {
  readonly side: Side;
  readonly world: "strict" | "closed" | "open";
  /**
   * Whether the answer is held against samples and witnesses are looked for (the default). Without it the prover's
   * word is all there is: ajv is never run, so there is no witness, and what only ajv can tell stays `unknown`.
   */
  readonly guard?: boolean;
  /** Whether each world that gains needs a witness of its own (the default), or one is enough. */
  readonly witness?: "each" | "any";
  /** Of which worlds it is known already that nothing is gained, or lost, there: these are not asked. */
  readonly known?: { readonly gain: Known; readonly loss: Known };
}

type Known = Readonly<Partial<Record<World, Proof>>>;

/** Which part of the steps that are left one question may take. */
const SHARE = 1 / 4;
/** The same for one of many differences. */
const SMALL_SHARE = 1 / 24;

/** Decides about schemas that have much in common: what was found out of one is known of the next. */
export interface Decider {
  readonly budget: Budget;
  readonly reader: Reader;
  readonly decide: (before: unknown, after: unknown, options: DecideOptions) => Decision;
}

/** Makes a decider. All its decisions together take no more steps than its budget has. */
export function createDecider(budget: Budget, shared: Shared = new WeakMap()): Decider {
  const store = createStore();
  const reader = createReader(store, budget, shared);
  const purse: Budget = { left: 0 };
  const prover = createProver(store, createEvaluator(store, purse), purse);
  const asking = (share: number): Search => ({
    find: (goals) => sharing(budget, purse, share, () => prover.find(goals)),
  });
  const [whole, part] = [SHARE, SMALL_SHARE].map((share) => ({ store, budget, prover: asking(share) }));
  return {
    budget,
    reader,
    decide: (before, after, options) => {
      const common = (options.known === undefined ? whole : part) as Common;
      return decideWith(common, reader, before, after, options);
    },
  };
}

/** What the questions of both worlds have in common. */
type Common = Pick<Question, "store" | "prover" | "budget">;

/**
 * Decides whether a schema permits more, or less, than another did. `gain` is never `no` when something is newly
 * permitted in a world that was asked. Always answers, in bounded time; no schema (undefined) means anything. What is
 * malformed or can't be resolved is `unknown`, except that it is the same as itself.
 */
export function decide(before: unknown, after: unknown, options: DecideOptions): Decision {
  return createDecider({ left: STEPS }).decide(before, after, options);
}

function decideWith(
  common: Common,
  reader: Reader,
  before: unknown,
  after: unknown,
  options: DecideOptions,
): Decision {
  if (before === after || sameJson(before, after)) return { gain: "no", loss: "no" };
  const { closed, open } = decideWorlds(common, reader, before, after, options);
  const worlds = [closed, open].filter((one) => one !== undefined);
  const join = (key: "gain" | "loss"): Proof =>
    worlds.some((one) => one[key] === "yes")
      ? "yes"
      : worlds.some((one) => one[key] === "unknown")
        ? "unknown"
        : "no";
  const shown = worlds.find((one) => "witness" in one);
  const gains = closed?.gain === "yes" ? (open?.gain === "yes" ? "both" : "closed") : "open";
  const gain = join("gain");
  return {
    gain,
    loss: join("loss"),
    ...(shown === undefined ? {} : { witness: shown.witness }),
    ...(gain === "yes" ? { world: gains } : {}),
    ...(closed === undefined ? {} : { closed }),
    ...(open === undefined ? {} : { open }),
  };
}

function decideWorlds(
  common: Common,
  reader: Reader,
  before: unknown,
  after: unknown,
  options: DecideOptions,
): Partial<Record<World, WorldDecision>> {
  const worlds = (["closed", "open"] as const).filter((one) => ["strict", one].includes(options.world));
  const decisions: Partial<Record<World, WorldDecision>> = {};
  try {
    const pair = reader.readPair(before, after, options);
    for (const world of worlds) {
      // Where one witness is enough it is first looked for in the world that is enforced.
      const closed = options.witness === "any" ? decisions.closed : undefined;
      const witnessed = closed !== undefined && "witness" in closed;
      const guard = options.guard === false ? "none" : witnessed ? "open questions" : "all";
      decisions[world] = decideIn(world, pair, common, guard, options);
    }
  } catch (error) {
    if (!isLimit(error)) throw error;
    for (const world of worlds) decisions[world] ??= UNKNOWN;
  }
  return decisions;
}

/** Which answers of the prover are held against ajv and samples. */
type Guard = "none" | "open questions" | "all";

const UNKNOWN: WorldDecision = { gain: "unknown", loss: "unknown" };

function decideIn(
  world: World,
  pair: readonly [Readable, Readable],
  common: Common,
  guard: Guard,
  { known, side }: DecideOptions,
): WorldDecision {
  const [gains, loses] = [known?.gain[world] !== "no", known?.loss[world] !== "no"];
  if (!gains && !loses) return NOTHING;
  let question: Question;
  try {
    const [before, after] = [pair[0](world), pair[1](world)];
    question = { ...common, before, after };
  } catch (error) {
    if (isLimit(error)) return UNKNOWN;
    throw error;
  }
  const { prover, before, after } = question;
  if (before.node === after.node) return NOTHING;
  const gained = gains ? prove(prover, after.node, before.node) : NO;
  // Of one of many differences that gains, only what breaks callers matters besides.
  const matters = known === undefined || gained.is === "no" || (world === "closed" && side === "input");
  const lost = !loses ? NO : matters ? prove(prover, before.node, after.node) : MAYBE;
  const settled = !gains || guard === "none" || (guard === "open questions" && gained.is !== "maybe");
  const gain = settled ? { gain: PROOFS[gained.is] } : guarded(question, gained);
  return { ...gain, loss: PROOFS[lost.is] };
}

const NOTHING: WorldDecision = { gain: "no", loss: "no" };
