import { SCHEMA_CHANGE_KINDS } from "./kinds.ts";
import type { Shared } from "./share-equal.ts";
import { aliasing, type Alias } from "./alias.ts";
import { compareBranches, compareWrapped } from "./branches.ts";
import { definitionDifferences, dialectDifferences, replacedRoot } from "./document.ts";
import { dialectOf } from "./dialect.ts";
import { compareFields } from "./fields.ts";
import { compareItems } from "./items.ts";
import { compareLimits } from "./limits.ts";
import { once } from "./once.ts";
import { fieldPath } from "./path.ts";
import type { Difference, Finding, Pair, PushedPair, Walk, Whole } from "./state.ts";
import { compareUndeclared } from "./undeclared.ts";
import { composes, declaredAt } from "./union.ts";
import { compareValues } from "./values.ts";
import { documentOf, followedView, plainView, rootOf, type Document, type View } from "./view.ts";
import { compareWords } from "./words.ts";

/** What two schemas differ by, and the two documents as the walk reads them. */
export interface Walked {
  readonly before: Document;
  readonly after: Document;
  /** Sorted by pointer, then kind, then path. */
  readonly differences: readonly Difference[];
  readonly unionNames: UnionNames;
}

/** Fields that a union gained or lost, all its branches taken together (DESIGN §6). */
export interface UnionNames {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** What a walk needs to know. */
export interface WalkOptions {
  /** The dialect of a schema that names none; 2020-12 when it is missing. */
  readonly dialect?: string | undefined;
  /** True for an input: its root refuses what it does not declare. */
  readonly rootCloses: boolean;
  /** The steps that may be taken before giving up; none are counted when it is missing. */
  readonly budget?: { left: number };
  /** What the two schemas share: what refers to nothing there needs no looking at. */
  readonly shared?: Shared;
}

/**
 * Walks through two schemas side by side and lists what they differ by. It pairs fields by name and follows local
 * references; a definition is compared once, at the first field that uses it. It says nothing of effects.
 * Both must be no deeper than a card can hold (`whyNotHeld`).
 */
export function walkSchemas(before: unknown, after: unknown, options: WalkOptions): Walked {
  const from = documentOf(before, dialectOf(before, options.dialect));
  const to = documentOf(after, dialectOf(after, options.dialect));
  const state = new State(from, to, options);
  const closes = options.rootCloses ? ({ closes: true } as const) : {};
  state.push({ before: rootOf(from), after: rootOf(to), path: "", ...closes });
  const complete = state.run();
  const differences = [
    ...state.differences(),
    ...dialectDifferences(before, after, from, to),
    ...definitionDifferences(from, to),
    ...(complete ? [] : [replacedRoot(from, to)]),
  ];
  return { before: from, after: to, differences: once(differences), unionNames: state.unionNames() };
}

/** The steps (about a microsecond each) that comparing two schemas takes, without those inside them. */
const STEPS_OF_PAIR = 12;

/** What the walk has still to look at, and what it has found. */
class State implements Walk {
  readonly before: Document;
  readonly after: Document;
  readonly #queue: PushedPair[] = [];
  readonly #inTests: PushedPair[] = [];
  readonly #found: Difference[] = [];
  readonly #wholes = new Set<Whole>();
  readonly #seen = new Map<string, Map<string, string>>();
  readonly #aliases: Alias[] = [];
  readonly #unionAdded = new Set<string>();
  readonly #unionRemoved = new Set<string>();

  readonly #budget: { left: number };
  readonly #shared: Shared | undefined;

  constructor(before: Document, after: Document, { budget, shared }: WalkOptions) {
    this.before = before;
    this.after = after;
    this.#budget = budget ?? { left: Infinity };
    this.#shared = shared;
  }

  push(pair: PushedPair): void {
    if (this.#isSettled(pair)) return;
    (pair.whole === undefined ? this.#queue : this.#inTests).push(pair);
  }

  affords(steps: number): boolean {
    this.#budget.left -= steps;
    return this.#budget.left > 0;
  }

  /** Both have one schema there, and nothing around it or far away has a part in what it says. */
  #isSettled({ before: { node }, after, union, closes }: PushedPair): boolean {
    if (node !== after.node || union !== undefined || closes !== undefined) return false;
    return typeof node === "object" && node !== null && this.#shared?.get(node) === true;
  }

  found(pair: Pair, { before, after, ...finding }: Finding): void {
    if (pair.whole !== undefined && SCHEMA_CHANGE_KINDS[finding.kind] === "permission") {
      pair.whole.edits.push(...finding.edits);
      this.#wholes.add(pair.whole);
      return;
    }
    const values = { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
    this.#found.push({ path: pair.path, ...finding, ...values });
  }

  /** Looks at one pair after another; false when the steps did not suffice. */
  run(): boolean {
    // What a test holds (`not`, `if`) comes last: a definition used in a field too is then reported at the field.
    for (const list of [this.#queue, this.#inTests]) {
      for (let next = 0; next < list.length; next++) {
        const pair = list[next];
        if (!this.affords(STEPS_OF_PAIR)) return false;
        if (pair !== undefined) this.#compare(pair);
        if (this.#budget.left <= 0) return false;
      }
    }
    return true;
  }

  differences(): Difference[] {
    const othersOf = aliasing(this.#aliases);
    const found: Difference[] = [];
    for (const difference of [...this.#found, ...this.#wholes]) {
      const alsoAt = othersOf(difference.path);
      found.push(alsoAt.length === 0 ? difference : { ...difference, alsoAt });
    }
    return found;
  }

  unionNames(): UnionNames {
    const othersOf = aliasing(this.#aliases);
    const spread = (paths: ReadonlySet<string>) =>
      [...paths].flatMap((path) => [path].concat(othersOf(path)));
    return { added: spread(this.#unionAdded), removed: spread(this.#unionRemoved) };
  }

  #compare(pushed: PushedPair): void {
    const before = followedView(this.before, pushed.before) ?? plainView(pushed.before);
    const after = followedView(this.after, pushed.after) ?? plainView(pushed.after);
    const pair: Pair = { ...pushed, before, after };
    if (this.#isReplaced(pair)) return;
    if (pair.wordless !== true) compareWords(this, pair);
    if (this.#wasSeen(pair)) return;
    const union = pair.union ?? this.#unionOf(pair);
    compareConstraints(this, union === undefined ? pair : { ...pair, union });
  }

  /** What all branches at a place declare, when there are any; notes which names only one of the two sides has. */
  #unionOf({ before, after, path, whole }: Pair): Pair["union"] {
    if (!composes(before) && !composes(after)) return undefined;
    const union = { before: declaredAt(this.before, before), after: declaredAt(this.after, after) };
    if (whole !== undefined) return union;
    for (const name of union.after.names) {
      if (!union.before.names.has(name)) this.#unionAdded.add(fieldPath(path, name));
    }
    for (const name of union.before.names) {
      if (!union.after.names.has(name)) this.#unionRemoved.add(fieldPath(path, name));
    }
    return union;
  }

  /** One of the two permits nothing, or is no schema at all. */
  #isReplaced(pair: Pair): boolean {
    const [from, to] = [pair.before.spot, pair.after.spot];
    if (isOpen(pair.before) && isOpen(pair.after)) return false;
    if (from.node === to.node) return true;
    const edits = [{ at: from.at, schema: to.node }];
    this.found(pair, {
      kind: "schema-replaced",
      pointer: to.pointer,
      before: from.node,
      after: to.node,
      edits,
    });
    return true;
  }

  /** Two definitions are compared once, whatever refers to them; that also ends recursion. */
  #wasSeen({ before, after, path }: Pair): boolean {
    const [from, to] = [before.layers.at(-1), after.layers.at(-1)];
    if (from === undefined || to === undefined) return false;
    // By place, not by object: one object may stand at many places of a schema that somebody built in memory.
    const seen = this.#seen.get(from.at) ?? new Map<string, string>();
    this.#seen.set(from.at, seen);
    const first = seen.get(to.at);
    if (first === undefined) seen.set(to.at, path);
    else this.#aliases.push({ path: first, other: path });
    return first !== undefined;
  }
}

/** True for a schema that has keywords to compare, or permits everything as one without any does. */
function isOpen({ layers, spot }: View): boolean {
  return layers.length > 0 || spot.node === true;
}

function compareConstraints(walk: Walk, pair: Pair): void {
  if (compareWrapped(walk, pair)) return;
  compareValues(walk, pair);
  compareLimits(walk, pair);
  compareFields(walk, pair);
  compareUndeclared(walk, pair);
  compareItems(walk, pair);
  compareBranches(walk, pair);
}
