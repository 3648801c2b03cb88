import { isObject } from "../json/value.ts";

/** How JSON text is spaced. */
export interface JsonSpacing {
  /** After a comma and after a colon. */
  readonly comma: string;
  readonly colon: string;
}

/** A text in double quotes, as both JSON and YAML read it. */
export function jsonQuoted(text: string): string {
  // JSON allows these as they are; YAML doesn't, or takes them for line breaks.
  return JSON.stringify(text).replace(/[\u007F-\u00A0\u2028\u2029\uFEFF\uFFFE\uFFFF]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** A value as JSON on one line. */
export function jsonText(value: unknown, spacing: JsonSpacing): string {
  if (Array.isArray(value))
    return `[${value.map((item) => jsonText(item, spacing)).join(`,${spacing.comma}`)}]`;
  if (!isObject(value)) return typeof value === "string" ? jsonQuoted(value) : jsonScalar(value);
  const pairs = Object.keys(value).map((key) => jsonEntry(key, value[key], spacing));
  return `{${pairs.join(`,${spacing.comma}`)}}`;
}

/** `"name": value` on one line. */
export function jsonEntry(name: string, value: unknown, spacing: JsonSpacing): string {
  return `${jsonQuoted(name)}:${spacing.colon}${jsonText(value, spacing)}`;
}

/** A value as JSON on many lines. */
export function jsonLines(value: unknown, indent: number): string[] {
  if (Array.isArray(value) && value.length > 0) {
    return [
      "[",
      ...inside(
        value.map((item) => jsonLines(item, indent)),
        indent,
      ),
      "]",
    ];
  }
  if (!isObject(value) || Object.keys(value).length === 0)
    return [jsonText(value, { comma: " ", colon: " " })];
  const entries = Object.keys(value).map((key) => jsonEntryLines(key, value[key], indent));
  return ["{", ...inside(entries, indent), "}"];
}

/** `"name": value` on many lines. */
export function jsonEntryLines(name: string, value: unknown, indent: number): string[] {
  const [first = "", ...rest] = jsonLines(value, indent);
  return [`${jsonQuoted(name)}: ${first}`, ...rest];
}

function inside(members: readonly (readonly string[])[], indent: number): string[] {
  const lines: string[] = [];
  for (const [i, member] of members.entries()) {
    for (const [j, line] of member.entries()) {
      const comma = j === member.length - 1 && i < members.length - 1 ? "," : "";
      lines.push(`${" ".repeat(indent)}${line}${comma}`);
    }
  }
  return lines;
}

function jsonScalar(value: unknown): string {
  return Object.is(value, -0) ? "-0" : JSON.stringify(value);
}
