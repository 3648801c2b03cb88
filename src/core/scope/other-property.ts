import { spend } from "../json/bounds.ts";
import { candidate, MAYBE, NO, type Found, type Goal, type Search } from "./find.ts";
import type { Node } from "./formula.ts";
import type { Others, Shape, Tools } from "./object-shape.ts";
import type { Store } from "./store.ts";
import { subsetsOf } from "./subsets.ts";
import { STRING } from "./types.ts";

/** Different conditions on names that are told apart; each doubles the cases. */
const MAX_CONDITIONS = 5;

/** A property: its name, where one is known, and its value. */
export type Property = readonly [name: string | undefined, value: Found];

/**
 * A property of a set of names whose name is named nowhere: which of the conditions on names it meets decides what its
 * value has to meet. With `goal` the value meets that as well.
 */
export function otherProperty(
  shape: Shape,
  set: Others,
  goal: Goal | undefined,
  object: ReadonlyMap<string, Found>,
  { search, store, budget }: Tools,
): Property {
  spend(budget, shape.named.size);
  const conditions = [...new Set(shape.rules.map((rule) => rule.set.node))].filter(
    (node) => node !== store.anything && node !== set.node,
  );
  if (conditions.length > MAX_CONDITIONS) return [undefined, MAYBE];
  const taken = [...new Set([...shape.named.keys(), ...object.keys()])];
  let best: Property = [undefined, NO];
  for (const met of subsetsOf(conditions)) {
    const inside = (node: Node) => node === store.anything || node === set.node || met.has(node);
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
