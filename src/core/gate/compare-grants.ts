import type { GateFact } from "./fact.ts";
import type { GrantsOfBoth } from "./compare-cards.ts";

/** The enrolments and grants that are given or taken between two commits. */
export function compareGrants({ before, after }: GrantsOfBoth): GateFact[] {
  const facts: GateFact[] = [];
  for (const [key, grant] of after.byKey) {
    if (before.byKey.has(key)) continue;
    facts.push({ kind: grant.tool === undefined ? "enrolment-added" : "grant-added", grant });
  }
  for (const [key, grant] of before.byKey) {
    if (after.byKey.has(key)) continue;
    facts.push({ kind: grant.tool === undefined ? "enrolment-removed" : "grant-removed", grant });
  }
  return facts;
}
