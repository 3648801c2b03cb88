import type { Change, Drift } from "../drift/drift.ts";
import { canonicalJson, digestOf, type Digest } from "../json/canonical.ts";
import { sorted } from "../json/order.ts";

/**
 * What makes a drift this drift: the differences and the grants they touch. A dismissal holds for one fingerprint.
 *
 * Not part of it: how and when the list was read, warnings, the order of anything, and what toolcard makes of a
 * difference (scope, `breaks`, the field's name for people), so that a new release does not ask everything again.
 */
export function driftFingerprint(drift: Drift): Digest {
  return digestOf({
    server: drift.server,
    added: sorted(drift.added),
    removed: sorted(drift.removed),
    revokes: sorted(drift.revokes),
    grants: unordered(drift.grants),
    changes: unordered(drift.changes.map(difference)),
  });
}

/** A change without what toolcard makes of it; an absent value is no key, as in JSON. */
function difference({ kind, tool, side, pointer, before, after, grants }: Change): Record<string, unknown> {
  const value = { kind, tool, side, pointer, before, after, grants: unordered(grants) };
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));
}

function unordered(items: readonly unknown[]): string[] {
  return sorted(items.map(canonicalJson));
}
