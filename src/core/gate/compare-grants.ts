import { sorted } from "../json/order.ts";
import type { GateFact, GrantAt } from "./fact.ts";
import { grantsIn } from "./grants-at.ts";
import type { RegistryAt } from "./registry-at.ts";

/**
 * The enrolments and grants that are given or taken between two commits. Looked at are the files that differ, and those
 * that enrol with one of the servers whose card differs.
 */
export function compareGrants(
  before: RegistryAt,
  after: RegistryAt,
  changedServers: ReadonlySet<string>,
): GateFact[] {
  const agents: string[] = [];
  for (const [agent, { text, value }] of after.grants) {
    const concerns = () => value.enrolments.some(({ server }) => changedServers.has(server));
    if (before.grants.get(agent)?.text !== text || concerns()) agents.push(agent);
  }
  for (const agent of before.grants.keys()) if (!after.grants.has(agent)) agents.push(agent);
  return sorted(agents).flatMap((agent) => {
    const [old, now] = [before.grants.get(agent), after.grants.get(agent)];
    const had = old === undefined ? NONE : grantsIn(old, before.cards);
    const has = now === undefined ? NONE : grantsIn(now, after.cards);
    const facts: GateFact[] = [];
    for (const [key, grant] of has) if (!had.has(key)) facts.push({ kind: kindOf(grant, "added"), grant });
    for (const [key, grant] of had) if (!has.has(key)) facts.push({ kind: kindOf(grant, "removed"), grant });
    return facts;
  });
}

const NONE: ReadonlyMap<string, GrantAt> = new Map();

function kindOf<How extends "added" | "removed">(grant: GrantAt, how: How) {
  return `${grant.tool === undefined ? "enrolment" : "grant"}-${how}` as const;
}
