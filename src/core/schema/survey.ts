import { NotModelled, refuseHuge } from "../json/bounds.ts";
import { isObject, own } from "../json/value.ts";
import type { Dialect } from "./dialect.ts";
import { isSilent, LISTS, MAPS, ONES } from "./positions.ts";

/** What is to be known of a schema before it is read. */
export interface Survey {
  /** Whether it uses words that 2020-12 has replaced. */
  rewrite: boolean;
  /** Whether it has references. */
  references: boolean;
  /** What readings differ about: a keyword of a later dialect, or an assertion beside a `$ref` before 2020-12. */
  foreign: string | undefined;
}

/** How deep schemas may nest: far from overflowing the call stack. */
const MAX_DEPTH = 150;

/** How many keywords a schema may have in all. */
const MAX_KEYWORDS = 45_000;

const LATER =
  "prefixItems unevaluatedItems unevaluatedProperties dependentRequired dependentSchemas minContains maxContains " +
  "$dynamicRef $anchor $dynamicAnchor";

/** What older dialects do not know though 2020-12 asserts it: whether a validator applies it there is a guess. */
const FOREIGN: Readonly<Record<Dialect, ReadonlySet<string>>> = {
  "2020-12": new Set(),
  "draft-07": new Set(LATER.split(" ")),
  "draft-04": new Set([...LATER.split(" "), "const", "contains", "propertyNames", "if", "$id"]),
};

/** References through what is no schema would reach text that was never rewritten. */
const SCHEMA_PATH =
  /^#(?:\/(?:definitions|\$defs|properties|patternProperties)\/[^/]*|\/(?:items|additionalProperties|not|then|else)|\/(?:allOf|anyOf|oneOf)\/\d+)*$/;

/**
 * Walks a schema once: refuses what is malformed, too deep or too large, and notes what reading it takes.
 * @throws NotModelled
 */
export function survey(schema: unknown, dialect: Dialect): Survey {
  const notes: Survey = { rewrite: false, references: false, foreign: undefined };
  let left = MAX_KEYWORDS;
  const visit = (at: unknown, depth: number): void => {
    if (typeof at === "boolean") return;
    if (!isObject(at)) throw new NotModelled("a schema is an object or a boolean");
    if (depth > MAX_DEPTH) throw new NotModelled("too deep");
    const keys = Object.keys(at);
    left -= keys.length;
    if (left < 0) throw new NotModelled("too large");
    for (const key of keys) visitKeyword(key, at[key], depth);
    note(notes, at, keys, dialect);
  };
  const visitKeyword = (key: string, value: unknown, depth: number): void => {
    if (ONES.has(key)) {
      if (key !== "items" || !Array.isArray(value)) return visit(value, depth + 1);
      for (const inner of value) visit(inner, depth + 1);
    } else if (LISTS.has(key)) {
      if (!Array.isArray(value)) throw new NotModelled(`${key} must be a list`);
      for (const inner of value) visit(inner, depth + 1);
    } else if (MAPS.has(key)) {
      if (!isObject(value)) throw new NotModelled(`${key} must be an object`);
      for (const inner of Object.values(value)) visit(inner, depth + 1);
    } else if (key === "enum" || key === "const") refuseHuge(value);
    else if (key === "dependencies" && isObject(value)) {
      for (const inner of Object.values(value)) if (!Array.isArray(inner)) visit(inner, depth + 1);
    } else if (key === "additionalItems" && dialect !== "2020-12") visit(value, depth + 1);
  };
  visit(schema, 0);
  return notes;
}

function note(
  notes: Survey,
  schema: Readonly<Record<string, unknown>>,
  keys: readonly string[],
  dialect: Dialect,
): void {
  const ref = own(schema, "$ref");
  if (ref !== undefined || Object.hasOwn(schema, "$dynamicRef")) notes.references = true;
  if (Array.isArray(schema["items"])) {
    // 2020-12 has no list here: validators refuse the schema.
    if (dialect === "2020-12") throw new NotModelled("items must be a schema");
    notes.rewrite = true;
  }
  if (dialect === "2020-12") return;
  if (Object.hasOwn(schema, "dependencies") || Object.hasOwn(schema, "additionalItems")) notes.rewrite = true;
  if (dialect === "draft-04") notes.rewrite = true;
  notes.foreign ??= keys.find((key) => FOREIGN[dialect].has(key));
  if (typeof ref !== "string") return;
  if (!SCHEMA_PATH.test(ref)) notes.foreign ??= "a reference to what may be no schema";
  notes.foreign ??= keys.find((key) => key !== "$ref" && !isSilent(key));
}
