import { diffCards } from "../drift/diff-cards.ts";
import { diffTools } from "../drift/diff-tools.ts";
import type { Grant } from "../drift/drift.ts";
import { addressOf } from "../registry/address.ts";
import type { Card } from "../registry/card.ts";
import type { GateFact } from "./fact.ts";
import type { GrantsAt } from "./grants-at.ts";
import type { FileOf, RegistryAt } from "./registry-at.ts";

/** What both sides of a comparison grant. */
export interface GrantsOfBoth {
  readonly before: GrantsAt;
  readonly after: GrantsAt;
}

/** What differs between the cards of two commits. Cards that are the same byte for byte cost nothing. */
export function compareCards(before: RegistryAt, after: RegistryAt, grants: GrantsOfBoth): GateFact[] {
  const facts: GateFact[] = [];
  const byId = new Map([...before.cards.values()].map((card) => [card.value.id, card]));
  for (const [server, card] of after.cards) {
    const old = before.cards.get(server);
    const sameId = byId.get(card.value.id);
    const start = old ?? (sameId && !after.cards.has(sameId.value.server) ? sameId : undefined);
    if (start === undefined) facts.push(addedCard(card, grants));
    else if (start.text !== card.text || start !== old) facts.push(changedCard(start, card, grants));
    if (old !== undefined && old.file !== card.file) facts.push({ kind: "card-moved", card, from: old.file });
    if (sameId !== undefined && sameId !== start)
      facts.push({ kind: "id-reused", card, from: sameId.value.server });
  }
  for (const [server, card] of before.cards) {
    if (!after.cards.has(server)) facts.push({ kind: "card-deleted", server, file: card.file });
  }
  return [...facts, ...sharedAddresses(before, after)];
}

function addedCard(card: FileOf<Card>, { after }: GrantsOfBoth): GateFact {
  const { server, tools } = card.value;
  return { kind: "card-added", card, drift: diffTools([], tools, { server, grants: after.on(server) }) };
}

function changedCard(before: FileOf<Card>, card: FileOf<Card>, grants: GrantsOfBoth): GateFact {
  const drift = diffCards(before.value, card.value, grantsOfBoth(before, card, grants));
  return { kind: "card-changed", before, card, drift };
}

/** The grants that a change of a card touches: those it had, which it may lose, and those it gets. */
export function grantsOfBoth(before: FileOf<Card>, card: FileOf<Card>, grants: GrantsOfBoth): Grant[] {
  const all = [...grants.before.on(before.value.server), ...grants.after.on(card.value.server)];
  return [...new Map(all.map((grant) => [JSON.stringify(grant), grant])).values()];
}

/** Cards that share an address now and did not before: what one of them forbids the other may allow. */
function sharedAddresses(before: RegistryAt, after: RegistryAt): GateFact[] {
  const changed = [...after.cards].filter(([server, card]) => before.cards.get(server)?.text !== card.text);
  if (changed.length === 0) return [];
  const [old, now] = [byAddress(before), byAddress(after)];
  const facts: GateFact[] = [];
  for (const [server, card] of changed) {
    const key = addressKey(card);
    const known = new Set(old.get(key));
    const others = (now.get(key) ?? []).filter(
      (other) => other !== server && !(known.has(other) && known.has(server)),
    );
    if (others.length > 0) facts.push({ kind: "address-shared", card, others });
  }
  return facts;
}

function byAddress({ cards }: RegistryAt): Map<string, string[]> {
  const servers = new Map<string, string[]>();
  for (const [server, card] of cards) {
    const key = addressKey(card);
    const same = servers.get(key);
    if (same === undefined) servers.set(key, [server]);
    else same.push(server);
  }
  return servers;
}

function addressKey(card: FileOf<Card>): string {
  const address = addressOf(card.value);
  // A remote is one place, whatever the transport.
  return JSON.stringify("url" in address ? address.url : address);
}
