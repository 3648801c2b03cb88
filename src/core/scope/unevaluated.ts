import { isObject, own } from "../json/value.ts";
import { NotModelled, refuseMany, spend } from "./bounds.ts";
import { itemsNode, namesNode, reading, type Building } from "./building.ts";
import type { Node, Store } from "./ir.ts";
import type { SchemaObject } from "./lower.ts";
import { referenced } from "./resolve.ts";
import { isTrivial } from "./schema-positions.ts";

// What `unevaluated…` leaves over depends on which of the schema's parts hold. Each part that may hold covers names or
// positions; whatever is covered by none of those that hold must satisfy the keyword. So for each name and class of
// names there is one clause: the keyword's schema holds there, or one of the parts that cover it holds.

/** What a part of a schema covers when it holds. */
interface Cover {
  readonly when: Node;
  readonly names: Set<string>;
  readonly patterns: Set<string>;
  readonly contains: Node[];
  prefix: number;
  allNames: boolean;
  allItems: boolean;
}

/** Steps for telling whether a pattern covers a name. */
const MATCH_STEPS = 20_000;

const MAX_COVERS = 200;
const MAX_PATTERNS = 3;

/** The clauses of `unevaluatedProperties`. */
export function buildUnevaluatedProperties(
  building: Building,
  schema: SchemaObject,
  lenient: boolean,
): Node[] {
  const inner = own(schema, "unevaluatedProperties");
  if (inner === undefined) return [];
  const { store } = building;
  const value = building.build(inner, lenient);
  const [base, ...covers] = coversOf(building, schema, lenient);
  if (value === store.anything || base === undefined || base.allNames) return [];
  const patterns = [...new Set(covers.flatMap((cover) => [...cover.patterns]))].filter(
    (source) => !base.patterns.has(source),
  );
  refuseMany(patterns, MAX_PATTERNS);
  const named = new Set(covers.flatMap((cover) => [...cover.names]));
  const clauses: Node[] = [];
  spend(building.budget, named.size * (2 + covers.length / 4));
  for (const only of named) {
    if (base.names.has(only) || matchesAny(store, base.patterns, only)) continue;
    const holding = covers.filter((cover) => coversName(store, cover, only));
    clauses.push(store.any([namesNode(store, { only }, value), ...holding.map((cover) => cover.when)]));
  }
  const except = new Set([...base.names, ...named]);
  for (let subset = 0; subset < 1 << patterns.length; subset++) {
    const inside = patterns.filter((_, at) => (subset >> at) & 1);
    const holding = covers.filter(
      (cover) => cover.allNames || inside.some((source) => cover.patterns.has(source)),
    );
    const outside = [...base.patterns, ...patterns.filter((source) => !inside.includes(source))];
    const patternOf = (source: string) => store.make({ kind: "pattern", source });
    const node = store.all([
      ...inside.map(patternOf),
      ...outside.map((source) => store.not(patternOf(source))),
    ]);
    const names = namesNode(store, { except, node }, value);
    clauses.push(store.any([names, ...holding.map((cover) => cover.when)]));
  }
  return clauses;
}

function coversName(store: Store, cover: Cover, name: string): boolean {
  return cover.allNames || cover.names.has(name) || matchesAny(store, cover.patterns, name);
}

function matchesAny(store: Store, patterns: ReadonlySet<string>, name: string): boolean {
  return [...patterns].some((source) => {
    const matches = store.matches(source, name, { left: MATCH_STEPS });
    if (matches === undefined) throw new NotModelled("a pattern that can't be matched");
    return matches;
  });
}

/** The clauses of `unevaluatedItems`. */
export function buildUnevaluatedItems(building: Building, schema: SchemaObject, lenient: boolean): Node[] {
  const inner = own(schema, "unevaluatedItems");
  if (inner === undefined) return [];
  const { store } = building;
  const [base, ...covers] = coversOf(building, schema, lenient);
  if (base === undefined || base.allItems) return [];
  const containing = covers.filter((cover) => cover.contains.length > 0);
  refuseMany(containing, 0);
  // The specification says that an item which `contains` matches is evaluated; ajv takes all items for evaluated then.
  const wholly = base.contains.length > 0 ? [reading(store, "contains covers all")] : [];
  const value = store.any([building.build(inner, lenient), ...base.contains]);
  const end = Math.max(base.prefix, ...covers.map((cover) => cover.prefix));
  const clauses: Node[] = [];
  for (let at = base.prefix; at <= end; at++) {
    const holding = covers.filter((cover) => cover.allItems || cover.prefix > at).map((cover) => cover.when);
    clauses.push(store.any([itemsNode(store, at, at < end, value), ...holding, ...wholly]));
  }
  return clauses;
}

/** What is covered in any case (first), and what only when a part holds. */
function coversOf(building: Building, schema: SchemaObject, lenient: boolean): Cover[] {
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
  const names = Object.keys(isObject(properties) ? properties : {});
  spend(building.budget, 5 + names.length / 2);
  for (const name of names) cover.names.add(name);
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
