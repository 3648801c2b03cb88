import { isObject, own, put } from "../json/value.ts";
import { NotModelled } from "../json/bounds.ts";
import type { SchemaObject } from "../schema/lower.ts";
import { createResolver, type Resolver } from "../schema/resolve.ts";
import { isSilent, LISTS, MAPS, ONES } from "../schema/positions.ts";

/** A document without references, but for those to `$defs` that contain themselves. */
export interface Inlined {
  readonly root: SchemaObject;
  readonly defs: ReadonlyMap<string, unknown>;
}

/** Schemas in the result: definitions that use each other twice would double it at every level. */
const MAX_SCHEMAS = 20_000;

interface Inlining {
  readonly resolver: Resolver;
  /** What the names of definitions begin with: those of two documents must differ. */
  readonly prefix: string;
  /** The names under which targets stay definitions. */
  readonly named: Map<unknown, string>;
  /** Targets whose definition is still to be written. */
  readonly waiting: unknown[];
  left: number;
}

/** Writes what references point at where they stand. @throws NotModelled for one that leads out of the document, or nowhere */
export function inlined(root: SchemaObject, prefix: string): Inlined {
  const resolver = createResolver(root);
  const inlining: Inlining = { resolver, prefix, named: new Map(), waiting: [], left: MAX_SCHEMAS };
  const out = inline(root, [root], inlining) as SchemaObject;
  const defs = new Map<string, unknown>();
  for (let target = inlining.waiting.shift(); target !== undefined; target = inlining.waiting.shift()) {
    defs.set(inlining.named.get(target) ?? "", inline(target, [target], inlining));
  }
  return { root: out, defs };
}

/** Keywords of a document, not of what is permitted. */
const DOCUMENT: ReadonlySet<string> = new Set([
  "$schema",
  "$id",
  "$anchor",
  "$dynamicAnchor",
  "$defs",
  "definitions",
  "$ref",
  "$dynamicRef",
]);

function inline(at: unknown, above: readonly unknown[], inlining: Inlining): unknown {
  if (!isObject(at)) return at;
  inlining.left--;
  if (inlining.left < 0) throw new NotModelled("too large when its definitions are written out");
  const out: Record<string, unknown> = {};
  for (const key of Object.keys(at)) {
    if (!DOCUMENT.has(key)) put(out, key, inlineKeyword(key, at[key], above, inlining));
  }
  const targets = ["$ref", "$dynamicRef"].flatMap((key) => {
    const ref = own(at, key);
    if (ref === undefined) return [];
    if (typeof ref !== "string") throw new NotModelled("a reference that is no text");
    return [inlineTarget(inlining.resolver.resolve(ref), above, inlining)];
  });
  return targets.reduce<unknown>(together, out);
}

function inlineKeyword(key: string, value: unknown, above: readonly unknown[], inlining: Inlining): unknown {
  const inner = (schema: unknown) => inline(schema, above, inlining);
  if (ONES.has(key)) return inner(value);
  if (LISTS.has(key) && Array.isArray(value)) return value.map(inner);
  if (!MAPS.has(key) || !isObject(value)) return value;
  const map: Record<string, unknown> = {};
  for (const name of Object.keys(value)) put(map, name, inner(value[name]));
  return map;
}

function inlineTarget(target: unknown, above: readonly unknown[], inlining: Inlining): unknown {
  if (!isObject(target)) return target;
  const known = inlining.named.get(target);
  if (known === undefined && !above.includes(target)) return inline(target, [...above, target], inlining);
  const name = known ?? `${inlining.prefix}${inlining.named.size + 1}`;
  if (known === undefined) {
    inlining.named.set(target, name);
    inlining.waiting.push(target);
  }
  return { $ref: `#/$defs/${name}` };
}

/** What stands beside a reference, and what it points at, as one schema. Words beside a reference are the nearer ones. */
function together(beside: unknown, target: unknown): unknown {
  if (!isObject(beside) || !isObject(target)) return target === true ? beside : target;
  if (Object.keys(beside).every(isSilent)) return { ...target, ...beside };
  if (Object.keys(target).every(isSilent)) return { ...target, ...beside };
  return { allOf: [target, beside] };
}
