import type { DriftedServer } from "../drift/scan-report.ts";
import type { Registry } from "../registry/registry.ts";
import { updateCard } from "./card.ts";
import { revokeGrants } from "./grants.ts";

/** A new text for one file of the registry. */
export interface FileEdit {
  /** Relative to the registry's folder. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** What one server's drift would write: its card and the grants files it revokes from; or why nothing is written. */
export type ServerUpdate =
  | { readonly server: string; readonly ok: true; readonly edits: readonly FileEdit[] }
  | { readonly server: string; readonly ok: false; readonly why: "card-too-large" }
  | {
      readonly server: string;
      readonly ok: false;
      /** A person has to edit the file: no edit in place says what it should. */
      readonly why: "not-editable";
      /** Where, for people; bounded and printable. */
      readonly detail: string;
    };

/**
 * Plans the update that makes a card, and the grants that reach it, agree with a drift: the card's text with the new
 * tools, and each grants file without the grants of tools that are gone. Nothing is written.
 */
export function planUpdate(registry: Registry, { drift, tools }: DriftedServer): ServerUpdate {
  const { server } = drift;
  const card = registry.cards.find((file) => file.value.server === server);
  if (card === undefined) throw new Error(`the registry has no card of ${server}`);
  const revoked = drift.removed.map((tool) => ({ server, card: card.value.id, tool }));
  try {
    const edits = [
      { path: card.path, before: card.text, after: updateCard(card.text, tools, drift.removed) },
      ...registry.grants.map(({ path, text }) => ({
        path,
        before: text,
        after: revokeGrants(text, revoked),
      })),
    ];
    return { server, ok: true, edits: edits.filter((edit) => edit.before !== edit.after) };
  } catch (error) {
    // One server's file must not keep the others from being updated.
    if (error instanceof RangeError) return { server, ok: false, why: "card-too-large" };
    return { server, ok: false, why: "not-editable", detail: error instanceof Error ? error.message : "" };
  }
}

/**
 * Plans the updates of several servers as one: where two of them revoke from the same grants file, it has one edit. Of a
 * server whose update is refused nothing is written.
 */
export function planUpdates(
  registry: Registry,
  drifted: readonly DriftedServer[],
): { readonly edits: readonly FileEdit[]; readonly updates: readonly ServerUpdate[] } {
  const edits = new Map<string, FileEdit>();
  const updates = drifted.map((server) => {
    const grants = registry.grants.map((file) => ({
      ...file,
      text: edits.get(file.path)?.after ?? file.text,
    }));
    const update = planUpdate({ ...registry, grants }, server);
    for (const edit of update.ok ? update.edits : []) {
      edits.set(edit.path, { ...edit, before: edits.get(edit.path)?.before ?? edit.before });
    }
    return update;
  });
  return { edits: [...edits.values()], updates };
}
