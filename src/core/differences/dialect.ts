import { isObject, own, put } from "../json/value.ts";
import { SCHEMA_LISTS, SCHEMA_MAPS, SCHEMAS } from "../tool/schema-keywords.ts";

/** The dialects of JSON Schema whose spelling toolcard reads. */
export type Dialect = "2020-12" | "2019-09" | "draft-07" | "draft-06" | "draft-04";

const DIALECTS: readonly Dialect[] = ["2020-12", "2019-09", "draft-07", "draft-06", "draft-04"];

/**
 * The dialect a schema is written in: what its `$schema` names, else the one given, else 2020-12, which MCP takes for
 * granted. Undefined for a `$schema` that names none of them.
 */
export function dialectOf(schema: unknown, otherwise?: string): Dialect | undefined {
  const uri = isObject(schema) ? own(schema, "$schema") : undefined;
  if (uri === undefined) return DIALECTS.find((name) => name === otherwise) ?? "2020-12";
  return typeof uri === "string" ? DIALECTS.find((name) => uri.includes(name)) : undefined;
}

/** A schema in the words of 2020-12, which still knows the pointers into the text it was written in. */
export interface Respelled {
  readonly root: unknown;
  /** What a keyword of a respelled object was called in the original. */
  original(node: object, keyword: string): string;
}

/**
 * Puts a schema into the words of 2020-12: lists of positions (`items`, `additionalItems`), `dependencies`, and
 * draft-04's boolean `exclusiveMinimum` and `exclusiveMaximum`. A schema of that dialect is left as it is.
 */
export function respell(schema: unknown, dialect: Dialect | undefined): Respelled {
  const names = new WeakMap<object, Map<string, string>>();
  const original = (node: object, keyword: string) => names.get(node)?.get(keyword) ?? keyword;
  if (dialect === undefined || dialect === "2020-12") return { root: schema, original };

  const schemaIn2020 = (at: unknown): unknown => {
    if (!isObject(at)) return at;
    const out: Record<string, unknown> = {};
    const renamed = new Map<string, string>();
    for (const key of Object.keys(at)) respellKeyword(at, key, out, renamed);
    if (renamed.size > 0) names.set(out, renamed);
    return unlessSame(at, out);
  };
  const mapIn2020 = (map: Readonly<Record<string, unknown>>): Record<string, unknown> => {
    const out: Record<string, unknown> = {};
    for (const [name, inner] of Object.entries(map)) put(out, name, schemaIn2020(inner));
    return unlessSame(map, out);
  };

  function respellKeyword(
    at: Readonly<Record<string, unknown>>,
    key: string,
    out: Record<string, unknown>,
    renamed: Map<string, string>,
  ): void {
    const value = at[key];
    if (key === "$schema") return;
    if (key === "items" && Array.isArray(value)) {
      put(out, "prefixItems", value.map(schemaIn2020));
      renamed.set("prefixItems", "items");
      if (!Object.hasOwn(at, "additionalItems")) return;
      put(out, "items", schemaIn2020(at["additionalItems"]));
      renamed.set("items", "additionalItems");
    } else if (key === "additionalItems") {
      // Beside a list of positions it went into `items` above; anywhere else it says nothing.
      if (!Array.isArray(at["items"])) put(out, key, value);
    } else if (key === "dependencies" && isObject(value)) {
      splitDependencies(value, out);
      for (const name of ["dependentRequired", "dependentSchemas"]) renamed.set(name, key);
    } else if (dialect === "draft-04" && BOUNDS.has(key)) putBound(at, key, out);
    else put(out, key, keywordIn2020(key, value));
  }

  function splitDependencies(map: Readonly<Record<string, unknown>>, out: Record<string, unknown>): void {
    const required: Record<string, unknown> = {};
    const schemas: Record<string, unknown> = {};
    for (const [name, inner] of Object.entries(map)) {
      if (Array.isArray(inner)) put(required, name, inner);
      else put(schemas, name, schemaIn2020(inner));
    }
    if (Object.keys(required).length > 0) put(out, "dependentRequired", required);
    if (Object.keys(schemas).length > 0) put(out, "dependentSchemas", schemas);
  }

  const keywordIn2020 = (key: string, value: unknown): unknown => {
    if (SCHEMA_MAPS.has(key)) return isObject(value) ? mapIn2020(value) : value;
    if (SCHEMA_LISTS.has(key)) {
      return Array.isArray(value) ? unlessSame(value, value.map(schemaIn2020)) : value;
    }
    return SCHEMAS.has(key) ? schemaIn2020(value) : value;
  };

  return { root: schemaIn2020(schema), original };
}

/** The copy, or the original where nothing was changed: what is known of that holds then. */
function unlessSame<T extends object>(original: T, copy: T): T {
  const [old, now] = [Object.entries(original), copy as Readonly<Record<string, unknown>>];
  const isSame = old.length === Object.keys(now).length && old.every(([key, value]) => now[key] === value);
  return isSame ? original : copy;
}

const BOUNDS: ReadonlyMap<string, string> = new Map([
  ["minimum", "exclusiveMinimum"],
  ["maximum", "exclusiveMaximum"],
  ["exclusiveMinimum", "minimum"],
  ["exclusiveMaximum", "maximum"],
]);

/** In draft-04 `exclusiveMinimum: true` makes the `minimum` beside it exclusive. */
function putBound(at: Readonly<Record<string, unknown>>, key: string, out: Record<string, unknown>): void {
  const other = BOUNDS.get(key) ?? key;
  if (key === "minimum" || key === "maximum") {
    if (own(at, other) !== true) put(out, key, at[key]);
  } else if (at[key] === true) {
    if (Object.hasOwn(at, other)) put(out, key, at[other]);
  } else if (at[key] !== false) put(out, key, at[key]);
}
