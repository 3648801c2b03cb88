import { setTimeout as sleep } from "node:timers/promises";

import type { Reading } from "../core/reading/reading.ts";
import { needsSecondReading, settle } from "../core/reading/settle.ts";
import type { Tool } from "../core/tool/tool.ts";
import { readTools, type ReadRequest } from "./read-tools.ts";

/** How long to wait before a list that lacks tools is read again: a gateway that has just started fills up by then. */
const AGAIN_AFTER_MS = 2_000;

/**
 * Reads a server as `readTools` does, and if its list lacks tools of the card a second time, in a new connection, before
 * that is believed (DESIGN §7). What comes back is the reading that counts: `confirmed`, or with the note
 * `second-reading-clean`, or failed, as `unstable` when the two disagree.
 * @param againAfterMs milliseconds between the two
 */
export async function readConfirmed(
  request: ReadRequest,
  cardTools: readonly Tool[],
  againAfterMs = AGAIN_AFTER_MS,
): Promise<Reading> {
  const first = await readTools(request);
  if (!needsSecondReading(first, cardTools)) return first;
  const { signal } = request;
  // Stopped while it waits: the second reading then says so.
  await sleep(againAfterMs, undefined, signal === undefined ? {} : { signal }).catch(() => {});
  return settle(first, await readTools(request), cardTools);
}
