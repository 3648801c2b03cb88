import { diffCards } from "../drift/diff-cards.ts";
import { diffTools } from "../drift/diff-tools.ts";
import type { Grant } from "../drift/drift.ts";
import { sorted } from "../json/order.ts";
import { addressOf } from "../registry/address.ts";
import type { Card } from "../registry/card.ts";
import type { GateFact } from "./fact.ts";
import { grantsOnCard } from "./grants-at.ts";
import type { FileOf, RegistryAt } from "./registry-at.ts";

/** The servers whose card is not the same byte for byte, or at another path, on both sides; sorted. */
export function changedCards(before: RegistryAt, after: RegistryAt): Set<string> {
  const changed: string[] = [];
  for (const [server, card] of after.cards) {
    const old = before.cards.get(server);
    if (old?.text !== card.text || old.file !== card.file) changed.push(server);
  }
  for (const server of before.cards.keys()) if (!after.cards.has(server)) changed.push(server);
  return new Set(sorted(changed));
}

/** What differs between the cards of some servers. */
export function compareCards(
  before: RegistryAt,
  after: RegistryAt,
  servers: ReadonlySet<string>,
): GateFact[] {
  if (servers.size === 0) return [];
  const facts: GateFact[] = [];
  const byId = new Map([...before.cards.values()].map((card) => [card.value.id, card]));
  for (const server of servers) {
    const card = after.cards.get(server);
    const old = before.cards.get(server);
    if (card === undefined) {
      if (old !== undefined) facts.push({ kind: "card-deleted", server, file: old.file });
      continue;
    }
    const sameId = byId.get(card.value.id);
    const start = old ?? (sameId && !after.cards.has(sameId.value.server) ? sameId : undefined);
    if (start === undefined) facts.push(addedCard(card, after));
    else if (start.text !== card.text) facts.push(changedCard(start, card, { before, after }));
    if (old !== undefined && old.file !== card.file) facts.push({ kind: "card-moved", card, from: old.file });
    if (sameId !== undefined && sameId !== start)
      facts.push({ kind: "id-reused", card, from: sameId.value.server });
  }
  return [...facts, ...sharedAddresses(before, after, servers)];
}

function addedCard(card: FileOf<Card>, after: RegistryAt): GateFact {
  const { server, tools } = card.value;
  const grants = grantsOnCard(after, server);
  return { kind: "card-added", card, drift: diffTools([], tools, { server, grants }) };
}

interface Sides {
  readonly before: RegistryAt;
  readonly after: RegistryAt;
}

function changedCard(before: FileOf<Card>, card: FileOf<Card>, sides: Sides): GateFact {
  return {
    kind: "card-changed",
    before,
    card,
    drift: diffCards(before.value, card.value, grantsOfBoth(before, card, sides)),
  };
}

/** The grants that a change of a card touches: those it had, which it may lose, and those it gets. */
export function grantsOfBoth(before: FileOf<Card>, card: FileOf<Card>, sides: Sides): Grant[] {
  const all = [
    ...grantsOnCard(sides.before, before.value.server),
    ...grantsOnCard(sides.after, card.value.server),
  ];
  return [...new Map(all.map((grant) => [JSON.stringify(grant), grant])).values()];
}

/** Cards that share an address now and did not before: what one of them forbids the other may allow. */
function sharedAddresses(before: RegistryAt, after: RegistryAt, servers: ReadonlySet<string>): GateFact[] {
  const changed = [...servers].flatMap((server) => {
    const card = after.cards.get(server);
    return card === undefined ? [] : [[server, card] as const];
  });
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

const addresses = new WeakMap<Card, string>();

function addressKey({ value }: FileOf<Card>): string {
  const known = addresses.get(value);
  if (known !== undefined) return known;
  const address = addressOf(value);
  // A remote is one place, whatever the transport.
  const key = JSON.stringify("url" in address ? address.url : address);
  addresses.set(value, key);
  return key;
}
