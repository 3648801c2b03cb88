/**
 * A value as indented JSON in ASCII alone: everything else is written as `\uXXXX`, which any JSON reader takes back.
 * A terminal or a log that shows it can't be acted on by what a server put in a string.
 */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    /[^\n\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
