import { fitsSequence, STAR } from "./sequence.ts";

/** Why GitHub takes a line's pattern for none, and skips the line. */
export type PatternFault =
  | "negation"
  | "escaped-hash"
  | "three-asterisks"
  | "only-a-slash"
  | "empty-segment"
  | "dangling-backslash";

/** Any one character but a slash. */
const ANY = -1;

type SegmentPart = number | typeof STAR;

/** One piece of a pattern between slashes: its text with the escapes undone, and its parts when it has wildcards. */
interface Segment {
  text: string;
  wild: boolean;
  readonly parts: SegmentPart[];
}

const ANY_SEGMENT: Segment = { text: "", wild: true, parts: [STAR] };
const ANY_NAME: Segment = { text: "", wild: true, parts: [ANY, STAR] };

/** A pattern of CODEOWNERS, ready to be matched. */
export type Pattern = readonly (Segment | typeof STAR)[];

/** A path, cut at its slashes; every name also as code points. */
export type Path = readonly { readonly text: string; readonly points: readonly number[] }[];

/** A path as `matches` wants it: as git writes it, with slashes and without a leading one. */
export function splitPath(path: string): Path {
  return path.split("/").map((text) => ({ text, points: Array.from(text, codePoint) }));
}

/**
 * Reads a pattern by GitHub's rules, which are not gitignore's: a slash at the start or inside ties it to the root; one
 * at the end wants something below; `**` is any number of folders, at the end at least one name; a folder that matches
 * owns all below it, but not when the pattern ends in `/*`; `[`, `]` and `!` inside are plain characters.
 */
export function readPattern(pattern: string): Pattern | PatternFault {
  if (pattern.startsWith("!")) return "negation";
  if (pattern === "/") return "only-a-slash";
  if (pattern.includes("***")) return "three-asterisks";
  const segments = segmentsOf(pattern);
  if (segments === undefined) return "dangling-backslash";
  const rooted = isEmpty(segments[0]);
  if (rooted) segments.shift();
  const folder = isEmpty(segments.at(-1));
  if (folder) segments.pop();
  if (segments.length === 0 || segments.some(isEmpty)) return "empty-segment";

  const read: (Segment | typeof STAR)[] = rooted || segments.length > 1 ? [] : [STAR];
  const last = folder ? undefined : segments.pop();
  for (const segment of segments) read.push(isStars(segment, 2) ? STAR : segment);
  if (last === undefined || isStars(last, 2)) read.push(ANY_SEGMENT, STAR);
  else if (isStars(last, 1)) read.push(ANY_NAME);
  else read.push(last, STAR);
  return read;
}

/** Whether a pattern matches a path. */
export function matches(pattern: Pattern, path: Path): boolean {
  return fitsSequence(pattern, path, (segment, name) =>
    segment.wild ? fitsSequence(segment.parts, name.points, fitsCharacter) : segment.text === name.text,
  );
}

function fitsCharacter(part: number, point: number): boolean {
  return part === ANY || part === point;
}

/** A pattern cut at its slashes; undefined when it ends in a backslash that escapes nothing. */
function segmentsOf(pattern: string): Segment[] | undefined {
  let segment = newSegment();
  const segments = [segment];
  let escaped = false;
  for (const character of pattern) {
    if (character === "/") {
      segment = newSegment();
      segments.push(segment);
    } else if (!escaped && character === "\\") {
      escaped = true;
      continue;
    } else {
      addCharacter(segment, character, escaped);
    }
    escaped = false;
  }
  return escaped ? undefined : segments;
}

function newSegment(): Segment {
  return { text: "", wild: false, parts: [] };
}

function addCharacter(segment: Segment, character: string, escaped: boolean): void {
  const wildcard = !escaped && (character === "*" || character === "?");
  segment.wild ||= wildcard;
  segment.text += character;
  segment.parts.push(wildcard ? (character === "*" ? STAR : ANY) : codePoint(character));
}

function isEmpty(segment: Segment | undefined): boolean {
  return segment?.parts.length === 0;
}

function isStars(segment: Segment, count: number): boolean {
  return segment.parts.length === count && segment.parts.every((part) => part === STAR);
}

function codePoint(character: string): number {
  return character.codePointAt(0) ?? 0;
}
