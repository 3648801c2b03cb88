import { inShard, type Shard } from "../core/drift/shard.ts";
import { plain } from "../core/explain/inert.ts";
import type { Registry } from "../core/registry/registry.ts";

/** What a run is about. */
export interface Chosen {
  /** The servers; undefined for all. */
  readonly servers: readonly string[] | undefined;
  /** Whether it also ends the proposals of cards that are gone: a run of all servers does, or the first part of one. */
  readonly withGone: boolean;
}

/**
 * The servers that a run is about: those that are named, and of them one part where a shard is.
 * @throws Error that names the servers the registry has no card of
 */
export function chooseServers(
  registry: Registry,
  named: readonly string[] | undefined,
  shard: Shard | undefined,
): Chosen {
  const cards = registry.cards.map(({ value }) => value.server);
  const known = new Set([...cards, ...registry.invalidCards]);
  const unknown = (named ?? []).filter((server) => !known.has(server));
  if (unknown.length > 0) {
    throw new Error(`the registry has no card of ${unknown.map((server) => plain(server)).join(", ")}`);
  }
  const withGone = named === undefined && (shard === undefined || shard.part === 1);
  if (shard === undefined) return { servers: named, withGone };
  const part = inShard(cards, shard);
  return { servers: named === undefined ? part : part.filter((server) => named.includes(server)), withGone };
}
