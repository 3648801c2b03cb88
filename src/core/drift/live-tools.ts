import { sorted } from "../json/order.ts";
import type { CompleteReading } from "../reading/reading.ts";
import { addressOf, sameAddress } from "../registry/address.ts";
import type { Card } from "../registry/card.ts";
import { toolDigest } from "../tool/normal.ts";
import { toolList, type MalformedTool, type Tool } from "../tool/tool.ts";
import type { KeptWhy, Warning } from "./warning.ts";

/** The tools that a card would have if everything of a reading were approved, and what is to be said about them. */
export interface LiveTools {
  readonly tools: readonly Tool[];
  readonly warnings: readonly Warning[];
}

/**
 * Holds a reading against a card: which of its items count. Malformed items and declined forms leave the card's form as
 * it is; where the reading can't tell that a tool is gone, the card keeps it. The card's order, then the list's.
 */
export function liveTools(card: Card, reading: CompleteReading): LiveTools {
  if (!sameAddress(addressOf(card), reading.address)) {
    return { tools: card.tools, warnings: [{ kind: "other-address" }] };
  }
  const { tools: live, malformed } = toolList(reading.tools);
  const onCard = new Set(card.tools.map(({ name }) => name));
  const declined = declinedAmong(card, live);
  const offered = new Map(live.filter((tool) => !declined.has(tool)).map((tool) => [tool.name, tool]));
  const refused = new Set([...malformed, ...declined].map(({ name }) => name));
  const missing = card.tools.filter(({ name }) => !offered.has(name) && !refused.has(name));
  const why = missing.length === 0 ? [] : whyKept(card, reading, malformed);
  const tools = card.tools.flatMap((tool) => {
    const isKept = refused.has(tool.name) || why.length > 0;
    return offered.get(tool.name) ?? (isKept ? [tool] : []);
  });
  for (const [name, tool] of offered) if (!onCard.has(name)) tools.push(tool);
  const names = sorted(missing.map(({ name }) => name));
  const warnings: Warning[] = [
    ...malformedWarnings(malformed),
    ...[...declined].map((tool): Warning => ({ kind: "declined-form", tool: tool.name })),
    ...why.map((reason): Warning => ({ kind: "nothing-counts-as-removed", why: reason, tools: names })),
    ...reading.notes.map((note): Warning => ({ kind: "reading-note", note })),
    ...(missing.length > 0 && why.length === 0 && !reading.confirmed ? [{ kind: "read-once" } as const] : []),
  ];
  return { tools, warnings };
}

/** The live tools whose form a reviewer said no to. */
function declinedAmong(card: Card, live: readonly Tool[]): Set<Tool> {
  const digests = new Map<string, Set<string>>();
  for (const { name, digest } of card.declined ?? []) {
    digests.set(name, (digests.get(name) ?? new Set()).add(digest));
  }
  return new Set(live.filter((tool) => digests.get(tool.name)?.has(toolDigest(tool)) === true));
}

/** Why tools that the list lacks are not believed to be gone. A card without `readAs` asks for nothing. */
export function whyKept(
  card: Card,
  reading: CompleteReading,
  malformed: readonly MalformedTool[],
): KeptWhy[] {
  const why: KeptWhy[] = [];
  if (malformed.some(({ name }) => name === undefined)) why.push("unnamed-item");
  if (card.readAs === undefined) return why;
  if (card.readAs.credential !== reading.readAs.credential) why.push("other-credential");
  const [asked, had] = [card.readAs.capabilities, reading.readAs.capabilities].map((list) =>
    sorted(new Set(list)),
  );
  if (JSON.stringify(asked) !== JSON.stringify(had)) why.push("other-capabilities");
  return why;
}

/** One warning for each name and reason, with how many items there are. */
export function malformedWarnings(malformed: readonly MalformedTool[]): Warning[] {
  const counts = new Map<string, { item: MalformedTool; count: number }>();
  for (const item of malformed) {
    const key = JSON.stringify([item.name ?? null, item.why]);
    counts.set(key, { item, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()].map(({ item: { name, why }, count }) =>
    name === undefined
      ? { kind: "malformed-tool", why, count }
      : { kind: "malformed-tool", tool: name, why, count },
  );
}
