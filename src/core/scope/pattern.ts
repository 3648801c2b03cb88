import { RegExpParser, type AST } from "@eslint-community/regexpp";
import { CharSet, JS } from "refa";
import { RE2JS } from "re2js";

/** A pattern as what it consists of; sets of characters are resolved, so that no dialect's `\s` or `.` is left. */
export type Expression =
  | { readonly kind: "chars"; readonly set: CharSet }
  | { readonly kind: "sequence" | "choice"; readonly parts: readonly Expression[] }
  | { readonly kind: "repeat"; readonly part: Expression; readonly min: number; readonly max: number }
  | { readonly kind: "start" | "end" | "boundary" | "no-boundary" };

/** A pattern that is valid but needs more than regular languages: lookaround, backreferences; or that is too long. */
export const BEYOND = "beyond";

const MAX_SOURCE = 2000;
const FLAGS = { unicode: true };

/**
 * Parses an ECMA-262 pattern with the `u` flag, as JSON Schema and ajv read it.
 * @throws SyntaxError for what is no pattern.
 */
export function parsePattern(source: string): Expression | typeof BEYOND {
  if (source.length > MAX_SOURCE) return BEYOND;
  const parser = new RegExpParser({ ecmaVersion: 2024 });
  const pattern = parser.parsePattern(source, 0, source.length, FLAGS);
  return choice(pattern.alternatives) ?? BEYOND;
}

function choice(alternatives: readonly AST.Alternative[]): Expression | undefined {
  const parts: Expression[] = [];
  for (const { elements } of alternatives) {
    const sequence = elements.map(element);
    if (sequence.includes(undefined)) return undefined;
    parts.push({ kind: "sequence", parts: sequence as Expression[] });
  }
  const [only] = parts;
  return parts.length === 1 ? only : { kind: "choice", parts };
}

function element(node: AST.Element): Expression | undefined {
  switch (node.type) {
    case "Group":
    case "CapturingGroup":
      return choice(node.alternatives);
    case "Quantifier": {
      const part = element(node.element);
      return part && { kind: "repeat", part, min: node.min, max: node.max };
    }
    case "Character":
    case "CharacterSet":
      return "strings" in node && node.strings
        ? undefined
        : { kind: "chars", set: JS.parseCharSet(node, FLAGS) };
    case "CharacterClass":
      return node.unicodeSets ? undefined : { kind: "chars", set: JS.parseCharSet(node, FLAGS) };
    case "Assertion":
      if (node.kind === "start" || node.kind === "end") return { kind: node.kind };
      if (node.kind === "word") return { kind: node.negate ? "no-boundary" : "boundary" };
      return undefined;
    default:
      return undefined;
  }
}

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
