import { readOwner } from "./owner.ts";
import { readPattern, type PatternFault } from "./pattern.ts";

/** Where GitHub looks for CODEOWNERS, in this order; the first file that is there is the only one. */
export const CODEOWNERS_LOCATIONS = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"] as const;

/**
 * A file must have fewer bytes than this (UTF-8), or GitHub loads nothing of it. GitHub says "3 MB" and not which; the
 * smaller reading makes us say "unowned", which blocks, where the other could name an owner whom GitHub does not see.
 */
export const CODEOWNERS_LIMIT = 3_000_000;

/** A line that counts. Without owners it takes away what an earlier line gave. */
export interface OwnerRule {
  /** From 1. */
  readonly line: number;
  readonly pattern: string;
  /** As written, each once. */
  readonly owners: readonly string[];
}

/** A line that GitHub skips, or the whole file (line 1, `too-large`), with the owner that is none. */
interface InvalidLine {
  readonly line: number;
  readonly why: PatternFault | "invalid-owner" | "too-large";
  readonly owner?: string;
}

/** A line that counts, but perhaps not as its writer meant: `[` is a plain character, `#` begins a comment anywhere. */
interface DoubtfulLine {
  readonly line: number;
  readonly why: "brackets" | "hash-without-blank";
}

/** A CODEOWNERS file, read. */
export interface Codeowners {
  readonly rules: readonly OwnerRule[];
  readonly invalid: readonly InvalidLine[];
  readonly doubtful: readonly DoubtfulLine[];
}

/**
 * Reads a CODEOWNERS file by GitHub's rules ("About code owners"): `#` begins a comment, a backslash takes the meaning
 * from the next character of a pattern, a line with anything invalid is skipped whole. It never throws.
 */
export function parseCodeowners(text: string): Codeowners {
  if (isTooLarge(text)) return { rules: [], invalid: [{ line: 1, why: "too-large" }], doubtful: [] };
  const rules: OwnerRule[] = [];
  const invalid: InvalidLine[] = [];
  const doubtful: DoubtfulLine[] = [];
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  for (const [at, content] of lines.entries()) {
    const line = at + 1;
    const { pattern, rest, escapedHash, tightHash } = cut(content);
    if (pattern === "") continue;
    const read = escapedHash ? "escaped-hash" : readPattern(pattern);
    if (typeof read === "string") {
      invalid.push({ line, why: read });
      continue;
    }
    const owners = rest.split(/[ \t]+/).filter((owner) => owner !== "");
    const owner = owners.find((each) => readOwner(each) === undefined);
    if (owner !== undefined) {
      invalid.push({ line, why: "invalid-owner", owner });
      continue;
    }
    rules.push({ line, pattern, owners: distinct(owners) });
    if (pattern.includes("[") || pattern.includes("]")) doubtful.push({ line, why: "brackets" });
    if (tightHash) doubtful.push({ line, why: "hash-without-blank" });
  }
  return { rules, invalid, doubtful };
}

function isTooLarge(text: string): boolean {
  return text.length >= CODEOWNERS_LIMIT || new TextEncoder().encode(text).length >= CODEOWNERS_LIMIT;
}

/** A line cut into its pattern and the rest before any comment. */
function cut(line: string): { pattern: string; rest: string; escapedHash: boolean; tightHash: boolean } {
  const content = line.replace(/\r$/, "");
  let start = 0;
  while (isBlank(content[start])) start++;
  let end = start;
  let escaped = false;
  for (; end < content.length; end++) {
    const character = content[end];
    if (character === "#" || (!escaped && isBlank(character))) break;
    escaped = !escaped && character === "\\";
  }
  const hash = content.indexOf("#", end);
  const comment = hash < 0 ? content.length : hash;
  return {
    pattern: content.slice(start, end),
    rest: content.slice(end, comment),
    escapedHash: escaped && hash === end,
    tightHash: hash > start && !isBlank(content[hash - 1]),
  };
}

function isBlank(character: string | undefined): boolean {
  return character === " " || character === "\t";
}

/** Each owner once, in the first spelling: names of people, teams and mailboxes go without case. */
function distinct(owners: readonly string[]): string[] {
  const first = new Map<string, string>();
  for (const owner of owners) if (!first.has(owner.toLowerCase())) first.set(owner.toLowerCase(), owner);
  return [...first.values()];
}
