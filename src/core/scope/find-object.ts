import { put } from "../json/value.ts";
import { spend, type Budget } from "./bounds.ts";
import { candidate, MAYBE, NO, type Atoms, type Found, type Goal, type Search } from "./find.ts";
import { sizes } from "./find-string.ts";
import type { Evaluator } from "./holds.ts";
import { STRING, type NameSet, type Node, type Store } from "./ir.ts";

/** What the rules for objects work with. */
interface Tools {
  readonly search: Search;
  readonly store: Store;
  readonly evaluator: Evaluator;
  readonly budget: Budget;
}

/** A set of names without those that are named anywhere. */
type Others = Exclude<NameSet, { only: string }>;

/** A rule about all names of a set, or (with `not`) about one that must be there. */
interface Rule {
  readonly set: Others;
  readonly goal: Goal;
}

/** What is known of every object that meets the atoms. */
interface Shape {
  /** What the value must meet, for each name that is named anywhere. */
  readonly named: Map<string, Goal[]>;
  readonly required: Set<string>;
  readonly rules: readonly Rule[];
  readonly demands: readonly Rule[];
}

/** Different conditions on names that are told apart; each doubles the cases. */
const MAX_CONDITIONS = 5;
const MAX_FILLERS = 300;

/** Looks for an object that meets atoms on objects. */
export function findObject(atoms: Atoms, tools: Tools): Found {
  const { min, max } = sizes(atoms);
  const shape = shapeOf(atoms, tools);
  if (min > max || shape.required.size > max) return NO;
  if (max < 1 && shape.demands.length > 0) return NO;
  const object = new Map<string, Found>();
  for (const name of shape.required) {
    const found = tools.search.find(shape.named.get(name) ?? []);
    if (found.is === "no") return NO;
    object.set(name, found);
  }
  for (const { set, goal } of shape.demands) {
    const [name, found] = placeDemand(shape, set, goal, object, max, tools);
    if (found.is === "no") return NO;
    if (name === undefined) return MAYBE;
    object.set(name, found);
  }
  return object.size >= min ? asObject(object) : fill(shape, object, min, tools);
}

function shapeOf(atoms: Atoms, { store, evaluator, budget }: Tools): Shape {
  const named = new Map<string, Goal[]>();
  const required = new Set<string>();
  const rules: Rule[] = [];
  const demands: Rule[] = [];
  const at = (name: string): Goal[] => {
    const goals = named.get(name) ?? [];
    named.set(name, goals);
    return goals;
  };
  for (const { node, not } of atoms) {
    if (node.kind === "has") {
      const goals = at(node.name);
      if (not) goals.push({ node: store.nothing, not: false });
      else required.add(node.name);
    } else if (node.kind === "names") {
      const { set } = node;
      const goal = { node: node.value, not };
      if ("only" in set) {
        at(set.only).push(goal);
        if (not) required.add(set.only);
      } else {
        for (const name of set.except) at(name);
        (not ? demands : rules).push({ set, goal });
      }
    }
  }
  spend(budget, named.size * (1 + rules.length));
  for (const { set, goal } of rules) {
    for (const [name, goals] of named) if (evaluator.contains(set, name) === true) goals.push(goal);
  }
  return { named, required, rules, demands };
}

/**
 * A name and a value for what must be somewhere: under a name of its own if there is room, else under one that is
 * named. `no` only when it can be nowhere.
 */
function placeDemand(
  shape: Shape,
  set: Others,
  goal: Goal,
  object: ReadonlyMap<string, Found>,
  max: number,
  tools: Tools,
): [string | undefined, Found] {
  let best: [string | undefined, Found] = [undefined, NO];
  if (shape.required.size < max) {
    best = otherName(shape, set, goal, object, tools);
    if (best[1].is === "yes") return best;
  }
  for (const [name, goals] of shape.named) {
    if (!shape.required.has(name) && shape.required.size >= max) continue;
    if (tools.evaluator.contains(set, name) === false) continue;
    const found = tools.search.find([...goals, goal]);
    if (found.is === "yes") return [name, found];
    if (found.is === "maybe" && (best[1].is === "no" || best[0] === undefined)) best = [name, found];
  }
  return best;
}

/** A name that is named nowhere, and a value that is possible there. */
function otherName(
  shape: Shape,
  set: Others,
  goal: Goal | undefined,
  object: ReadonlyMap<string, Found>,
  { search, store, budget }: Tools,
): [string | undefined, Found] {
  spend(budget, shape.named.size);
  const conditions = [...new Set(shape.rules.map((rule) => rule.set.node))].filter(
    (node) => node !== store.anything && node !== set.node,
  );
  if (conditions.length > MAX_CONDITIONS) return [undefined, MAYBE];
  const taken = [...new Set([...shape.named.keys(), ...object.keys()])];
  let best: [string | undefined, Found] = [undefined, NO];
  for (let chosen = 0; chosen < 1 << conditions.length; chosen++) {
    const inside = (node: Node) =>
      node === store.anything || node === set.node || ((chosen >> conditions.indexOf(node)) & 1) === 1;
    const goals = shape.rules.filter((rule) => inside(rule.set.node)).map((rule) => rule.goal);
    const found = search.find(goal === undefined ? goals : [...goals, goal]);
    if (found.is === "no") continue;
    const all = [set.node, ...conditions];
    if (all.some((node) => node !== store.anything)) spend(budget, 10 * taken.length);
    const name = freshName(all, inside, taken, search, store);
    if (name.is === "no") {
      // A name that an earlier demand took may serve both.
      const shared = freshName(all, inside, [...shape.named.keys()], search, store);
      if (shared.is !== "no" && best[1].is === "no") best = [undefined, MAYBE];
      continue;
    }
    const known = "value" in name ? String(name.value) : undefined;
    if (found.is === "yes" && name.is === "yes") return [known, found];
    if (best[1].is === "no") best = [known, "value" in found ? candidate(found.value) : MAYBE];
  }
  return best;
}

/** A name that satisfies exactly the chosen conditions and is not taken. */
function freshName(
  conditions: readonly Node[],
  inside: (node: Node) => boolean,
  taken: readonly string[],
  search: Search,
  store: Store,
): Found {
  if (conditions.every((node) => node === store.anything)) {
    for (const name of ["x", "y", "z"]) if (!taken.includes(name)) return { is: "yes", value: name };
    let number = 1;
    const all = new Set(taken);
    while (all.has(`x${number}`)) number++;
    return { is: "yes", value: `x${number}` };
  }
  return search.find([
    { node: store.type(STRING), not: false },
    ...conditions.map((node) => ({ node, not: !inside(node) })),
    { node: store.enum(taken), not: true },
  ]);
}

/** More properties, as many as the object must have at least. `no` when there are not that many possible names. */
function fill(shape: Shape, object: Map<string, Found>, min: number, tools: Tools): Found {
  const { search, store } = tools;
  const all: Others = { except: new Set(), node: store.anything };
  const other = otherName(shape, all, undefined, object, tools);
  let possible = 0;
  for (const [name, goals] of shape.named) {
    const found = object.get(name) ?? search.find(goals);
    if (found.is === "no") continue;
    possible++;
    if (object.size < min && "value" in found) object.set(name, found);
  }
  if (other[1].is === "no" && possible < min) return NO;
  for (let added = 0; object.size < min && added < MAX_FILLERS; added++) {
    const [name, found] = otherName(shape, all, undefined, object, tools);
    if (name === undefined) return MAYBE;
    object.set(name, found);
  }
  return object.size >= min ? asObject(object) : MAYBE;
}

function asObject(object: ReadonlyMap<string, Found>): Found {
  const value: Record<string, unknown> = {};
  for (const [name, found] of object) {
    if (!("value" in found)) return MAYBE;
    put(value, name, found.value);
  }
  return candidate(value);
}
