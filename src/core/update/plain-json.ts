import { isObject, put } from "../json/value.ts";

/** A JSON value without the keys whose value is undefined: JSON can't say it. Not for what may nest without bound. */
export function plainJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainJson);
  if (!isObject(value)) return value;
  const plain: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    if (value[key] !== undefined) put(plain, key, plainJson(value[key]));
  }
  return plain;
}
