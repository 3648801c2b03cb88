import { CHOMPING_MODE, SCALAR_STYLE } from "js-yaml";
import { refold } from "./fold.ts";
import type { ScalarNode } from "./tree.ts";

/** A block scalar: its header, and its lines without indentation. */
export interface BlockText {
  readonly header: string;
  readonly lines: readonly string[];
}

/** All that can stand in a text without an escape (YAML 1.2.2, 5.1), without what some readers take for line breaks. */
export const PRINTABLE =
  /^[\t\n\u0020-\u007E\u00A0-\u2027\u202A-\uD7FF\uE000-\uFEFE\uFF00-\uFFFD\u{10000}-\u{10FFFF}]*$/u;

/**
 * Writes a new text as the block scalar that the old one was, so that lines that stay the same are written the same.
 * `indent` is how much deeper its lines stand than its key or dash. Undefined when it can't be written so.
 */
export function blockText(
  text: string,
  old: ScalarNode,
  lines: readonly string[],
  indent: number,
): BlockText | undefined {
  const { chomping, style } = old.event;
  const keeps = chomping === CHOMPING_MODE.KEEP;
  if (!PRINTABLE.test(text) || text.trim() === "" || (text.endsWith("\n\n") && !keeps)) return undefined;
  const needsDigit = /^\n* /.test(text);
  if (indent < 1 || (needsDigit && indent > 9)) return undefined;
  const core = text.replace(/\n+$/, "");
  const ending = text.slice(core.length);
  const chomp = ending === "" ? "-" : keeps ? "+" : "";
  const header = (mark: string) => `${mark}${needsDigit ? indent : ""}${chomp}`;
  const blanks = Array.from({ length: Math.max(0, ending.length - 1) }, () => "");
  const folded = style === SCALAR_STYLE.FOLDED_BLOCK ? refold(lines, coreOf(old), core) : undefined;
  if (folded !== undefined) return { header: header(">"), lines: [...folded, ...blanks] };
  return { header: header("|"), lines: [...core.split("\n"), ...blanks] };
}

function coreOf(old: ScalarNode): string {
  return typeof old.value === "string" ? old.value.replace(/\n+$/, "") : "";
}
