import type { Problem } from "../yaml/problem.ts";
import type { RegistryAt } from "./registry-at.ts";

/** The cards whose revision is lower than it was: it never falls (DESIGN §3). A card with another id is another card. */
export function loweredRevisions(starts: readonly RegistryAt[], head: RegistryAt): Problem[] {
  const before = new Map<string, number>();
  for (const { cards } of starts) {
    for (const { value } of cards.values())
      before.set(value.id, Math.max(value.revision, before.get(value.id) ?? 0));
  }
  const problems: Problem[] = [];
  for (const card of head.cards.values()) {
    const { id, revision } = card.value;
    const highest = before.get(id) ?? 0;
    if (revision >= highest) continue;
    const { line, column } = card.place("/revision");
    const what = `the revision is ${revision}, and was ${highest} before: it never falls`;
    problems.push({ file: card.file, line, column, what, instead: `write ${highest} or more` });
  }
  return problems;
}
