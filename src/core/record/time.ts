import type { Moment } from "../gate/pull-request.ts";

/**
 * A moment as RFC 3339 writes it, in UTC and to the second. The core has no clock and no `Date`; days are counted as in
 * Howard Hinnant's "chrono-Compatible Low-Level Date Algorithms" (civil_from_days).
 */
export function timeText(at: Moment): string {
  const seconds = Math.floor(at / 1000);
  const days = Math.floor(seconds / 86_400);
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const ofDay = seconds - days * 86_400;
  const clock = [Math.floor(ofDay / 3600), Math.floor(ofDay / 60) % 60, ofDay % 60].map(two).join(":");
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}T${clock}Z`;
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
