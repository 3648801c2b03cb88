/** Time that moves only when told to: one second a call, so that the same calls always see the same times. */
import { isoSeconds } from "./objects.ts";

export type Clock = {
  /** The present, in GitHub's form. */
  now: () => string;
  /** The present in milliseconds since the epoch. */
  milliseconds: () => number;
  advance: (seconds: number) => void;
};

/** A clock that starts at `start`, an ISO 8601 time. */
export function createClock(start: string): Clock {
  let at = Date.parse(start);
  return {
    now: () => isoSeconds(at),
    milliseconds: () => at,
    advance: (seconds) => void (at += seconds * 1000),
  };
}
