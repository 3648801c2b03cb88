import { changedCards, compareCards } from "./compare-cards.ts";
import { compareGrants } from "./compare-grants.ts";
import { compareOwners } from "./compare-owners.ts";
import { compareFolders, compareSettings } from "./compare-settings.ts";
import { compareWorkflows } from "./compare-workflows.ts";
import type { GateFact } from "./fact.ts";
import type { RegistryAt } from "./registry-at.ts";

/** Everything that decides and differs between two commits, each as a fact (DESIGN §10). */
export function factsBetween(before: RegistryAt, after: RegistryAt): GateFact[] {
  if (before.snapshot.commit === after.snapshot.commit) return [];
  const servers = changedCards(before, after);
  return [
    ...compareCards(before, after, servers),
    ...compareGrants(before, after, servers),
    ...compareSettings(before, after),
    ...compareFolders(before, after),
    ...compareOwners(before, after),
    ...compareWorkflows(before.snapshot, after.snapshot),
  ];
}
