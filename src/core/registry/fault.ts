import { byCodePoint } from "../json/order.ts";
import type { YamlDocument } from "../yaml/read.ts";
import type { Problem } from "../yaml/problem.ts";

/** What is wrong with something of a registry file, and what to write instead. */
export interface Fault {
  readonly what: string;
  readonly instead: string;
}

/** A fault with its place in the file's value. */
export interface PlacedFault extends Fault {
  /** JSON pointer (RFC 6901) to the value, or to that of the key. */
  readonly pointer: string;
  readonly part: "key" | "value";
}

/** How many problems of one file are told. A file of a megabyte can have a million, and each costs a look-up. */
const TOLD = 100;

/** The problems that faults are in a file, with line and column, in the file's order. */
export function problemsOf(
  faults: Iterable<PlacedFault>,
  document: Pick<YamlDocument, "place">,
  file: string,
): Problem[] {
  const problems: Problem[] = [];
  let more = false;
  for (const { pointer, part, what, instead } of faults) {
    more = problems.length === TOLD;
    if (more) break;
    const { line, column } = document.place(pointer, part);
    problems.push({ file, line, column, what, instead });
  }
  problems.sort(byPlace);
  const last = problems.at(-1);
  if (!more || last === undefined) return problems;
  return [
    ...problems,
    { ...last, what: "there are more problems in this file", instead: "mend these first" },
  ];
}

/** The order of problems: by file, line and column, then by what they say. */
export function byPlace(left: Problem, right: Problem): number {
  return (
    byCodePoint(left.file, right.file) ||
    left.line - right.line ||
    left.column - right.column ||
    byCodePoint(left.what, right.what) ||
    byCodePoint(left.instead, right.instead)
  );
}
