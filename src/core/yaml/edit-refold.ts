import { SCALAR_STYLE } from "js-yaml";
import { joined } from "./edit-block-add.ts";
import type { Editing } from "./edit-plan.ts";
import { refold } from "./fold.ts";
import { PRINTABLE } from "./render-block.ts";
import { entryLines } from "./render.ts";
import { jsonQuoted } from "./render-json.ts";
import { isPlain } from "./scalar-range.ts";
import type { ScalarNode } from "./tree.ts";

/** Line breaks at the edges, and blanks at the end of a line, are not kept by a text that goes over several lines. */
const NOT_FOLDABLE = /^\n|\n$|[ \t]$|[ \t]\n|^$/;

/**
 * Writes a new text over several lines like the old one, in quotes or without, so that lines that stay the same are
 * written the same. Undefined when the old text is in one line, or the new one can't be folded.
 */
export function refoldedText(editing: Editing, old: ScalarNode, wanted: unknown): string | undefined {
  if (typeof wanted !== "string" || typeof old.value !== "string" || editing.noBlocks) return undefined;
  if (NOT_FOLDABLE.test(wanted) || !PRINTABLE.test(wanted)) return undefined;
  const written = editing.text.slice(old.start, old.end);
  const [, ...rest] = written.split(/\r\n?|\n/);
  if (rest.length === 0 || (isPlain(old.event) && !canBePlain(editing, wanted))) return undefined;
  const inner = isPlain(old.event) ? written : written.slice(1, -1);
  const before = inner.split(/\r\n?|\n/).map((line) => decode(old, line.trim()));
  const lines = refold(before, old.value, wanted);
  if (lines === undefined) return undefined;
  const indent = rest.find((line) => line.trim() !== "")?.search(/\S/) ?? 0;
  const encoded = lines.map((line) => encode(old, line));
  const text = joined(encoded, indent, editing.style.lineBreak);
  return isPlain(old.event) ? text : written.charAt(0) + text + written.charAt(0);
}

function canBePlain({ style }: Editing, text: string): boolean {
  const flat = text.replaceAll(/\n+/g, " ");
  return (
    entryLines("k", flat, {
      style: { ...style, quoteKeys: false, foldWidth: undefined },
      blocks: "none",
    })[0] === `k: ${flat}`
  );
}

function decode(old: ScalarNode, line: string): string {
  // Escapes in double quotes are left: a line that has one is set anew.
  return old.event.style === SCALAR_STYLE.SINGLE_QUOTED ? line.replaceAll("''", "'") : line;
}

function encode(old: ScalarNode, line: string): string {
  if (old.event.style === SCALAR_STYLE.SINGLE_QUOTED) return line.replaceAll("'", "''");
  return old.event.style === SCALAR_STYLE.DOUBLE_QUOTED ? jsonQuoted(line).slice(1, -1) : line;
}
