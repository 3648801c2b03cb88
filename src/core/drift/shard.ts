/** One part of a registry's servers: the `part`-th of `parts`, from 1. */
export interface Shard {
  readonly part: number;
  readonly parts: number;
}

/** Reads `2/5`; undefined for anything else. */
export function readShard(text: string): Shard | undefined {
  const [, first = "", second = ""] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text) ?? [];
  const shard = { part: Number(first), parts: Number(second) };
  return first !== "" && shard.part <= shard.parts ? shard : undefined;
}

/** The servers of one part: every server is in just one, and the parts are of nearly one size. */
export function inShard(servers: readonly string[], { part, parts }: Shard): string[] {
  return servers.filter((_, at) => at % parts === part - 1);
}
