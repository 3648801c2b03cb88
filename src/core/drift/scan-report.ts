import { sortedBy } from "../json/order.ts";
import type { Reading, CompleteReading } from "../reading/reading.ts";
import type { Card } from "../registry/card.ts";
import { grantsOn, type Registry } from "../registry/registry.ts";
import { toolList, type Tool } from "../tool/tool.ts";
import { readingFor, selectedCards, type Selection, type UnreadableServer } from "./choose.ts";
import { driftOf, toolsToWrite } from "./drift-of.ts";
import type { Drift } from "./drift.ts";
import type { Warning } from "./warning.ts";

/** A server whose live list and card agree. */
export interface CleanServer {
  readonly server: string;
  readonly warnings: readonly Warning[];
}

/** What a scan found, each list by server. */
export interface ScanReport {
  readonly drifts: readonly Drift[];
  readonly clean: readonly CleanServer[];
  readonly unreadable: readonly UnreadableServer[];
}

/** A drift with the tools that the card gets if it is merged. */
export interface DriftedServer {
  readonly drift: Drift;
  readonly tools: readonly Tool[];
}

/** Holds readings against the cards of a registry. A server without a reading of its address is unreadable. */
export function scanReport(
  registry: Registry,
  readings: readonly Reading[],
  selection: Selection = {},
): { readonly report: ScanReport; readonly drifted: readonly DriftedServer[] } {
  const drifted: DriftedServer[] = [];
  const clean: CleanServer[] = [];
  const isChosen = (server: string) => selection.servers?.includes(server) !== false;
  const unreadable = registry.invalidCards.filter(isChosen).map(invalidCard);
  for (const card of selectedCards(registry, selection)) {
    const reading = readingFor(card, readings);
    if ("why" in reading) {
      unreadable.push({ server: card.server, ...reading });
      continue;
    }
    const held = hold(registry, card, reading, selection.tools);
    if (isDrift(held.drift)) drifted.push(held);
    else clean.push({ server: card.server, warnings: held.drift.warnings });
  }
  const report = {
    drifts: drifted.map(({ drift }) => drift),
    clean,
    unreadable: sortedBy(unreadable, ({ server }) => server),
  };
  return { report, drifted };
}

function invalidCard(server: string): UnreadableServer {
  return { server, why: "invalid-card" };
}

/** Holds one reading against its card; with `tools`, as if the server had changed these tools alone. */
function hold(
  registry: Registry,
  card: Card,
  reading: CompleteReading,
  tools: readonly string[] | undefined,
): DriftedServer {
  const only = tools && new Set(tools);
  const grants = grantsOn(registry, card.server);
  return { drift: driftOf({ card, reading, grants, only }), tools: toolsToWrite(card, reading, only) };
}

/** The names that a selection of tools may have: on a card, on a list, or of an item that no card can hold. */
export function knownTools(cards: readonly Card[], readings: readonly Reading[]): Set<string> {
  const names = new Set(cards.flatMap(({ tools }) => tools.map(({ name }) => name)));
  for (const reading of readings) {
    if (reading.outcome !== "complete") continue;
    const { tools, malformed } = toolList(reading.tools);
    for (const { name } of [...tools, ...malformed]) if (name !== undefined) names.add(name);
  }
  return names;
}

/** Whether a drift asks for anything. That another version of the protocol lists the same tools does not. */
function isDrift(drift: Drift): boolean {
  return drift.changes.some(({ kind }) => kind !== "protocol-version-changed");
}
