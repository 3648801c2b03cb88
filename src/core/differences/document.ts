import { sameJson } from "../json/equal.ts";
import { sorted } from "../json/order.ts";
import { pointerKeys, pointTo } from "../json/pointer.ts";
import { isObject, own } from "../json/value.ts";
import { normalSchema } from "../tool/normal.ts";
import type { Difference } from "./state.ts";
import type { Document } from "./view.ts";

/** The difference of `$schema`. What names the same dialect is the same, and MCP takes 2020-12 for granted. */
export function dialectDifferences(
  before: unknown,
  after: unknown,
  from: Document,
  to: Document,
): Difference[] {
  const [old, now] = [before, after].map((root) => (isObject(root) ? own(root, "$schema") : undefined));
  const isSame = from.dialect === undefined ? sameJson(old, now) : from.dialect === to.dialect;
  if (isSame) return [];
  const values = { ...(old !== undefined && { before: old }), ...(now !== undefined && { after: now }) };
  return [
    { kind: "dialect-changed", pointer: "/$schema", path: "", ...values, edits: [{ at: "", dialect: now }] },
  ];
}

/** The difference of two schemas that were not compared by parts. */
export function replacedRoot(from: Document, to: Document): Difference {
  const edits = [{ at: "", schema: to.root }];
  return { kind: "schema-replaced", pointer: "", path: "", before: from.root, after: to.root, edits };
}

/** The definitions that differ and that nothing refers to; the others were compared at the fields that use them. */
export function definitionDifferences(from: Document, to: Document): Difference[] {
  const differences: Difference[] = [];
  const used = new Set([...referredTo(from.root), ...referredTo(to.root)]);
  for (const key of ["$defs", "definitions"]) {
    const [old, now] = [definitionsOf(from, key), definitionsOf(to, key)];
    for (const name of sorted(new Set([...Object.keys(old), ...Object.keys(now)]))) {
      const [before, after] = [own(old, name), own(now, name)];
      const pointer = pointTo(`/${key}`, name);
      if (used.has(pointer) || sameJson(normalSchema(before), normalSchema(after))) continue;
      const values = { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
      differences.push({ kind: "definition-changed", pointer, path: "", ...values, edits: [] });
    }
  }
  return differences;
}

function definitionsOf(document: Document, key: string): Readonly<Record<string, unknown>> {
  const map = isObject(document.root) ? own(document.root, key) : undefined;
  return isObject(map) ? map : {};
}

/** The definitions that any reference of a document points at, or into, by pointer. */
function referredTo(root: unknown): Set<string> {
  const pointers = new Set<string>();
  const rest = [root];
  while (rest.length > 0) {
    const value = rest.pop();
    if (Array.isArray(value)) for (const item of value) rest.push(item);
    if (!isObject(value)) continue;
    const reference = own(value, "$ref");
    if (typeof reference === "string" && reference.startsWith("#/")) {
      const [key, name] = pointerKeys(reference.slice(1));
      if (key !== undefined && name !== undefined) pointers.add(pointTo(`/${key}`, name));
    }
    for (const inner of Object.values(value)) rest.push(inner);
  }
  return pointers;
}
