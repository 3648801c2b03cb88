import pLimit from "p-limit";
import type { Reading } from "../core/reading/reading.ts";
import type { Card } from "../core/registry/card.ts";
import { readConfirmed } from "../live/read-confirmed.ts";
import { readRequest, type RequestContext } from "./read-request.ts";

/** How a run reads its servers. */
export interface ReadServersOptions extends RequestContext {
  /** Told of each server as soon as it was read. */
  onRead?(reading: Reading): void;
}

/** Reads the servers of some cards live, several at once; the readings come in the order of the cards. */
export async function readServers(cards: readonly Card[], options: ReadServersOptions): Promise<Reading[]> {
  const limit = pLimit(options.settings.scan.concurrency);
  return Promise.all(
    cards.map((card) =>
      limit(async () => {
        const reading = await readServer(card, options);
        options.onRead?.(reading);
        return reading;
      }),
    ),
  );
}

/** Reads one server; a list that lacks tools of the card is believed only when a second reading agrees. */
export async function readServer(card: Card, context: RequestContext): Promise<Reading> {
  const request = readRequest(card, context);
  return "outcome" in request ? request : readConfirmed(request, card.tools);
}
