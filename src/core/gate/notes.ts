import type { Annotation, Widening } from "./verdict.ts";

/** GitHub takes so many annotations in one call. */
export const MOST_NOTES = 50;

/** A note on each line that widens something, first those of the files that come first. */
export function wideningNotes(
  widenings: readonly Widening[],
  title: string,
  passes: boolean,
  isThere: (file: string) => boolean,
): Annotation[] {
  return widenings.flatMap(({ file, line, what }): Annotation[] => {
    if (line === undefined || !isThere(file)) return [];
    return [
      {
        path: file,
        startLine: line,
        endLine: line,
        level: passes ? "notice" : "failure",
        title,
        message: what,
      },
    ];
  });
}
