import { NotModelled } from "../json/bounds.ts";
import { isObject, own, put } from "../json/value.ts";
import type { SchemaObject } from "./lower.ts";
import { createResolver, type Resolver } from "./resolve.ts";

/**
 * The closed world of DESIGN §5, as data: every position that declares properties (itself or through what it composes)
 * refuses all others, unless it says otherwise. The root of an input always closes. What stands under `not`, `contains`
 * and `propertyNames` is left alone: closing it would turn narrowing into widening.
 * @throws NotModelled for references that can't be resolved.
 */
export function closeWorld(schema: unknown, side: "input" | "output"): unknown {
  if (schema === false) return false;
  if (!isObject(schema)) return side === "input" ? { unevaluatedProperties: false } : schema;
  const resolver = createResolver(schema);
  const known = new Map<unknown, boolean>();
  const declares = (at: SchemaObject) => known.get(at) ?? declaresProperties(at, resolver, known);
  return closePosition(schema, side === "input" ? () => true : declares, declares);
}

type Declares = (at: SchemaObject) => boolean;

function closePosition(at: unknown, closes: Declares, declares: Declares): unknown {
  if (!isObject(at)) return at;
  const inner = closeBody(at, declares);
  const open = !closes(at) || Object.hasOwn(at, "unevaluatedProperties");
  return open ? inner : { ...inner, unevaluatedProperties: false };
}

const POSITIONS = new Set(["items", "additionalProperties", "unevaluatedItems", "unevaluatedProperties"]);

/** A schema whose inner positions are closed, but not the one that it describes itself. */
function closeBody(at: SchemaObject, declares: Declares): SchemaObject {
  const position = (inner: unknown) => closePosition(inner, declares, declares);
  const body = (inner: unknown) => (isObject(inner) ? closeBody(inner, declares) : inner);
  return mapValues(at, (value, key) => {
    if (key === "properties" || key === "patternProperties") return mapValues(value, position);
    if (key === "$defs" || key === "definitions" || key === "dependentSchemas") return mapValues(value, body);
    if (key === "allOf" || key === "anyOf" || key === "oneOf") return mapItems(value, body);
    if (key === "prefixItems") return mapItems(value, position);
    if (POSITIONS.has(key)) return position(value);
    return key === "if" || key === "then" || key === "else" ? body(value) : value;
  });
}

/** The same object where nothing changes, so that what was built of it can be used again. */
function mapValues(value: unknown, change: (inner: unknown, key: string) => unknown): SchemaObject {
  if (!isObject(value)) throw new NotModelled("an object of schemas was expected");
  let out: Record<string, unknown> | undefined;
  for (const key of Object.keys(value)) {
    const after = change(value[key], key);
    if (after === value[key]) continue;
    out ??= { ...value };
    put(out, key, after);
  }
  return out ?? value;
}

function mapItems(value: unknown, change: (inner: unknown) => unknown): readonly unknown[] {
  const before = listOf(value);
  const after = before.map(change);
  return after.every((inner, at) => inner === before[at]) ? before : after;
}

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new NotModelled("a list of schemas was expected");
  return value;
}

/** Does the schema declare properties, or anything that it composes at the same position? */
function declaresProperties(at: SchemaObject, resolver: Resolver, known: Map<unknown, boolean>): boolean {
  const seen = new Set<unknown>();
  const rest: unknown[] = [at];
  while (rest.length > 0) {
    const next = rest.pop();
    if (!isObject(next) || seen.has(next) || known.get(next) === false) continue;
    seen.add(next);
    if (Object.hasOwn(next, "properties") || Object.hasOwn(next, "patternProperties") || known.get(next)) {
      known.set(at, true);
      return true;
    }
    for (const part of composedParts(next, resolver)) rest.push(part);
  }
  for (const part of seen) known.set(part, false);
  return false;
}

function* composedParts(at: SchemaObject, resolver: Resolver): Generator {
  for (const key of ["allOf", "anyOf", "oneOf"]) yield* listOf(own(at, key) ?? []);
  for (const key of ["if", "then", "else"]) yield own(at, key);
  const dependent = own(at, "dependentSchemas");
  if (isObject(dependent)) yield* Object.values(dependent);
  for (const key of ["$ref", "$dynamicRef"]) {
    const ref = own(at, key);
    if (typeof ref === "string") yield resolver.resolve(ref);
  }
}
