import { RE2JS } from "re2js";
import { BEYOND, parsePattern, type Expression } from "./parse.ts";

/** A matcher that takes time linear in the text, whatever the pattern. */
export interface Matcher {
  readonly test: (text: string) => boolean;
  /** What it took to compile, in ranges of characters: repeats are written out. */
  readonly cost: number;
}

/**
 * Compiles a pattern for RE2; undefined for what RE2 can't do (such a pattern permits nothing), is no pattern, or costs
 * more than there is room for.
 */
export function createMatcher(source: string, room: number): Matcher | undefined {
  try {
    const parsed = parsePattern(source);
    if (parsed === BEYOND) return undefined;
    const cost = costOf(parsed);
    if (cost > room) return undefined;
    const compiled = RE2JS.compile(printed(parsed), RE2JS.DOTALL);
    return { test: (text) => compiled.test(text), cost };
  } catch {
    return undefined;
  }
}

function costOf(node: Expression): number {
  switch (node.kind) {
    case "chars":
      return Math.max(1, node.set.ranges.length);
    case "sequence":
    case "choice":
      return node.parts.reduce((sum, part) => sum + costOf(part), 0);
    case "repeat":
      return costOf(node.part) * Math.max(1, node.max === Infinity ? node.min + 1 : node.max);
    default:
      return 1;
  }
}

/** The expression in RE2's words. Characters are numbers, so nothing of the server's text is left to interpret. */
function printed(node: Expression): string {
  switch (node.kind) {
    case "chars":
      return node.set.isEmpty ? "[^\\x{0}-\\x{10FFFF}]" : `[${node.set.ranges.map(range).join("")}]`;
    case "sequence":
      return node.parts.map(printed).join("");
    case "choice":
      return `(?:${node.parts.map(printed).join("|")})`;
    case "repeat":
      return `(?:${printed(node.part)}){${node.min},${node.max === Infinity ? "" : node.max}}`;
    case "start":
      return "\\A";
    case "end":
      return "\\z";
    case "boundary":
      return "\\b";
    default:
      return "\\B";
  }
}

function range({ min, max }: { readonly min: number; readonly max: number }): string {
  return `\\x{${min.toString(16)}}-\\x{${max.toString(16)}}`;
}
