/** Questions about the graph of commits: ancestors, merge bases, what one side has and the other lacks. */
import type { Objects } from "./objects.ts";

/** The commit and everything it descends from. */
const ancestors = (objects: Objects, sha: string): Set<string> => walk(objects, [sha]);

/** These commits and everything they descend from. */
function walk(objects: Objects, from: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const waiting = [...from];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    waiting.push(...(objects.commits.get(next)?.parents ?? []));
  }
  return seen;
}

/** True when `older` is `newer` or one of its ancestors: moving a branch from `older` to `newer` is a fast-forward. */
export function isAncestor(objects: Objects, older: string, newer: string): boolean {
  return ancestors(objects, newer).has(older);
}

/** The newest commit both descend from; undefined when they share no history. */
export function mergeBase(objects: Objects, a: string, b: string): string | undefined {
  const left = ancestors(objects, a);
  const common = [...ancestors(objects, b)].filter((sha) => left.has(sha));
  const older = walk(
    objects,
    common.flatMap((sha) => objects.commits.get(sha)?.parents ?? []),
  );
  return common.find((sha) => !older.has(sha));
}

/** Commits that `head` has and `base` lacks, oldest first, parents before children. */
export function commitsBetween(objects: Objects, base: string | undefined, head: string): string[] {
  const without = base === undefined ? new Set<string>() : ancestors(objects, base);
  const listed: string[] = [];
  const done = new Set<string>();
  const waiting: { sha: string; open: boolean }[] = [{ sha: head, open: false }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { sha, open } = next;
    if (open) listed.push(sha);
    if (open || done.has(sha) || without.has(sha)) continue;
    done.add(sha);
    waiting.push({ sha, open: true });
    for (const parent of (objects.commits.get(sha)?.parents ?? []).toReversed()) {
      waiting.push({ sha: parent, open: false });
    }
  }
  return listed;
}
