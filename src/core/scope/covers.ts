import { refuseMany } from "../json/bounds.ts";
import { isObject, own } from "../json/value.ts";
import type { SchemaObject } from "../schema/lower.ts";
import { isTrivial } from "../schema/positions.ts";
import { referenced } from "../schema/resolve.ts";
import { reading, type Building } from "./building.ts";
import type { Node } from "./formula.ts";

/** What a part of a schema covers when it holds. */
export interface Cover {
  readonly when: Node;
  readonly names: Set<string>;
  readonly patterns: Set<string>;
  readonly contains: Node[];
  prefix: number;
  allNames: boolean;
  allItems: boolean;
}

const MAX_COVERS = 200;

/** What the parts of a schema cover: in any case (first), and only when a part holds. */
export function coversOf(building: Building, schema: SchemaObject, lenient: boolean): Cover[] {
  const covers = new Map<number, Cover>();
  const seen = new Set<string>();
  const ids = new Map<unknown, number>();
  const coverWhen = (when: Node): Cover => {
    const known = covers.get(when.id);
    if (known !== undefined) return known;
    const none = { names: new Set<string>(), patterns: new Set<string>(), contains: [], prefix: 0 };
    const cover = { when, ...none, allNames: false, allItems: false };
    covers.set(when.id, cover);
    refuseMany([...covers.keys()], MAX_COVERS);
    return cover;
  };
  const visit = (at: unknown, when: Node, isRoot: boolean): void => {
    if (!isObject(at)) return;
    if (!ids.has(at)) ids.set(at, ids.size);
    const key = `${ids.get(at)} ${when.id}`;
    if (seen.has(key) || when === building.store.nothing) return;
    seen.add(key);
    coverOwn(building, at, coverWhen(when), isRoot);
    for (const [part, condition] of composed(building, at, lenient)) {
      visit(part, building.store.all([when, condition]), false);
    }
  };
  coverWhen(building.store.anything);
  visit(schema, building.store.anything, true);
  return [...covers.values()];
}

function coverOwn(building: Building, schema: SchemaObject, cover: Cover, isRoot: boolean): void {
  const { properties, patternProperties, prefixItems } = schema;
  for (const name of Object.keys(isObject(properties) ? properties : {})) cover.names.add(name);
  for (const source of Object.keys(isObject(patternProperties) ? patternProperties : {})) {
    cover.patterns.add(source);
  }
  if (Array.isArray(prefixItems)) cover.prefix = Math.max(cover.prefix, prefixItems.length);
  if (Object.hasOwn(schema, "additionalProperties")) cover.allNames = true;
  if (Object.hasOwn(schema, "items")) cover.allItems = true;
  const { contains } = schema;
  if (contains !== undefined) {
    // ajv skips one that asks for nothing, and forgets what it would cover.
    const idle = schema["minContains"] === 0 || isTrivial(contains);
    const counts = idle ? [building.store.not(reading(building.store, "idle contains is skipped"))] : [];
    cover.contains.push(building.store.all([building.build(contains, false), ...counts]));
  }
  if (isRoot) return;
  if (Object.hasOwn(schema, "unevaluatedProperties")) cover.allNames = true;
  if (Object.hasOwn(schema, "unevaluatedItems")) cover.allItems = true;
}

/** The parts of a schema at the same position, each with the condition under which what it covers counts. */
function composed(building: Building, schema: SchemaObject, lenient: boolean): [unknown, Node][] {
  const { store, build, resolver } = building;
  const parts: [unknown, Node][] = [];
  for (const target of referenced(schema, resolver)) parts.push([target, store.anything]);
  for (const part of listOf(schema["allOf"])) parts.push([part, store.anything]);
  for (const key of ["anyOf", "oneOf"]) {
    for (const part of listOf(own(schema, key))) parts.push([part, build(part, lenient)]);
  }
  const dependent = own(schema, "dependentSchemas");
  for (const [name, part] of Object.entries(isObject(dependent) ? dependent : {})) {
    parts.push([part, store.make({ kind: "has", name })]);
  }
  const condition = own(schema, "if");
  if (condition !== undefined) {
    const when = build(condition, false);
    // ajv takes what `if` covers for evaluated even when it fails, and not at all when nothing follows from it.
    const counted = store.any([when, reading(store, "if covers")]);
    const [then, otherwise] = [own(schema, "then") ?? true, own(schema, "else") ?? true];
    const idle = isTrivial(then) && isTrivial(otherwise);
    const counts = idle ? [store.not(reading(store, "idle if is skipped")), when] : [counted];
    parts.push([condition, store.all(counts)], [then, when], [otherwise, store.not(when)]);
  }
  return parts;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
