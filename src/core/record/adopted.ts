import { parseSettings } from "../registry/settings.ts";
import { SETTINGS } from "../registry/layout.ts";
import type { ContentOf } from "./approved.ts";
import type { Change, Entry } from "./entry.ts";

/** How far the adoption of a record got, by its approved changes of the settings. */
export type Adopted =
  /** No approved change has written `approval.genesis` yet. */
  | { readonly kind: "never" }
  | { readonly kind: "now" }
  /** An approved change took it out again: approvals are no longer in use. */
  | { readonly kind: "ended" };

/**
 * Whether an approved change has written the hash of the first entry into `approval.genesis`, and none has ended that.
 * Settings that can't be read end nothing.
 */
export function adoptedBy(
  entries: readonly Entry[],
  contentOf: (entry: Change) => ReturnType<ContentOf>,
): Adopted {
  const genesis = entries[0]?.hash;
  let adopted: Adopted = { kind: "never" };
  for (const entry of entries) {
    if (entry.kind !== "change" || entry.of !== "settings" || !entry.approved) continue;
    const bytes = contentOf(entry);
    const parsed = bytes === undefined ? undefined : parseSettings(bytes, SETTINGS);
    const named = parsed?.ok === true ? parsed.value.approval.genesis : undefined;
    if (genesis !== undefined && named === genesis) adopted = { kind: "now" };
    else if (adopted.kind === "now" && isEnd(entry.after, parsed, named)) adopted = { kind: "ended" };
  }
  return adopted;
}

function isEnd(
  after: string | null,
  parsed: ReturnType<typeof parseSettings> | undefined,
  named: string | undefined,
): boolean {
  return after === null || (parsed?.ok === true && named === undefined);
}
