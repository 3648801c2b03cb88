import { parseEvents, YAMLException } from "js-yaml";
import type { Event } from "js-yaml";
import { buildTree } from "./build.ts";
import { decode, MAX_BYTES } from "./decode.ts";
import { linesOf, type Lines } from "./lines.ts";
import type { Found, Problem } from "./problem.ts";
import { syntaxProblem } from "./syntax.ts";
import { MAX_NESTING, type YamlNode } from "./tree.ts";

/** A YAML text with its tree. */
export interface Tree {
  readonly text: string;
  readonly lines: Lines;
  readonly root: YamlNode;
}

/** A YAML text with its tree, or all that is wrong with it; then with the tree of what is refused, if it has one. */
export type Parsed =
  | ({ readonly ok: true } & Tree)
  | { readonly ok: false; readonly problems: readonly Problem[]; readonly refused?: Tree };

const MAX_PROBLEMS = 1000;

/** Parses a YAML file, strictly; see `readYaml`. Never throws. */
export function parseTree(bytes: Uint8Array | string, file: string): Parsed {
  const decoded = decode(bytes);
  const { text } = decoded;
  const lines = linesOf(text);
  const refuse = (found: readonly Found[]): Parsed & { ok: false } => ({
    ok: false,
    problems: problemsOf(found, lines, file),
  });
  if (!decoded.ok) return refuse([{ offset: text.length, ...NOT_TEXT[decoded.why] }]);
  let events: Event[];
  try {
    // The parser counts scalars and keys as levels too; the exact limit is checked on the tree.
    events = parseEvents(text, { maxDepth: MAX_NESTING + 4 });
  } catch (error) {
    const mark =
      error instanceof YAMLException ? (error.mark as { position?: number } | undefined) : undefined;
    const reason = error instanceof YAMLException ? error.reason : String(error);
    return refuse([syntaxProblem(reason, text, mark?.position ?? 0)]);
  }
  const { root, found } = buildTree(text, events);
  if (root === undefined) return refuse(found);
  if (found.length > 0) return { ...refuse(found), refused: { text, lines, root } };
  return { ok: true, text, lines, root };
}

const NOT_TEXT = {
  "too-large": { what: `the file is larger than 1 MiB (${MAX_BYTES} bytes)`, instead: "shorten it" },
  "not-utf8": { what: "a byte that is not UTF-8", instead: "save the file as UTF-8" },
  "unpaired-surrogate": {
    what: "half a character (an unpaired surrogate)",
    instead: "write the whole character",
  },
} as const;

function problemsOf(found: readonly Found[], lines: Lines, file: string): Problem[] {
  const ordered = found.toSorted((a, b) => a.offset - b.offset);
  const first = ordered.slice(0, MAX_PROBLEMS);
  const more = ordered.length - first.length;
  const last = ordered[MAX_PROBLEMS];
  if (last !== undefined) {
    first.push({ offset: last.offset, what: `${more} more problems`, instead: "mend those above first" });
  }
  const problems: Problem[] = [];
  for (const { offset, what, instead } of first)
    problems.push({ file, ...lines.place(offset), what, instead });
  return problems;
}
