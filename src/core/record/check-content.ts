import { sameJson } from "../json/equal.ts";
import { sorted } from "../json/order.ts";
import { parseCard, type Card } from "../registry/card.ts";
import { parseGrants, type GrantsFile } from "../registry/grants.ts";
import type { Change } from "./entry.ts";
import { grantsBetween } from "./file-change.ts";

/**
 * What an entry says of its file's content and the content does not: of a card its id, its revision and the tools that
 * came and went, of a grants file the grants given and taken. Which schemas changed is not compared again.
 */
export function wrongInContent(
  entry: Change,
  before: Uint8Array | undefined,
  after: Uint8Array | undefined,
): string[] {
  if (entry.of === "grants") {
    const [old, now] = [grantsOf(before, entry), grantsOf(after, entry)];
    return sameJson(entry.grants, grantsBetween(old, now))
      ? []
      : ["it names other grants than the file does"];
  }
  if (entry.of !== "card") return [];
  const [old, now] = [cardOf(before, entry), cardOf(after, entry)];
  const card = now ?? old;
  const wrong: string[] = [];
  if ((card?.id ?? null) !== entry.id) wrong.push("it names another id than the card has");
  if ((card?.revision ?? null) !== entry.revision) wrong.push("it names another revision than the card has");
  const [had, has] = [toolsOf(old), toolsOf(now)];
  const added = sorted([...has].filter((tool) => !had.has(tool)));
  const removed = sorted([...had].filter((tool) => !has.has(tool)));
  const said = entry.drift && [entry.drift.added, entry.drift.removed];
  if (!entry.cut && !sameJson(said, card === undefined ? null : [added, removed]))
    wrong.push("it names other tools that came or went than the card does");
  return wrong;
}

function cardOf(bytes: Uint8Array | undefined, { file, server }: Change): Card | undefined {
  const parsed = bytes === undefined ? undefined : parseCard(bytes, file);
  return parsed?.ok === true && parsed.value.server === server ? parsed.value : undefined;
}

function toolsOf(card: Card | undefined): ReadonlySet<string> {
  return new Set(card?.tools.map(({ name }) => name));
}

function grantsOf(bytes: Uint8Array | undefined, { file, agent }: Change): GrantsFile | undefined {
  const parsed = bytes === undefined ? undefined : parseGrants(bytes, file);
  return parsed?.ok === true && parsed.value.agent === agent ? parsed.value : undefined;
}
