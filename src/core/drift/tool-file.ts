import { isObject, own } from "../json/value.ts";
import { parseCard, type Card } from "../registry/card.ts";
import type { Place } from "../yaml/lines.ts";
import { problemLine } from "../yaml/problem.ts";

/** What a file of tools holds: a card, or the items of a list as a server gave them. */
export type ToolFile =
  | {
      readonly ok: true;
      readonly card: Card;
      /** Where in the file the value under a JSON pointer is written. */
      place(pointer: string): Place;
    }
  | { readonly ok: true; readonly card?: never; readonly items: readonly unknown[] }
  | { readonly ok: false; readonly problems: readonly string[] };

/**
 * Reads a file of tools for `diff`: a card, or in JSON a `tools/list` result, a JSON-RPC answer with one, or a bare array.
 * It never throws.
 */
export function parseToolFile(text: string, file: string): ToolFile {
  const json = parsedJson(text);
  const items = json === undefined ? undefined : listIn(json.value);
  if (items !== undefined && !isCard(json?.value)) {
    return Array.isArray(items) ? { ok: true, items } : { ok: false, problems: [`${file}: ${PART}`] };
  }
  // A card may be written in JSON too: it is YAML.
  const card = parseCard(text, file);
  if (card.ok) return { ok: true, card: card.value, place: (pointer) => card.place(pointer, "key") };
  if (json === undefined || isCard(json.value))
    return { ok: false, problems: card.problems.map(problemLine) };
  return {
    ok: false,
    problems: [`${file}: no list of tools; give a card, a tools/list result, or an array of tools`],
  };
}

function parsedJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text.replace(/^\uFEFF/, "")) };
  } catch {
    return undefined;
  }
}

function isCard(value: unknown): boolean {
  return isObject(value) && Object.hasOwn(value, "id") && Object.hasOwn(value, "revision");
}

const PART =
  "only a part of a list (it has a nextCursor or resultType); join the tools of all pages in one array";

/** The items of a whole list; `part` of a page that says that there is more: what it lacks is not gone. */
function listIn(value: unknown): readonly unknown[] | "part" | undefined {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return undefined;
  const tools = own(value, "tools");
  if (Array.isArray(tools)) return isWhole(value) ? tools : "part";
  const result = own(value, "result");
  return isObject(result) ? listIn(result) : undefined;
}

function isWhole(result: Readonly<Record<string, unknown>>): boolean {
  const more = own(result, "nextCursor") ?? undefined;
  return more === undefined && (own(result, "resultType") ?? "complete") === "complete";
}
