import { decodeMarker, encodeMarker, isMarkerLine, type Marker } from "./marker.ts";

/** Our text of a body ends with this line; it begins with the marker. What people or bots write around it stays. */
const END_LINE = "<!-- toolcard:end -->";

/** The most characters that GitHub takes for a body: more is a 422, "body is too long". */
const GITHUB_LIMIT = 65_536;

/** A body, cut: our text, and what others wrote before and after it. */
export interface BodyParts {
  readonly marker?: Marker;
  readonly before: string;
  readonly ours: string;
  readonly after: string;
}

/**
 * Cuts a body at our marker and end line, each of which stands alone on a line: a server's text, always inside a code
 * span, can't fake that. Without a marker all up to the end line counts as ours, without an end line all after the marker.
 */
export function cutBody(body: string): BodyParts {
  const lines = body.replaceAll("\r\n", "\n").split("\n");
  const start = lines.findIndex(isMarkerLine);
  const end = lines.findIndex((line, at) => at > start && line.trimEnd() === END_LINE);
  const stop = end < 0 ? lines.length : end;
  const marker = start < 0 ? undefined : decodeMarker(lines[start] ?? "");
  return {
    ...(marker && { marker }),
    before: lines.slice(0, Math.max(start, 0)).join("\n"),
    ours: lines.slice(start + 1, stop).join("\n"),
    after: lines.slice(stop + 1).join("\n"),
  };
}

/** Our text with its marker, between what others wrote; theirs goes when GitHub would find the whole too long. */
export function joinBody(parts: BodyParts & { readonly marker: Marker }): string {
  const own = `${encodeMarker(parts.marker)}\n${parts.ours.trimEnd()}\n${END_LINE}`;
  const whole = [parts.before, own, parts.after].filter((part) => part.trim() !== "").join("\n");
  return whole.length <= GITHUB_LIMIT ? whole : own;
}

/** Whether two bodies say the same of ours. Marker, end line, blanks at line ends and further empty lines don't count. */
export function saysTheSame(left: string, right: string): boolean {
  return plain(cutBody(left).ours) === plain(cutBody(right).ours);
}

function plain(text: string): string {
  const lines = text.split("\n").map((line) => line.trimEnd());
  return lines
    .filter((line, at) => line !== "" || lines[at - 1] !== "")
    .join("\n")
    .trim();
}
