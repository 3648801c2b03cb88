import { isObject } from "../json/value.ts";
import { isSilent } from "../schema/positions.ts";

/** Keywords of which ajv is sure by itself, beside those that hold schemas. */
const SURE: ReadonlySet<string> = new Set([
  "type",
  "required",
  "enum",
  "const",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "minLength",
  "maxLength",
  "pattern",
  "format",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
]);
const CLOSING: ReadonlySet<string> = new Set(["additionalProperties", "unevaluatedProperties"]);

/**
 * Whether ajv alone may judge by a closed schema: it composes nothing, so what is declared is what stands there, and
 * compares nothing but scalars. Most tools' schemas are such. Of everything else ajv takes some names for declared that
 * are not, and a second judge is asked.
 */
export function isForAjvAlone(schema: unknown): boolean {
  if (typeof schema === "boolean") return true;
  if (!isObject(schema)) return false;
  return Object.keys(schema).every((key) => isSure(key, schema[key]));
}

function isSure(key: string, value: unknown): boolean {
  if (key === "$defs" || key === "definitions") return true;
  if (isSilent(key)) return true;
  if (key === "properties")
    return isObject(value) && !Object.hasOwn(value, "__proto__") && Object.values(value).every(isForAjvAlone);
  if (key === "items" || CLOSING.has(key)) return isForAjvAlone(value);
  if (key === "const") return isScalar(value);
  if (key === "enum") return Array.isArray(value) && value.every(isScalar);
  return SURE.has(key);
}

function isScalar(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}
