import { inShard, type Shard } from "../core/drift/shard.ts";
import { plain } from "../core/explain/inert.ts";
import type { Registry } from "../core/registry/registry.ts";

/**
 * The servers that a run is about: those that are named, and of them one part where a shard is. Undefined for all.
 * @throws Error that names the servers the registry has no card of
 */
export function chooseServers(
  registry: Registry,
  named: readonly string[] | undefined,
  shard: Shard | undefined,
): readonly string[] | undefined {
  const cards = registry.cards.map(({ value }) => value.server);
  const known = new Set([...cards, ...registry.invalidCards]);
  const unknown = (named ?? []).filter((server) => !known.has(server));
  if (unknown.length > 0) {
    throw new Error(`the registry has no card of ${unknown.map((server) => plain(server)).join(", ")}`);
  }
  if (shard === undefined) return named;
  const part = inShard(cards, shard);
  return named === undefined ? part : part.filter((server) => named.includes(server));
}
