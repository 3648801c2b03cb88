import { sorted } from "../json/order.ts";
import { isObject, own } from "../json/value.ts";
import { entryEdit, malformed, mapOf, pointerOf, pushUnder, removalEdit } from "./find.ts";
import { keptOpen } from "./undeclared.ts";
import { fieldPath } from "./path.ts";
import type { Edit, Pair, Walk } from "./state.ts";
import { holderOf, keyword, type View } from "./view.ts";

/** Compares the fields that objects declare, and which of them they must have. */
export function compareFields(walk: Walk, pair: Pair): void {
  compareDeclared(walk, pair);
  compareRequired(walk, pair);
}

function compareDeclared(walk: Walk, pair: Pair): void {
  if (malformed(walk, pair, "properties", isObject)) return;
  const before = mapOf(pair.before, "properties");
  const after = mapOf(pair.after, "properties");
  const stillRequired = requiredOf(pair.after);
  for (const name of sorted(Object.keys(before))) {
    const path = fieldPath(pair.path, name);
    if (Object.hasOwn(after, name)) pushUnder(walk, pair, path, "properties", name);
    else {
      const edits = [removalEdit(pair.before, "properties", name)];
      // What is gone is not required any more: that is one difference, not two.
      if (!stillRequired.has(name)) edits.push(memberEdit(pair.before, name, false));
      const elsewhere = pair.union?.after.names.has(name) === true;
      foundField(walk, pair, "field-removed", path, name, edits, elsewhere);
    }
  }
  const opening = keptOpen(walk, pair);
  for (const name of Object.keys(after)) {
    if (Object.hasOwn(before, name)) continue;
    const edits = [entryEdit(pair.before, "properties", name, after[name]), ...opening];
    const elsewhere = pair.union?.before.names.has(name) === true;
    foundField(walk, pair, "field-added", fieldPath(pair.path, name), name, edits, elsewhere);
  }
}

function foundField(
  walk: Walk,
  pair: Pair,
  kind: "field-added" | "field-removed",
  path: string,
  name: string,
  edits: Edit[],
  elsewhere: boolean,
): void {
  const [before, after] = [pair.before, pair.after].map((view) => own(mapOf(view, "properties"), name));
  const pointer = pointerOf(walk, pair, "properties", name);
  walk.found(pair, { kind, pointer, path, before, after, edits, ...(elsewhere && { elsewhere }) });
}

function compareRequired(walk: Walk, pair: Pair): void {
  if (malformed(walk, pair, "required", Array.isArray)) return;
  const before = requiredOf(pair.before);
  const after = requiredOf(pair.after);
  const declared = { before: mapOf(pair.before, "properties"), after: mapOf(pair.after, "properties") };
  for (const name of after) {
    if (before.has(name)) continue;
    foundRequired(walk, pair, "field-required", name);
  }
  for (const name of before) {
    const gone = Object.hasOwn(declared.before, name) && !Object.hasOwn(declared.after, name);
    if (after.has(name) || gone) continue;
    foundRequired(walk, pair, "field-optional", name);
  }
}

function requiredOf(view: View): ReadonlySet<string> {
  const list = keyword(view, "required");
  return new Set(Array.isArray(list) ? list.filter((name) => typeof name === "string") : []);
}

function foundRequired(
  walk: Walk,
  pair: Pair,
  kind: "field-required" | "field-optional",
  name: string,
): void {
  const required = kind === "field-required";
  const isDeclared = Object.hasOwn(mapOf(pair.after, "properties"), name);
  walk.found(pair, {
    kind,
    pointer: isDeclared ? pointerOf(walk, pair, "properties", name) : pointerOf(walk, pair, "required"),
    path: fieldPath(pair.path, name),
    before: !required,
    after: required,
    edits: [memberEdit(pair.before, name, required)],
  });
}

function memberEdit(view: View, name: string, required: boolean): Edit {
  const { at } = holderOf(view, "required");
  return required ? { at, list: "required", add: name } : { at, list: "required", drop: name };
}
