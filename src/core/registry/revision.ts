import { digestOf, type Digest } from "../json/canonical.ts";
import { sorted } from "../json/order.ts";
import { connectionOf, normalTools } from "./address.ts";
import type { Card } from "./card.ts";

/**
 * The revision that a card needs after an edit, or undefined when the one it has will do (DESIGN §3, §10): it rises when
 * connection, readAs or tools change beyond order, and never falls. A card with another id is another card.
 */
export function neededRevision(before: Card, after: Card): number | undefined {
  if (before.id !== after.id) return undefined;
  const needed = revisedDigest(before) === revisedDigest(after) ? before.revision : before.revision + 1;
  return after.revision < needed ? needed : undefined;
}

/** The digest of what a revision counts. */
function revisedDigest(card: Card): Digest {
  const { capabilities = [], ...readAs } = card.readAs ?? {};
  return digestOf({
    connection: connectionOf(card),
    readAs: { ...readAs, capabilities: sorted(capabilities) },
    tools: normalTools(card.tools),
  });
}
