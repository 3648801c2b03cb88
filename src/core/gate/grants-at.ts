import type { Grant } from "../drift/drift.ts";
import type { GrantsFile } from "../registry/grants.ts";
import type { GrantAt } from "./fact.ts";
import type { FileOf, RegistryAt } from "./registry-at.ts";

/** The grants on a server that count: of enrolments with its card's id, for tools that are on the card. */
export function grantsOnCard({ cards, grants }: RegistryAt, server: string): Grant[] {
  const card = cards.get(server)?.value;
  if (card === undefined) return [];
  const tools = new Set(card.tools.map(({ name }) => name));
  const found: Grant[] = [];
  for (const { value } of grants.values()) {
    for (const enrolment of value.enrolments) {
      if (enrolment.server !== server || enrolment.card !== card.id) continue;
      for (const { tool, job } of enrolment.grants)
        if (tools.has(tool)) found.push({ agent: value.agent, tool, job });
    }
  }
  return found;
}

/**
 * The enrolments and grants of a file that count: with a card that is there and has this id, for tools on it. What dangles
 * permits nothing, so it is new when its tool comes back. By a key that says which are the same one: agent, server, the
 * card's id, and tool and job of a grant.
 */
export function grantsIn(file: FileOf<GrantsFile>, cards: RegistryAt["cards"]): Map<string, GrantAt> {
  const found = new Map<string, GrantAt>();
  const { agent, enrolments } = file.value;
  for (const [at, { server, card, grants }] of enrolments.entries()) {
    const reached = cards.get(server)?.value;
    if (reached?.id !== card) continue;
    const lineOf = (pointer: string) => () => file.place(`/enrolments/${at}${pointer}`).line;
    const enrolment = { agent, server, card, file: file.file };
    found.set(JSON.stringify([server, card]), { ...enrolment, line: lineOf("") });
    const tools = new Set(reached.tools.map(({ name }) => name));
    for (const [index, { tool, job }] of grants.entries()) {
      if (!tools.has(tool)) continue;
      const key = JSON.stringify([server, card, tool, job]);
      found.set(key, { ...enrolment, tool, job, line: lineOf(`/grants/${index}`) });
    }
  }
  return found;
}
