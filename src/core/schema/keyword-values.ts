import { NotModelled } from "../json/bounds.ts";
import { isObject, own } from "../json/value.ts";
import type { SchemaObject } from "./lower.ts";

/** The value of a keyword that must be a number. @throws NotModelled */
export function numberAt(schema: SchemaObject, key: string): number {
  const value = own(schema, key);
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw new NotModelled(`${key} must be a number`);
}

/** The value of a keyword that must be a whole number of at least 0. @throws NotModelled */
export function countAt(schema: SchemaObject, key: string): number {
  const value = numberAt(schema, key);
  if (Number.isInteger(value) && value >= 0) return value;
  throw new NotModelled(`${key} must be a whole number`);
}

/** The value of a keyword that must be a string. @throws NotModelled */
export function textAt(schema: SchemaObject, key: string): string {
  const value = own(schema, key);
  if (typeof value === "string") return value;
  throw new NotModelled(`${key} must be a string`);
}

/** The value of a keyword that must be a boolean; false when it is missing. @throws NotModelled */
export function flagAt(schema: SchemaObject, key: string): boolean {
  const value = own(schema, key) ?? false;
  if (typeof value === "boolean") return value;
  throw new NotModelled(`${key} must be a boolean`);
}

/** The value of a keyword that must be a list. @throws NotModelled */
export function listAt(schema: SchemaObject, key: string): readonly unknown[] {
  const value = own(schema, key);
  if (Array.isArray(value)) return value;
  throw new NotModelled(`${key} must be a list`);
}

/** The value of a keyword that must be a list of strings. @throws NotModelled */
export function namesAt(schema: SchemaObject, key: string): readonly string[] {
  return names(own(schema, key), key);
}

/** A list that must hold strings. @throws NotModelled */
export function names(list: unknown, key: string): readonly string[] {
  if (Array.isArray(list) && list.every((name) => typeof name === "string")) return list;
  throw new NotModelled(`${key} must hold strings`);
}

/**
 * The entries of a keyword that must be an object, in an order that does not depend on how it was written; none when it
 * is missing. @throws NotModelled
 */
export function entriesAt(schema: SchemaObject, key: string): (readonly [string, unknown])[] {
  const value = own(schema, key) ?? {};
  if (!isObject(value)) throw new NotModelled(`${key} must be an object`);
  return Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
}
