/** Clocks of two machines may differ by as much; a reading further in the future is of no known age. */
const CLOCK_MINUTES = 5;

/** Milliseconds since 1970 of an RFC 3339 time in UTC; undefined where it is none. */
export function millisecondsOf(time: string): number | undefined {
  // Reads no clock: it only counts.
  // oxlint-disable-next-line no-restricted-globals
  const at = Date.parse(time);
  return Number.isNaN(at) ? undefined : at;
}

/** How old a reading is, in whole minutes; undefined where its time is none, or in the future beyond what clocks differ by. */
export function ageInMinutes(time: string, now: Date): number | undefined {
  const at = millisecondsOf(time);
  if (at === undefined) return undefined;
  const minutes = (now.getTime() - at) / 60_000;
  return minutes < -CLOCK_MINUTES || Number.isNaN(minutes) ? undefined : Math.max(0, Math.floor(minutes));
}

/** Whether a reading of that time (milliseconds since 1970) counts (DESIGN §3, `index.maxAgeMinutes`). */
export function isFresh(at: number | undefined, now: Date, maxAgeMinutes: number): boolean {
  if (at === undefined) return false;
  const age = now.getTime() - at;
  return age >= -CLOCK_MINUTES * 60_000 && age <= maxAgeMinutes * 60_000;
}
