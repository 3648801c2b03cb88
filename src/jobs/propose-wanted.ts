import { driftOf, toolsToWrite } from "../core/drift/drift-of.ts";
import { readingFor } from "../core/drift/choose.ts";
import { explain } from "../core/explain/explanation.ts";
import { markdownOf } from "../core/explain/markdown.ts";
import { blobId } from "../core/propose/blob.ts";
import type { Base, Branch, FileText, Wanted } from "../core/propose/state.ts";
import { parseCard, type Card } from "../core/registry/card.ts";
import type { RegistryFile } from "../core/registry/parse.ts";
import { grantsOn } from "../core/registry/registry.ts";
import { addDeclined, type Declined } from "../core/update/card.ts";
import { planUpdate } from "../core/update/plan.ts";
import { askedFor, pathIn, type Source } from "./propose-source.ts";

/** What GitHub shows of a server, as far as it decides what is to be proposed. */
export interface SeenOfServer {
  readonly base: Base;
  readonly branch?: Branch;
  /**
   * The card's text at the head of the open proposal: what was declined there stays declined, and what it takes off the
   * card is not taken for the same tool again (DESIGN §4).
   */
  readonly headCard?: string;
  /** What is declined beside what the branch says. */
  readonly declines?: readonly Declined[];
  /** Who owns the card's file. */
  readonly owners: readonly string[];
}

const MOVED: Wanted = { kind: "not-known", why: "base-moved" };

/**
 * What a server's proposal should hold: the card and grants as merging would leave them, and the words for it.
 */
export function wantedFor(source: Source, server: string, seen: SeenOfServer): Wanted {
  const { registry, folder, readings } = source;
  const { headCard, declines = [], owners } = seen;
  if (registry.invalidCards.includes(server)) return { kind: "not-known", why: "card-invalid" };
  const file = registry.cards.find(({ value }) => value.server === server);
  if (file === undefined) return isGone(source, server, seen) ? { kind: "no-card" } : MOVED;
  if (hasMoved(source, server, seen.base)) return MOVED;
  const reading = readingFor(file.value, readings);
  if ("why" in reading) {
    return { kind: "not-known", why: reading.why === "unstable" ? "unstable" : "unreadable" };
  }
  const head = headCard === undefined ? undefined : parseCard(headCard, file.path);
  const headValue = head?.ok === true ? head.value : undefined;
  const card = withDeclines(file, [...(headValue?.declined ?? []), ...declines]);
  const cards = registry.cards.map((each) => (each.path === file.path ? card : each));
  const known = { ...registry, cards };
  const grants = grantsOn(known, server);
  const drift = driftOf({
    card: card.value,
    reading,
    grants,
    removedInProposal: removedBy(file.value, headValue),
  });
  const tools = toolsToWrite(card.value, reading);
  const update = planUpdate(known, { drift, tools });
  if (!update.ok) {
    return { kind: "not-known", why: update.why === "not-editable" ? "card-not-editable" : update.why };
  }
  const texts = new Map(update.edits.map(({ path, after }) => [path, after]));
  if (!texts.has(card.path)) texts.set(card.path, card.text);
  const { gate, label, labelBy } = registry.settings;
  const { id, revision } = file.value;
  const explanation = explain(drift, {
    place: "pull-request",
    grants,
    owners,
    gate,
    label,
    labelBy,
    card: { id, revisions: [revision, revision + 1] },
    tools: { before: card.value.tools, after: tools },
  });
  const files = [...texts].map(([path, text]): FileText => ({ path: pathIn(folder, path), text }));
  return { kind: "known", drift, files, title: explanation.title, body: markdownOf(explanation) };
}

/** Whether a card was taken out of the registry: the default branch lacks the very file that the branch changes. */
function isGone(source: Source, server: string, { base, branch }: SeenOfServer): boolean {
  const { card } = askedFor(source, server);
  return !base.blobs.has(card) && branch?.files.some(({ path }) => path === card) === true;
}

/** Whether the default branch has other files by now than those that were read here. */
function hasMoved({ registry, folder }: Source, server: string, { blobs }: Base): boolean {
  const files = [...registry.cards, ...registry.grants].filter(({ value }) =>
    "server" in value ? value.server === server : value.enrolments.some((each) => each.server === server),
  );
  return files.some(({ path, text }) => blobs.get(pathIn(folder, path)) !== blobId(text));
}

/** The card, with what was declined on the proposal's branch, or is now. */
function withDeclines(file: RegistryFile<Card>, declined: readonly Declined[]): RegistryFile<Card> {
  const known = new Set(file.value.declined?.map(({ name, digest }) => `${digest} ${name}`));
  const added = declined.filter(({ name, digest }) => !known.has(`${digest} ${name}`));
  if (added.length === 0) return file;
  let { text } = file;
  for (const entry of added) text = addDeclined(text, entry);
  const parsed = parseCard(text, file.path);
  return parsed.ok ? { ...parsed, path: file.path } : file;
}

/** The tools that the open proposal takes off the card; one that is back there in another form is among the retired. */
function removedBy(card: Card, head: Card | undefined): ReadonlySet<string> {
  if (head === undefined) return new Set();
  const kept = new Set(head.tools.map(({ name }) => name));
  const before = new Set(card.retired?.map(({ name }) => name));
  for (const { name } of head.retired ?? []) if (!before.has(name)) kept.delete(name);
  return new Set(card.tools.map(({ name }) => name).filter((name) => !kept.has(name)));
}
