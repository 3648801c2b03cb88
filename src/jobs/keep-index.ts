import { mergeIndex } from "../core/index/merge.ts";
import type { Index } from "../core/index/model.ts";
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
  /** Reads the registry and every server again. */
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
  let registry = await source.registry();
  let readings: readonly Reading[] = [];
  let approved: Registry | undefined;
  let merged: Index | undefined;
  const refresh = async () => {
    const next = await source.registry();
    const allowed = await approvedFor(next, source);
    const cards = next.cards
      .map(({ value }) => value)
      .filter(({ server }) => source.servers?.includes(server) !== false);
    const read = await source.read(next, cards);
    readings = withLast(readings, read);
    registry = next;
    approved = allowed;
    merged = undefined;
  };
  const current = () => {
    // An index is kept as long as nothing in it can have changed: what was compiled for its schemas is kept with it.
    const now = source.now();
    const age = merged === undefined ? Infinity : now.getTime() - Date.parse(merged.at);
    if (merged === undefined || age >= KEPT_MS || age < 0)
      merged = chosen(mergeIndex(registry, readings, { now, approved }), source.servers);
    return merged;
  };
  await refresh();
  return {
    refresh,
    current,
    everyMs: () => Math.max(LEAST_MS, registry.settings.index.maxAgeMinutes * 30_000),
  };
}

/** @throws Error when approvals may be in use, and what was approved can't be told: then nothing is permitted */
async function approvedFor({ settings }: Registry, source: IndexSource): Promise<Registry | undefined> {
  const isNamed = settings.approval.genesis !== undefined;
  try {
    return await source.approved(isNamed);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const named = isNamed ? " (approval.genesis in toolcard.yaml)" : "";
    throw new Error(
      `approvals are in use here${named}, and what was approved can't be read (${why}): nothing is permitted`,
      { cause: error },
    );
  }
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
