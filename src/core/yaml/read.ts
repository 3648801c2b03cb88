import type { Place } from "./lines.ts";
import type { Problem } from "./problem.ts";
import { parseTree, type Tree } from "./parse.ts";
import { placeIn } from "./tree.ts";

/** A YAML file that could be read. */
export interface YamlDocument {
  readonly ok: true;
  /** The raw text; a byte order mark is still in it. */
  readonly text: string;
  /** The value it says. Every key is an own property, `__proto__` too: read it with `own`. */
  readonly value: unknown;
  /**
   * Where the value under a JSON pointer is written, or its key. What is not there (a missing key) is at its nearest
   * ancestor that is.
   */
  place(pointer: string, part?: "key" | "value"): Place;
}

/** A YAML file that could not be read, with everything that is wrong with it. */
export interface YamlProblems {
  readonly ok: false;
  readonly problems: readonly Problem[];
  /** What the file says by one of the readings, to look for more that is wrong with it and nothing else. */
  readonly refused?: Pick<YamlDocument, "value" | "place">;
}

/**
 * Reads one YAML file by YAML 1.2's core schema, and refuses whatever two readers could read in two ways: aliases,
 * anchors, tags, duplicate keys, and plain scalars that the JSON schema reads differently (YAML 1.2.2, chapter 10). It
 * never throws. All problems are given at once, but a syntax error stops the parser and is reported alone.
 */
export function readYaml(bytes: Uint8Array | string, file: string): YamlDocument | YamlProblems {
  const parsed = parseTree(bytes, file);
  if (parsed.ok) return { ok: true, text: parsed.text, ...said(parsed) };
  const { problems, refused } = parsed;
  return refused === undefined ? { ok: false, problems } : { ok: false, problems, refused: said(refused) };
}

function said({ root, lines }: Tree): Pick<YamlDocument, "value" | "place"> {
  return {
    value: root.value,
    place: (pointer, part = "value") => lines.place(placeIn(root, pointer, part)),
  };
}
