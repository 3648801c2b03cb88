import type { Context } from "./context.ts";
import { leadOfMany } from "./alike-item.ts";
import { toolsOf, type Fact, type Group } from "./facts.ts";

/** Changes of one kind in so many tools are told in one sentence, each with its own field or value below. */
const LEAST_TOOLS = 5;
const LEAST_NEW_TOOLS = 4;

/**
 * Puts single changes together that do the same to several tools, each in its own place or with its own value: what
 * follows from them is the same, and can be said once. New tools as well, but for those that a warning is about. What
 * stands alone comes first, then groups, the largest first.
 */
export function alikeTogether(context: Context, groups: readonly Group[]): Group[] {
  const warned = new Set(
    context.drift.warnings.flatMap((warning) => ("tool" in warning ? (warning.tool ?? []) : [])),
  );
  const byKey = new Map<string, [Fact, ...Fact[]]>();
  for (const group of groups) {
    const [fact] = group.facts;
    const { kind, tool } = fact.change;
    const alone = tool === undefined || (kind === "tool-added" && warned.has(tool));
    if (group.facts.length > 1 || alone) continue;
    const key = alikeKey(fact);
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, [fact]);
    else known.push(fact);
  }
  const alike = [...byKey.values()].filter(isMany);
  const taken = new Set(alike.flat());
  const rest = groups.filter(({ facts: [fact] }) => !taken.has(fact));
  const together = [
    ...rest.filter(({ facts }) => facts.length > 1),
    ...alike.map((facts): Group => ({ facts, alike: true })),
  ];
  return [
    ...rest.filter(({ facts }) => facts.length === 1),
    ...together.toSorted((a, b) => Number(isNew(a)) - Number(isNew(b)) || b.facts.length - a.facts.length),
  ];
}

function isMany(facts: readonly [Fact, ...Fact[]]): boolean {
  const least = facts[0].change.kind === "tool-added" ? LEAST_NEW_TOOLS : LEAST_TOOLS;
  return toolsOf(facts).length >= least;
}

function isNew({ facts: [{ change }] }: Group): boolean {
  return change.kind === "tool-added";
}

/** What must be equal for one sentence to be true of several: that sentence, and all that what follows depends on. */
function alikeKey({ change, required, breaks }: Fact): string {
  const { kind, side, scope, world } = change;
  if (kind === "tool-added") return kind;
  return JSON.stringify([kind, side, scope, world, required, breaks, leadOfMany({ change, required })]);
}
