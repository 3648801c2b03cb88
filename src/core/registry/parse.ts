import { isObject } from "../json/value.ts";
import type { Problem } from "../yaml/problem.ts";
import { decode } from "../yaml/decode.ts";
import type { Place } from "../yaml/lines.ts";
import { readYaml, type YamlProblems } from "../yaml/read.ts";
import type { Entry } from "./entries.ts";
import { byPlace, problemsOf, type PlacedFault } from "./fault.ts";
import { shapeFaults } from "./shape-faults.ts";
import type { FileKind } from "./validate.ts";

/** A file of the registry that is valid by itself. */
interface ParsedFile<T> {
  readonly ok: true;
  readonly value: T;
  /** The file as it is written; a byte order mark is still in it. */
  readonly text: string;
  /** Where the value under a JSON pointer is written, or its key: see `readYaml`. */
  readonly place: (pointer: string, part?: "key" | "value") => Place;
}

/** A valid file with its path in the registry folder. */
export interface RegistryFile<T> extends ParsedFile<T> {
  readonly path: string;
}

/** A file of the registry, or everything that is wrong with it, in the file's order. */
export type Parsed<T> = ParsedFile<T> | { readonly ok: false; readonly problems: readonly Problem[] };

/** What is wrong with a file beyond its shape. The value may be of any shape yet. */
export type Rules = (root: Entry) => readonly PlacedFault[];

/** Reads one file of the registry by its shape and rules; `Type` is what the shape says, see `Typed`. It never throws. */
export function parseFile<Type>(
  bytes: Uint8Array | string,
  kind: FileKind,
  file: string,
  rules: Rules,
): Parsed<Type> {
  const document = OPTIONAL.has(kind) ? readOptional(bytes, file) : readYaml(bytes, file);
  if (!document.ok) return refused(document, kind, file, rules);
  const problems = problemsOf(faultsOf(document.value, kind, rules), document, file);
  if (problems.length > 0) return { ok: false, problems };
  const place: ParsedFile<Type>["place"] = (pointer, part) => document.place(pointer, part);
  return { ok: true, value: document.value as Type, text: document.text, place };
}

/** Files without a key that must be there: a file of comments alone is one too. */
const OPTIONAL: ReadonlySet<FileKind> = new Set(["settings", "folder"]);

function readOptional(bytes: Uint8Array | string, file: string): ReturnType<typeof readYaml> {
  const decoded = decode(bytes);
  const lines = decoded.text.replace(/^\uFEFF/, "").split(/\r\n?|\n/);
  if (!decoded.ok || !lines.every((line) => /^(?:---)?[ \t]*(?:#|$)/.test(line)))
    return readYaml(bytes, file);
  return { ok: true, text: decoded.text, value: {}, place: () => ({ line: 1, column: 1 }) };
}

function faultsOf(value: unknown, kind: FileKind, rules: Rules): PlacedFault[] {
  // The rules first: the shape fills in defaults, and what nobody wrote should not be found wrong.
  const beyond = isObject(value) ? rules({ pointer: "", value }) : [];
  return [...shapeFaults(kind, value), ...beyond];
}

/** All that is wrong with a file that is refused as YAML already. Nothing more is said of what is refused itself. */
function refused(document: YamlProblems, kind: FileKind, file: string, rules: Rules): Parsed<never> {
  const { problems, refused: said } = document;
  if (said === undefined) return { ok: false, problems };
  const told = new Map<number, number>();
  for (const { line, column } of problems) told.set(line, Math.min(column, told.get(line) ?? column));
  const more = problemsOf(faultsOf(said.value, kind, rules), said, file);
  const all = [...problems, ...more.filter(({ line, column }) => column < (told.get(line) ?? Infinity))];
  return { ok: false, problems: all.toSorted(byPlace) };
}
