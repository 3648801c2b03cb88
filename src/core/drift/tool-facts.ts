import { sameJson } from "../json/equal.ts";
import { pointTo } from "../json/pointer.ts";
import { isObject, own } from "../json/value.ts";
import type { Tool } from "../tool/tool.ts";
import type { FactOf } from "./fact.ts";
import { hintFacts, isHint } from "./hints.ts";
import { CHANGE_KINDS, type ChangeKind } from "./kinds.ts";

/** What two forms of a tool differ by around its schemas. `null` for a field means that there is none. */
export function aroundFacts(before: Tool, after: Tool): FactOf[] {
  const facts: FactOf[] = [...hintFacts(before, after)];
  for (const key of keysOf(before, after)) {
    if (key === "name" || key === "inputSchema" || key === "outputSchema") continue;
    const [old, now] = [own(before, key) ?? undefined, own(after, key) ?? undefined];
    if (key === "annotations") facts.push(...keyed(old, now, "/annotations", annotationKind));
    else if (key === "_meta") facts.push(...keyed(old, now, "/_meta", metaKind));
    else facts.push(...different(KINDS.get(key) ?? "unknown-key-changed", pointTo("", key), old, now));
  }
  return facts;
}

const KINDS: ReadonlyMap<string, ChangeKind> = new Map([
  ["title", "tool-title-changed"],
  ["description", "tool-description-changed"],
  ["icons", "tool-icons-changed"],
  ["execution", "execution-changed"],
  ["securitySchemes", "security-schemes-changed"],
]);

function annotationKind(key: string): ChangeKind | undefined {
  // Hints are compared by what they mean: one that is not given has a default.
  if (isHint(key)) return undefined;
  return key === "title" ? "tool-annotations-title-changed" : "tool-annotation-changed";
}

/** `_meta.securitySchemes` is where servers put it that want to pass older clients (OpenAI Apps SDK). */
function metaKind(key: string): ChangeKind {
  return key === "securitySchemes" ? "security-schemes-changed" : "meta-changed";
}

function keysOf(before: object, after: object): Set<string> {
  return new Set([...Object.keys(before), ...Object.keys(after)]);
}

/** Compares two objects key by key; as wholes when they are none. */
function keyed(
  before: unknown,
  after: unknown,
  pointer: string,
  kindOf: (key: string) => ChangeKind | undefined,
): FactOf[] {
  const [old, now] = [before ?? {}, after ?? {}];
  if (!isObject(old) || !isObject(now))
    return different(kindOf("") ?? "unknown-key-changed", pointer, before, after);
  const facts: FactOf[] = [];
  for (const key of keysOf(old, now)) {
    const kind = kindOf(key);
    const [from, to] = [own(old, key) ?? undefined, own(now, key) ?? undefined];
    if (kind !== undefined) facts.push(...different(kind, pointTo(pointer, key), from, to));
  }
  return facts;
}

function different(kind: ChangeKind, pointer: string, before: unknown, after: unknown): FactOf[] {
  if (sameJson(before, after)) return [];
  // Around the schemas only what a server demands of the caller is about permission: what it does to it nobody knows.
  const scope = CHANGE_KINDS[kind] === "permission" ? "unknown" : "same";
  return [{ kind, pointer, before, after, scope, breaks: false }];
}
