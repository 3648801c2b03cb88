import { sorted } from "../json/order.ts";

/** A place whose schema is the same as at another place: both refer to one definition. */
export interface Alias {
  readonly path: string;
  readonly other: string;
}

/** How many more fields a difference of a definition names at most. */
export const MOST_PATHS = 20;
/** Longer paths are of no use to anybody, and looking for their beginnings would cost. */
const LONGEST = 500;

/** Finds the other paths that what is at a path shows at, because both refer to one definition. */
export function aliasing(aliases: readonly Alias[]): (path: string) => readonly string[] {
  const others = new Map<string, Set<string>>();
  for (const { path, other } of aliases) {
    // A definition that uses itself shows at infinitely many places.
    if (isUnder(path, other)) continue;
    const known = others.get(path) ?? new Set();
    others.set(path, known.add(other));
  }
  return (path) => (others.size === 0 ? [] : spread(path, others));
}

function spread(path: string, others: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const found = new Set([path]);
  for (const at of found) {
    if (found.size > MOST_PATHS) break;
    for (let end = 1; end <= at.length && at.length <= LONGEST; end++) {
      if (!isUnder(at.slice(0, end), at)) continue;
      for (const other of others.get(at.slice(0, end)) ?? []) found.add(other + at.slice(end));
    }
  }
  found.delete(path);
  return sorted(found).slice(0, MOST_PATHS);
}

/** True when a path is that of a field, or of something inside it. */
function isUnder(path: string, other: string): boolean {
  if (!other.startsWith(path)) return false;
  return (
    path === "" || other.length === path.length || other[path.length] === "." || other[path.length] === "["
  );
}
