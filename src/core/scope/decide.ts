import { sameJson } from "../json/equal.ts";
import { NotModelled, OutOfSteps, type Budget } from "../json/bounds.ts";
import type { Side } from "../differences/change.ts";
import { MAYBE, type Found, type Search } from "./find.ts";
import { createEvaluator } from "./holds.ts";
import type { Node } from "./formula.ts";
import { createStore, type Store } from "./store.ts";
import { read, type Loaded, type LoadOptions, type World } from "./load.ts";
import { createProver } from "./prove.ts";
import { isGained, sampleGain, type Question } from "./witness.ts";

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
}

/** Steps for one question in one world: about a tenth of a second. */
const STEPS = 600_000;

/**
 * Decides whether a schema permits more, or less, than another did. `gain` is never `no` when something is newly
 * permitted in a world that was asked. Always answers, in bounded time; no schema (undefined) means anything. What is
 * malformed or can't be resolved is `unknown`, except that it is the same as itself.
 */
export function decide(before: unknown, after: unknown, options: DecideOptions): Decision {
  if (sameJson(before, after)) return { gain: "no", loss: "no" };
  const { closed, open } = decideWorlds(before, after, options);
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
  before: unknown,
  after: unknown,
  options: DecideOptions,
): Partial<Record<World, WorldDecision>> {
  const worlds = (["closed", "open"] as const).filter((one) => ["strict", one].includes(options.world));
  const store = createStore();
  const decisions: Partial<Record<World, WorldDecision>> = {};
  try {
    const loaders = [read(before, options, store), read(after, options, store)];
    const common = { store, prover: createPatientProver(store) };
    for (const world of worlds) {
      // Where one witness is enough it is first looked for in the world that is enforced.
      const closed = options.witness === "any" ? decisions.closed : undefined;
      const witnessed = closed !== undefined && "witness" in closed;
      const guard = options.guard === false ? "none" : witnessed ? "open questions" : "all";
      decisions[world] = decideIn(world, loaders, common, guard);
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

function isLimit(error: unknown): boolean {
  return error instanceof NotModelled || error instanceof OutOfSteps || error instanceof RangeError;
}

function decideIn(
  world: World,
  loaders: readonly ((world: World) => Loaded)[],
  { store, prover }: Pick<Question, "store" | "prover">,
  guard: Guard,
): WorldDecision {
  let question: Question;
  try {
    const [before, after] = loaders.map((loader) => loader(world)) as [Loaded, Loaded];
    question = { store, prover, before, after };
  } catch (error) {
    if (isLimit(error)) return UNKNOWN;
    throw error;
  }
  if (question.before.node === question.after.node) return { gain: "no", loss: "no" };
  const gained = prove(prover, question.after.node, question.before.node);
  const lost = prove(prover, question.before.node, question.after.node);
  const settled = guard === "none" || (guard === "open questions" && gained.is !== "maybe");
  const gain = settled ? { gain: PROOFS[gained.is] } : guarded(question, gained);
  return { ...gain, loss: PROOFS[lost.is] };
}

const PROOFS = { no: "no", yes: "yes", maybe: "unknown" } as const;

/** Is there a value of the first that is none of the second? */
function prove(prover: Search, first: Node, second: Node): Found {
  try {
    return prover.find([
      { node: first, not: false },
      { node: second, not: true },
    ]);
  } catch (error) {
    if (isLimit(error)) return MAYBE;
    throw error;
  }
}

/** A prover whose every question has the same number of steps; what it has learnt it keeps for the next. */
function createPatientProver(store: Store): Search {
  const budget: Budget = { left: STEPS };
  const prover = createProver(store, createEvaluator(store, budget), budget);
  return {
    find: (goals) => {
      budget.left = STEPS;
      return prover.find(goals);
    },
  };
}

/** Holds an answer of the prover against ajv and samples. */
function guarded(question: Question, gained: Found): Omit<WorldDecision, "loss"> {
  if (gained.is === "no") {
    // The proof stands unless a sample refutes it; then the prover is wrong, and the sample counts.
    const refuted = sampleGain(question, false);
    return refuted.is === "yes" ? gainOf(question, refuted) : { gain: "no" };
  }
  const shown = gainOf(question, wholeOf(question, gained));
  if ("witness" in shown) return shown;
  const sampled = sampleGain(question, true);
  if (sampled.is === "yes") return gainOf(question, sampled);
  return { gain: gained.is === "yes" ? "yes" : "unknown" };
}

/** For an output: a value that lacks nothing, if there is one, as it is to be accepted in full. */
function wholeOf({ prover, before, after }: Question, gained: Found): Found {
  return after.whole === after.node ? gained : prove(prover, after.whole, before.node);
}

function gainOf(question: Question, found: Found): Omit<WorldDecision, "loss"> {
  if ("value" in found && isGained(question, found.value)) return { gain: "yes", witness: found.value };
  return { gain: found.is === "yes" ? "yes" : "unknown" };
}
