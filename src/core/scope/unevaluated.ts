import { NotModelled, refuseMany } from "../json/bounds.ts";
import { own } from "../json/value.ts";
import type { SchemaObject } from "../schema/lower.ts";
import { itemsNode, namesNode, reading, type Building } from "./building.ts";
import { coversOf, type Cover } from "./covers.ts";
import type { Node } from "./formula.ts";
import type { Store } from "./store.ts";
import { subsetsOf } from "./subsets.ts";

// What `unevaluated…` leaves over depends on which of the schema's parts hold. Each part that may hold covers names or
// positions; whatever is covered by none of those that hold must satisfy the keyword. So for each name and class of
// names there is one clause: the keyword's schema holds there, or one of the parts that cover it holds.

/** Steps for telling whether a pattern covers a name. */
const MATCH_STEPS = 20_000;

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
  for (const only of named) {
    if (base.names.has(only) || matchesAny(store, base.patterns, only)) continue;
    const holding = covers.filter((cover) => coversName(store, cover, only));
    clauses.push(store.any([namesNode(store, { only }, value), ...holding.map((cover) => cover.when)]));
  }
  const except = new Set([...base.names, ...named]);
  for (const inside of subsetsOf(patterns)) {
    const holding = covers.filter(
      (cover) =>
        cover.allNames || patterns.some((source) => inside.has(source) && cover.patterns.has(source)),
    );
    const outside = [...base.patterns, ...patterns.filter((source) => !inside.has(source))];
    const patternOf = (source: string) => store.make({ kind: "pattern", source });
    const node = store.all([
      ...[...inside].map(patternOf),
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
