/**
 * A value as indented JSON in ASCII alone: everything else is written as `\uXXXX`, which any JSON reader takes back.
 * A terminal or a log that shows it can't be acted on by what a server put in a string.
 */
export function asciiJson(value: unknown): string {
  return inAscii(JSON.stringify(value, null, 2));
}

/** The same on one line. @throws RangeError for what nests too deep to be written. */
export function asciiLine(value: unknown): string {
  return inAscii(JSON.stringify(value));
}

const ODD = /[^\n\x20-\x7e]/;

/** How many UTF-16 units are escaped at a time: each match costs a hundred bytes while a text is replaced. */
const PART = 65_536;

/** JSON in ASCII, without `##[`, which the runner of GitHub Actions takes for a command wherever a log has it. */
export function inAscii(json: string): string {
  const inert = json.replaceAll("##[", "#\\u0023[");
  if (!ODD.test(inert)) return inert;
  let ascii = "";
  for (let at = 0; at < inert.length; at += PART) {
    const part = inert.slice(at, at + PART);
    ascii += part.replace(
      /[^\n\x20-\x7e]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
  }
  return ascii;
}
