import type { Change } from "../drift/drift.ts";
import { pointerKeys } from "../json/pointer.ts";
import { isObject, own } from "../json/value.ts";
import { name, say, words, type Phrase } from "./phrase.ts";

const NOUNS: ReadonlyMap<string, string> = new Map([
  ["$ref", "a reference"],
  ["pattern", "the pattern"],
  ["format", "the format"],
  ["description", "the description"],
  ["title", "the title"],
  ["enum", "a permitted value"],
  ["const", "the permitted value"],
  ["default", "the value used when it is left out"],
  ["examples", "an example"],
  ["required", "the name of a required field"],
]);

/** Where in a tool a text stands, for people: "the description of `city`". */
export function textPlace(pointer: string, tool?: string): Phrase {
  const keys = pointerKeys(pointer);
  const fields: string[] = [];
  let noun = "a text";
  for (const [at, key] of keys.entries()) {
    const isField = keys[at - 1] === "properties";
    if (isField && at === keys.length - 1) noun = "the name of a field";
    else if (isField) {
      fields.push(key);
      noun = "a text";
    } else if (at === 0 && key === "name") noun = "the name";
    else noun = NOUNS.get(key) ?? noun;
  }
  const inside = fields.length === 0 ? [] : say` of the field ${name(fields.join("."))}`;
  return say`${words(noun)}${inside}${tool === undefined ? [] : say` of ${tool}`}`;
}

/** The text at a pointer into a tool, as far as the tool's changes show it; a pointer to a key gives the key too. */
export function textAt(pointer: string, changes: readonly Change[]): string {
  const keys = pointerKeys(pointer);
  for (const change of changes) {
    const start = pointerKeys(change.pointer);
    if (start.length > keys.length || start.some((key, at) => key !== keys[at])) continue;
    let at = change.after;
    for (const key of keys.slice(start.length)) at = childOf(at, key);
    const last = keys.at(-1) ?? "";
    return typeof at === "string" ? `${last}${at}` : last;
  }
  return keys.at(-1) ?? "";
}

function childOf(parent: unknown, key: string): unknown {
  if (Array.isArray(parent)) return /^\d+$/.test(key) ? parent[Number(key)] : undefined;
  return isObject(parent) ? own(parent, key) : undefined;
}
