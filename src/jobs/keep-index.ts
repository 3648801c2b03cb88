import { mergeIndex } from "../core/index/merge.ts";
import type { Index } from "../core/index/model.ts";
import { sameJson } from "../core/json/equal.ts";
import type { Reading } from "../core/reading/reading.ts";
import type { Card } from "../core/registry/card.ts";
import type { Registry } from "../core/registry/registry.ts";

/** The registry as it is now, and how its servers are read. */
export interface IndexSource {
  readonly registry: () => Promise<Registry>;
  readonly read: (registry: Registry, cards: readonly Card[]) => Promise<readonly Reading[]>;
  readonly now: () => Date;
  /** The last approved registry where approvals are in use. `isNamed`: whether the settings name a record. */
  readonly approved: (isNamed: boolean) => Promise<Registry | undefined>;
  /** The servers that it is about; all where left out. */
  readonly servers?: readonly string[] | undefined;
}

/** An index that is merged anew whenever it is asked for, from the readings that were taken last. */
export interface KeptIndex {
  /** Reads the registry again, and says whether it changed. Where it can't be told what was approved, nothing is permitted from then on. */
  readonly reload: () => Promise<boolean>;
  /** Reads the registry and every server again. One at a time: whoever asks meanwhile gets the end of that one. */
  readonly refresh: () => Promise<void>;
  /** As it is at this moment: readings grow old meanwhile. */
  readonly current: () => Index;
  /** Every how many milliseconds to refresh, so that no reading grows too old in between. */
  readonly everyMs: () => number;
}

/** Refreshed less often than this, a reading would often be too old; more often, servers would be asked for nothing. */
const LEAST_MS = 5_000;

/** How long a merged index is used again; whether its readings are too old is asked at each call all the same. */
const KEPT_MS = 10_000;

/** Starts with a first reading. @throws what reading the registry throws */
export async function keepIndex(source: IndexSource): Promise<KeptIndex> {
  let registry: Registry | undefined;
  let readings: readonly Reading[] = [];
  let approved: Registry | undefined;
  let merged: Index | undefined;
  // What was approved is told by git's history, which is looked at where the registry changed and at every reading.
  const load = async (isAnew: boolean) => {
    const next = await source.registry();
    const isSame = registry !== undefined && sameJson(contentOf(registry), contentOf(next));
    if (isSame && !isAnew) return false;
    const known = await approvedFor(next, source);
    const usable = known.fault === undefined ? next : withoutCards(next);
    const isChanged = registry === undefined || !sameJson(contentOf(registry), contentOf(usable));
    [registry, approved, merged] = [usable, known.approved, undefined];
    if (known.fault !== undefined) throw known.fault;
    return isChanged;
  };
  const reload = () => load(false);
  const readAll = async () => {
    await load(true);
    const now = registry as Registry;
    const cards = now.cards
      .map(({ value }) => value)
      .filter(({ server }) => source.servers?.includes(server) !== false);
    readings = withLast(readings, await source.read(now, cards));
    merged = undefined;
  };
  let refreshing: Promise<void> | undefined;
  const refresh = () =>
    (refreshing ??= readAll().finally(() => {
      refreshing = undefined;
    }));
  await refresh();
  const settled = () => registry as Registry;
  const current = () => {
    // An index is kept as long as nothing in it can have changed: what was compiled for its schemas is kept with it.
    const now = source.now();
    const age = merged === undefined ? Infinity : now.getTime() - Date.parse(merged.at);
    if (merged === undefined || age >= KEPT_MS || age < 0)
      merged = chosen(mergeIndex(settled(), readings, { now, approved }), source.servers);
    return merged;
  };
  const everyMs = () => Math.max(LEAST_MS, settled().settings.index.maxAgeMinutes * 30_000);
  return { reload, refresh, current, everyMs };
}

/** What was approved, or why that can't be told: then nothing is permitted. */
async function approvedFor(
  registry: Registry,
  source: IndexSource,
): Promise<{ readonly approved: Registry | undefined; readonly fault?: Error }> {
  const { settings, problems } = registry;
  if (problems.some(({ file }) => /^toolcard\.ya?ml$/i.test(file))) {
    const why = "toolcard.yaml can't be read, and with it whether approvals are in use";
    return { approved: undefined, fault: new Error(`${why}: nothing is permitted until it is put right`) };
  }
  const isNamed = settings.approval.genesis !== undefined;
  try {
    const approved = await source.approved(isNamed);
    // A record that is named and not in use yet (its pull request has not landed) takes nothing away.
    return { approved: approved ?? (isNamed ? registry : undefined) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const what = isNamed
      ? `approvals are in use here (approval.genesis in toolcard.yaml), and what was approved can't be read (${why})`
      : `approvals may be in use here, and what was approved can't be read (${why})`;
    return { approved: undefined, fault: new Error(`${what}: nothing is permitted`, { cause: error }) };
  }
}

/** What a registry says, without where it is written: a comment or a blank line changes nothing. */
function contentOf({ settings, cards, grants, invalidCards, problems }: Registry): unknown {
  const values = [...cards, ...grants].map(({ value }) => value);
  return { settings, values, invalidCards, problems };
}

/** A registry none of whose cards can be relied on. */
function withoutCards(registry: Registry): Registry {
  const names = registry.cards.map(({ value }) => value.server);
  const invalidCards = [...new Set([...registry.invalidCards, ...names])];
  return { ...registry, cards: [], grants: [], invalidCards };
}

/** The new readings, and the last complete one of each server whose new one is not: it counts until it is too old. */
function withLast(before: readonly Reading[], after: readonly Reading[]): Reading[] {
  const failed = new Set(after.filter(({ outcome }) => outcome !== "complete").map(({ server }) => server));
  const last = before.filter(({ server, outcome }) => outcome === "complete" && failed.has(server));
  return [...last, ...after];
}

function chosen(index: Index, servers: readonly string[] | undefined): Index {
  if (servers === undefined) return index;
  return { ...index, servers: index.servers.filter(({ server }) => servers.includes(server)) };
}
