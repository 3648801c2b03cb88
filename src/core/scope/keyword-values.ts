import { isObject, own } from "../json/value.ts";
import { NotModelled } from "./bounds.ts";
import type { SchemaObject } from "./lower.ts";

/** A keyword that must be a number. @throws NotModelled */
export function numberAt(schema: SchemaObject, key: string): number | undefined {
  const value = own(schema, key);
  if (value === undefined || (typeof value === "number" && Number.isFinite(value))) return value;
  throw new NotModelled(`${key} must be a number`);
}

/** A keyword that must be a whole number of at least 0. @throws NotModelled */
export function countAt(schema: SchemaObject, key: string): number | undefined {
  const value = numberAt(schema, key);
  if (value === undefined || (Number.isInteger(value) && value >= 0)) return value;
  throw new NotModelled(`${key} must be a whole number`);
}

/** A keyword that must be a string. @throws NotModelled */
export function textAt(schema: SchemaObject, key: string): string | undefined {
  const value = own(schema, key);
  if (value === undefined || typeof value === "string") return value;
  throw new NotModelled(`${key} must be a string`);
}

/** A keyword that must be a boolean. @throws NotModelled */
export function flagAt(schema: SchemaObject, key: string): boolean {
  const value = own(schema, key);
  if (value === undefined || typeof value === "boolean") return value ?? false;
  throw new NotModelled(`${key} must be a boolean`);
}

/** A keyword that must be a list. @throws NotModelled */
export function listAt(schema: SchemaObject, key: string): readonly unknown[] | undefined {
  const value = own(schema, key);
  if (value === undefined || Array.isArray(value)) return value;
  throw new NotModelled(`${key} must be a list`);
}

/** A keyword that must be a list of strings. @throws NotModelled */
export function namesAt(schema: SchemaObject, key: string): readonly string[] {
  return names(listAt(schema, key) ?? [], key);
}

/** A list that must hold strings. @throws NotModelled */
export function names(list: unknown, key: string): readonly string[] {
  if (Array.isArray(list) && list.every((name) => typeof name === "string")) return list;
  throw new NotModelled(`${key} must hold strings`);
}

/** A keyword that must be an object; its entries by key, in an order that does not depend on how it was written. */
export function entriesAt(schema: SchemaObject, key: string): (readonly [string, unknown])[] {
  const value = own(schema, key);
  if (value === undefined) return [];
  if (!isObject(value)) throw new NotModelled(`${key} must be an object`);
  return Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
}
