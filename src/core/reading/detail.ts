/** How much of a server's own words a reading keeps. */
const MAX_DETAIL = 300;

// Control characters, line separators, and what shows nothing but changes how the rest is shown (bidi, zero-width, tags).
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/**
 * A text of a server or transport, fit to be kept: one line of at most 300 characters, without control characters and
 * without any of the `secrets` (a server may send back what it was given).
 */
export function boundedDetail(text: string, secrets: readonly string[] = []): string {
  let rest = text.slice(0, MAX_DETAIL * 20);
  for (const secret of secrets) if (secret.length >= 4) rest = rest.replaceAll(secret, "***");
  const line = rest.toWellFormed().replace(UNSEEN, " ").replace(/ {2,}/g, " ").trim();
  const points = Array.from(line);
  return points.length <= MAX_DETAIL ? line : `${points.slice(0, MAX_DETAIL - 1).join("")}…`;
}
