import { pointerKeys } from "../json/pointer.ts";
import { isObject, own, put } from "../json/value.ts";
import type { Edit } from "./state.ts";
import { isAnnotation } from "./vocabulary.ts";

type JsonMap = Readonly<Record<string, unknown>>;

/**
 * Takes out of the old document the fields that a difference has nothing to do with, so that finding its effect costs
 * as much as what it touches. In a plain object fields are independent of each other: what one gains, the whole gains.
 * (Only where another field can't be had at all does the whole gain nothing; to say that it may is the safe side.)
 * Every pointer of the edits leads to the same place as before.
 */
export function pruner(root: unknown): (edits: readonly Edit[]) => unknown {
  const { hasReferences, isPlain } = scanned(root);
  const required = requiredLookup();
  return (edits) => {
    if (!isPlain) return root;
    const targets = edits.map(targetOf);
    if (targets.some(({ keys }) => keys[0] === "$defs" || keys[0] === "definitions")) return root;
    const pruned = prunedAt(root, targets, 0, required);
    return hasReferences || !isObject(pruned) ? pruned : without(pruned, ["$defs", "definitions"]);
  };
}

/** Where an edit leads to: keys from the root, the last of them the one that is set. */
interface Target {
  readonly keys: readonly string[];
  /** The field whose being required is edited. */
  readonly field?: string | undefined;
}

function targetOf(edit: Edit): Target {
  const keys = pointerKeys(edit.at);
  if ("list" in edit) return { keys: [...keys, edit.list], field: edit.add ?? edit.drop };
  if ("addValues" in edit || "dropValues" in edit) return { keys: [...keys, "enum"] };
  if ("append" in edit) return { keys: [...keys, "append"] };
  if ("map" in edit) return { keys: [...keys, edit.map, ...(edit.name === undefined ? [] : [edit.name])] };
  if ("key" in edit) return { keys: [...keys, String(edit.key)] };
  return { keys: "rename" in edit ? [...keys, edit.rename] : keys };
}

/** Keywords whose edits leave the fields beside them as independent as they were. */
const FREE: ReadonlySet<string> = new Set(["properties", "required", "additionalProperties", "type"]);
const OBJECT: ReadonlySet<string> = new Set([...FREE, "$defs", "definitions", "$schema"]);
const LIST: ReadonlySet<string> = new Set(["type", "items", "minItems", "maxItems"]);

type IsRequired = (node: JsonMap, name: string) => boolean;

function prunedAt(node: unknown, targets: readonly Target[], depth: number, isRequired: IsRequired): unknown {
  if (!isObject(node)) return node;
  const into = (key: string) => prunedAt(node[key], targets, depth + 1, isRequired);
  if (
    hasOnly(node, LIST) &&
    targets.every(({ keys }) => keys[depth] === "items" && keys.length > depth + 1)
  ) {
    return { ...node, items: into("items") };
  }
  const isFree = targets.every(({ keys }) => FREE.has(keys[depth] ?? ""));
  const properties = own(node, "properties");
  if (!isFree || !isObject(properties) || !hasOnly(node, OBJECT)) return node;
  const names = new Set(targets.flatMap((target) => fieldOf(target, depth) ?? []));
  const kept: Record<string, unknown> = {};
  for (const name of names) {
    if (!Object.hasOwn(properties, name)) continue;
    const inside = targets.filter(({ keys }) => keys[depth] === "properties" && keys[depth + 1] === name);
    const goesOn = inside.length === targets.length && inside.every(({ keys }) => keys.length > depth + 2);
    put(kept, name, goesOn ? prunedAt(properties[name], targets, depth + 2, isRequired) : properties[name]);
  }
  const pruned: Record<string, unknown> = without(node, []);
  put(pruned, "properties", kept);
  if (Array.isArray(own(node, "required"))) {
    put(
      pruned,
      "required",
      [...names].filter((name) => isRequired(node, name)),
    );
  }
  return pruned;
}

/** The field of an object that an edit is about. */
function fieldOf({ keys, field }: Target, depth: number): string | undefined {
  return keys[depth] === "properties" ? keys[depth + 1] : keys[depth] === "required" ? field : undefined;
}

function hasOnly(node: JsonMap, keywords: ReadonlySet<string>): boolean {
  return Object.keys(node).every((key) => keywords.has(key) || isAnnotation(key));
}

function without(node: JsonMap, keys: readonly string[]): Record<string, unknown> {
  const rest = { ...node };
  for (const key of keys) delete rest[key];
  return rest;
}

/** Keeps a set for each `required`: an object may have thousands of fields, each of which is asked for. */
function requiredLookup(): IsRequired {
  const sets = new WeakMap<object, ReadonlySet<unknown>>();
  return (node, name) => {
    const list = own(node, "required");
    if (!Array.isArray(list)) return false;
    const set = sets.get(list) ?? new Set<unknown>(list);
    sets.set(list, set);
    return set.has(name);
  };
}

/** Whether a document refers to definitions; not plain is one that refers to, or names, anything else of itself. */
function scanned(root: unknown): { hasReferences: boolean; isPlain: boolean } {
  let hasReferences = false;
  const rest = [root];
  while (rest.length > 0) {
    const node = rest.pop();
    if (Array.isArray(node)) for (const item of node) rest.push(item);
    if (!isObject(node)) continue;
    for (const [key, value] of Object.entries(node)) {
      // A field may have such a name too; its schema is no text.
      if (NAMES.has(key) && typeof value === "string") return { hasReferences, isPlain: false };
      if (key === "$ref") {
        hasReferences = true;
        const intoDefinitions = typeof value === "string" && /^#\/(?:\$defs|definitions)\//u.test(value);
        if (!intoDefinitions) return { hasReferences, isPlain: false };
      }
      rest.push(value);
    }
  }
  return { hasReferences, isPlain: true };
}

const NAMES: ReadonlySet<string> = new Set([
  "$id",
  "id",
  "$anchor",
  "$dynamicAnchor",
  "$dynamicRef",
  "$recursiveRef",
  "$recursiveAnchor",
]);
