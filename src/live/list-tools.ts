import type { ReadingNote } from "../core/reading/reading.ts";
import { sameLists } from "../core/reading/same.ts";
import { addPage, START, withNote, type Step } from "../core/reading/walk.ts";
import { METHOD_NOT_FOUND, rpcCodeOf } from "./failure.ts";
import { isModern } from "./raw-pages.ts";
import type { Session } from "./session.ts";
import type { Watch } from "./watch.ts";

/** What a server gave when it was asked for its whole list. */
export type Listing = Exclude<Step, { kind: "next" }> | { readonly kind: "not-advertised" };

/**
 * Walks a server's whole tool list, and once more if the server says meanwhile that it changed; a note says so if it did.
 * A server that declares no tools is asked all the same: only its own "no such method" means that it has none.
 */
export async function listTools(session: Session, watch: Watch): Promise<Listing> {
  session.pages.listChanged = false;
  const first = await walkOnce(session, watch);
  if (first.kind !== "complete") return first;
  const notes: ReadingNote[] = session.advertised ? [] : ["tools-not-advertised"];
  if (!session.pages.listChanged) return noted(first, notes);
  const second = await walkOnce(session, watch);
  if (second.kind !== "complete") return second;
  // Some servers say it of themselves whenever a client connects: whether it falls into the walk is chance.
  return noted(second, sameLists(first.tools, second.tools) ? notes : [...notes, "list-changed"]);
}

function noted(listing: Extract<Listing, { kind: "complete" }>, more: readonly ReadingNote[]): Listing {
  return { ...listing, notes: more.reduce((notes, note) => withNote(notes, note), listing.notes) };
}

async function walkOnce(session: Session, watch: Watch): Promise<Listing> {
  let walk = START;
  let cursor: string | undefined;
  for (;;) {
    let result: unknown;
    try {
      result = await rawPage(session, cursor, watch);
    } catch (error) {
      const none = cursor === undefined && !session.advertised && rpcCodeOf(error) === METHOD_NOT_FOUND;
      if (none) return { kind: "not-advertised" };
      throw error;
    }
    const step = addPage(walk, cursor, result, watch.limits, isModern(session.protocolVersion));
    if (step.kind !== "next") return step;
    ({ walk, cursor } = step);
  }
}

async function rawPage(session: Session, cursor: string | undefined, watch: Watch): Promise<unknown> {
  const { client, pages } = session;
  pages.results.length = 0;
  const params = cursor === undefined ? {} : { cursor };
  await watch.race(client.request({ method: "tools/list", params }, { timeout: watch.limits.requestMs }));
  return pages.results.shift();
}
