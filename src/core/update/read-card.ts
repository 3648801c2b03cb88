import { whyNotHeld, type NotHeld } from "../json/hold.ts";
import { isObject, own, put } from "../json/value.ts";
import type { Tool } from "../tool/tool.ts";
import { problemLine, shown } from "../yaml/problem.ts";
import { readYaml, type YamlDocument } from "../yaml/read.ts";
import { plainJson } from "./plain-json.ts";

/** The mapping that a registry file says; only what an update needs of it is checked here. */
export interface Mapping {
  readonly document: YamlDocument;
  readonly value: Readonly<Record<string, unknown>>;
}

/**
 * Reads the text of a file that is to be updated.
 * @throws Error that names line and column when it is no YAML or no mapping.
 */
export function readMapping(text: string, file: string): Mapping {
  const document = readYaml(text, file);
  if (!document.ok) throw new Error(document.problems.slice(0, 20).map(problemLine).join("\n"));
  if (!isObject(document.value)) throw failure(document, file, "", "this is no mapping");
  return { document, value: document.value };
}

/** An error that says where a file is not what it should be. */
export function failure(document: YamlDocument, file: string, pointer: string, what: string): Error {
  const { line, column } = document.place(pointer);
  return new Error(`${file}:${line}:${column}: ${what}`);
}

/** The list under a key; empty when the key is not there. */
export function listUnder({ document, value }: Mapping, file: string, key: string): readonly unknown[] {
  const list = own(value, key);
  if (list === undefined) return [];
  if (!Array.isArray(list)) throw failure(document, file, `/${key}`, `${key} is no list`);
  return list;
}

/** The tools of a card, each with a name of its own. */
export function toolsOf(card: Mapping): readonly Tool[] {
  if (!Object.hasOwn(card.value, "tools"))
    throw failure(card.document, "card", "", "a card has a list of tools");
  const tools = listUnder(card, "card", "tools");
  const names = new Set<unknown>();
  for (const [i, tool] of tools.entries()) {
    const name = isObject(tool) ? own(tool, "name") : undefined;
    if (typeof name !== "string") throw failure(card.document, "card", `/tools/${i}`, "a tool has a name");
    if (names.has(name)) throw failure(card.document, "card", `/tools/${i}`, `${shown(name)} is named twice`);
    names.add(name);
  }
  return tools as readonly Tool[];
}

/** The revision of a card; 0 when it has none yet. */
export function revisionOf({ document, value }: Mapping): number {
  const revision = own(value, "revision") ?? 0;
  if (typeof revision === "number" && Number.isSafeInteger(revision) && revision >= 0) return revision;
  throw failure(document, "card", "/revision", "a revision is a whole number");
}

const NOT_HELD: Record<NotHeld, string> = {
  "unpaired-surrogate": "has half a character (an unpaired surrogate)",
  "unsafe-number": "has a number that can't be kept exactly",
  "too-deep": "nests deeper than 100 levels",
  "too-large": "is larger than a card may be",
};

/**
 * The tools as a card can hold them.
 * @throws Error when it can't hold one, or when a name is there twice; RangeError when one is too large.
 */
export function checkedTools(tools: readonly Tool[]): Tool[] {
  const names = new Set<string>();
  for (const tool of tools) {
    if (!isObject(tool) || typeof own(tool, "name") !== "string")
      throw new Error("a tool to be written has no name");
    const why = whyNotHeld(tool);
    if (why !== undefined) {
      const what = `the tool ${shown(tool.name)} ${NOT_HELD[why]}: a card can't hold it`;
      throw why === "too-large" ? new RangeError(what) : new Error(what);
    }
    if (names.has(tool.name)) throw new Error(`the tool ${shown(tool.name)} is to be written twice`);
    names.add(tool.name);
  }
  return tools.map((tool) => plainJson(tool) as Tool);
}

/** A copy with another value under a key; a new key stands behind the last of some keys that is there, or at the end. */
export function withKey(
  object: Readonly<Record<string, unknown>>,
  key: string,
  value: unknown,
  behind: readonly string[],
): Record<string, unknown> {
  const anchor = Object.hasOwn(object, key) ? key : behind.findLast((name) => Object.hasOwn(object, name));
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(object)) {
    if (name !== key) put(copy, name, object[name]);
    if (name === anchor) put(copy, key, value);
  }
  if (anchor === undefined) put(copy, key, value);
  return copy;
}
