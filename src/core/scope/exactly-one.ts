import type { Junction, Node } from "./formula.ts";
import type { Store } from "./store.ts";

/**
 * Puts "exactly one" in words that can be taken apart: one of the parts holds, and of no two parts both do. Of parts
 * that exclude each other the latter need not be said.
 */
export function createSpeller(
  store: Store,
  areDisjoint: (one: Node, other: Node) => boolean,
): (node: Junction) => Node {
  const spelled = new Map<number, Node>();
  const comparing = new Set<string>();
  const exclude = (one: Node, other: Node): boolean => {
    // While two are being compared they may be asked for again, inside themselves: then nothing excludes anything.
    const pair = `${one.id} ${other.id}`;
    if (comparing.has(pair)) return false;
    comparing.add(pair);
    try {
      return areDisjoint(one, other);
    } finally {
      comparing.delete(pair);
    }
  };
  return (node) => {
    const known = spelled.get(node.id);
    if (known !== undefined) return known;
    const clauses = [store.any(node.parts)];
    for (const [at, one] of node.parts.entries()) {
      for (const other of node.parts.slice(at + 1)) {
        if (!exclude(one, other)) clauses.push(store.any([store.not(one), store.not(other)]));
      }
    }
    const whole = store.all(clauses);
    spelled.set(node.id, whole);
    return whole;
  };
}
