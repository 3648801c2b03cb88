import type { UnreadableWhy } from "../drift/choose.ts";
import type { CompleteReading, Reading } from "../reading/reading.ts";
import { addressOf, sameAddress } from "../registry/address.ts";
import type { Card } from "../registry/card.ts";
import { ageInMinutes, isFresh, millisecondsOf } from "./age.ts";
import type { IndexReading } from "./model.ts";

/** What is known live of one server: the reading that counts, if one does, and how it stands. */
export interface Live {
  readonly state: IndexReading;
  /** The list that tools are held against; also where it is too old or of another address, so that what is skipped can be named. */
  readonly reading?: CompleteReading;
}

/** When a reading counts. */
export interface Freshness {
  readonly now: Date;
  readonly maxAgeMinutes: number;
}

/**
 * Picks the reading of a card's server that counts: the newest complete one from the card's own address, so long as it
 * is fresh, though later attempts failed (DESIGN §4). Without one: how the newest attempt ended.
 */
export function liveOf(card: Card, readings: readonly Reading[], { now, maxAgeMinutes }: Freshness): Live {
  const address = addressOf(card);
  const ofServer = readings.filter(({ server }) => server === card.server);
  const here = ofServer.filter((reading) => sameAddress(reading.address, address));
  const complete = here.filter((one) => one.outcome === "complete");
  // One from a clock that is far ahead must not hide those whose time can be.
  const fresh = newest(complete.filter(({ time }) => isFresh(millisecondsOf(time), now, maxAgeMinutes)));
  if (fresh !== undefined) {
    const ageMinutes = ageInMinutes(fresh.time, now) ?? 0;
    return { state: { state: "complete", at: fresh.time, ageMinutes }, reading: fresh };
  }
  const reading = newest(complete);
  const last = newest(here);
  if (last !== undefined && last.outcome !== "complete")
    return { state: { state: "unreadable", why: whyOf(last), at: last.time } };
  if (reading !== undefined) {
    const ageMinutes = ageInMinutes(reading.time, now);
    return { state: { state: "too-old", at: reading.time, ...(ageMinutes !== undefined && { ageMinutes }) } };
  }
  const elsewhere = newest(ofServer);
  if (elsewhere === undefined) return { state: { state: "unreadable", why: "not-read" } };
  const isList = elsewhere.outcome === "complete";
  return { state: { state: "other-address", at: elsewhere.time }, ...(isList && { reading: elsewhere }) };
}

function whyOf(reading: Exclude<Reading, CompleteReading>): UnreadableWhy {
  return reading.outcome === "failed" ? reading.reason : "not-advertised";
}

/** The newest; of two of one time the later in the list. */
function newest<T extends Reading>(readings: readonly T[]): T | undefined {
  let found: T | undefined;
  for (const reading of readings) {
    if (found === undefined || timeOf(reading) >= timeOf(found)) found = reading;
  }
  return found;
}

function timeOf({ time }: Reading): number {
  return millisecondsOf(time) ?? -Infinity;
}
