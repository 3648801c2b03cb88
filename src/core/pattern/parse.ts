import { RegExpParser, type AST } from "@eslint-community/regexpp";
import { CharSet, JS } from "refa";

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
