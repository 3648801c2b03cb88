import type { Grant } from "../drift/drift.ts";
import type { GrantAt } from "./fact.ts";
import type { RegistryAt } from "./registry-at.ts";

/** The enrolments and grants that count at one commit. */
export interface GrantsAt {
  /** Those of which a key says that they are the same one: agent, server, the card's id, and tool and job of a grant. */
  readonly byKey: ReadonlyMap<string, GrantAt>;
  /** The grants on a server's card. */
  readonly on: (server: string) => readonly Grant[];
}

const known = new WeakMap<RegistryAt["cards"], GrantsAt>();

/**
 * The enrolments and grants that count: of valid files, with a card that is there and has this id, for tools on it. What
 * dangles permits nothing, so it is new when its tool comes back.
 */
export function grantsAt(registry: RegistryAt): GrantsAt {
  const found = known.get(registry.cards) ?? collect(registry);
  known.set(registry.cards, found);
  return found;
}

function collect({ cards, grants }: RegistryAt): GrantsAt {
  const byKey = new Map<string, GrantAt>();
  const byServer = new Map<string, Grant[]>();
  const toolsOf = new Map<string, ReadonlySet<string>>();
  for (const file of grants.values()) {
    const { agent, enrolments } = file.value;
    for (const [at, { server, card, grants: given }] of enrolments.entries()) {
      if (cards.get(server)?.value.id !== card) continue;
      const lineOf = (pointer: string) => file.place(`/enrolments/${at}${pointer}`).line;
      const enrolment = { agent, server, card, file: file.file };
      byKey.set(
        JSON.stringify([agent, server, card]),
        lazily(enrolment, () => lineOf("")),
      );
      const tools = toolsOf.get(server) ?? new Set(cards.get(server)?.value.tools.map(({ name }) => name));
      toolsOf.set(server, tools);
      for (const [index, { tool, job }] of given.entries()) {
        if (!tools.has(tool)) continue;
        const grant = lazily({ ...enrolment, tool, job }, () => lineOf(`/grants/${index}`));
        byKey.set(JSON.stringify([agent, server, card, tool, job]), grant);
        const list = byServer.get(server) ?? [];
        byServer.set(server, list);
        list.push({ agent, tool, job });
      }
    }
  }
  return { byKey, on: (server) => byServer.get(server) ?? [] };
}

/** A line is looked up only where somebody is told of it. */
function lazily(grant: Omit<GrantAt, "line">, lineOf: () => number): GrantAt {
  return {
    ...grant,
    get line() {
      return lineOf();
    },
  };
}
