import { canonicalJson } from "../json/canonical.ts";
import { FAILED_REASONS, type CompleteReading, type Reading } from "../reading/reading.ts";
import { addressOf, sameAddress } from "../registry/address.ts";
import type { Card } from "../registry/card.ts";
import type { Registry } from "../registry/registry.ts";
import { normalTool } from "../tool/normal.ts";
import { toolList } from "../tool/tool.ts";

/** Why nothing is known of a server's tools. */
export const UNREADABLE_WHYS = [
  ...FAILED_REASONS,
  "not-advertised", // it says that it has no tools at all
  "not-read", // there is no reading of it
  "invalid-card", // nothing is known of where it is: it was not read
  "other-address", // the reading is of another address than the card's
] as const;

/** Why nothing is known of a server's tools. */
export type UnreadableWhy = (typeof UNREADABLE_WHYS)[number];

/** A server that was not read. Its card stays as it is. */
export interface UnreadableServer {
  readonly server: string;
  readonly why: UnreadableWhy;
  /** What the transport or the server said; bounded, not to be trusted. */
  readonly detail?: string;
}

/** Which servers and tools a scan is about: all of them where left out. */
export interface Selection {
  readonly servers?: readonly string[];
  readonly tools?: readonly string[];
}

/** The cards of a registry that a selection names, by server. */
export function selectedCards(registry: Registry, { servers }: Selection): Card[] {
  const cards = registry.cards.map((file) => file.value);
  return servers === undefined ? cards : cards.filter((card) => servers.includes(card.server));
}

/** The complete reading of a card's server, or why there is none. */
export function readingFor(
  card: Card,
  readings: readonly Reading[],
): CompleteReading | Omit<UnreadableServer, "server"> {
  const reading = readings.find(({ server }) => server === card.server);
  if (reading === undefined) return { why: "not-read" };
  // Identity first (DESIGN §4): what was read elsewhere says nothing about this server.
  if (!sameAddress(addressOf(card), reading.address)) return { why: "other-address" };
  if (reading.outcome === "complete") return reading;
  if (reading.outcome === "not-advertised") return { why: "not-advertised" };
  return { why: reading.reason, detail: reading.detail };
}

/**
 * Whether a reading may differ from its card: by whole forms, so it is quick, and needs nothing of what can tell how. Where
 * it says no there is no drift; where it says yes there may be none either, as when all that differs was declined.
 */
export function mayDiffer(card: Card, reading: CompleteReading): boolean {
  const { tools, malformed } = toolList(reading.tools);
  if (malformed.length > 0 || tools.length !== card.tools.length) return true;
  const forms = new Map(card.tools.map((tool) => [tool.name, canonicalJson(normalTool(tool))]));
  return tools.some((tool) => forms.get(tool.name) !== canonicalJson(normalTool(tool)));
}
