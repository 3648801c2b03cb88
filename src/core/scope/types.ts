/** The six types of JSON, as bits of a mask; `integer` is a number that is a multiple of 1. */
export const NULL = 1;
export const BOOLEAN = 2;
export const NUMBER = 4;
export const STRING = 8;
export const ARRAY = 16;
export const OBJECT = 32;
export const ANYTHING = 63;

/** Each type alone, in the order in which they are tried: the cheap ones first. */
export const TYPES = [NULL, BOOLEAN, NUMBER, STRING, ARRAY, OBJECT] as const;

/** The type of a value, as a bit. */
export function typeOf(value: unknown): number {
  if (value === null) return NULL;
  if (Array.isArray(value)) return ARRAY;
  switch (typeof value) {
    case "boolean":
      return BOOLEAN;
    case "number":
      return NUMBER;
    case "string":
      return STRING;
    default:
      return OBJECT;
  }
}
