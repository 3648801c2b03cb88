import { isObject } from "../json/value.ts";
import { MAX_NESTING } from "./tree.ts";

/** Gives equal JSON values the same number, and different values different ones. */
export type Identity = (value: unknown) => number;

/**
 * Makes an `Identity`. Each value is walked once, however often it is asked for, so that comparing all parts of two trees
 * costs no more than reading them. The order of keys says nothing.
 * @throws TypeError for what is no JSON value, RangeError for what nests deeper than a file may.
 */
export function identities(): Identity {
  const numbers = new Map<string, number>();
  const known = new WeakMap<object, number>();
  const numberOf = (form: string): number => {
    const before = numbers.get(form);
    if (before !== undefined) return before;
    numbers.set(form, numbers.size);
    return numbers.size - 1;
  };
  const of = (value: unknown, depth: number): number => {
    if (typeof value !== "object" || value === null) return numberOf(scalarForm(value));
    const before = known.get(value);
    if (before !== undefined) return before;
    if (depth > MAX_NESTING) throw new RangeError(`a value nests deeper than ${MAX_NESTING} levels`);
    const parts = Array.isArray(value) ? value.map((item) => of(item, depth + 1)) : keyForms(value, depth);
    const number = numberOf(Array.isArray(value) ? `[${parts.join()}]` : `{${parts.join()}}`);
    known.set(value, number);
    return number;
  };
  const keyForms = (value: object, depth: number): string[] => {
    if (!isObject(value)) throw new TypeError("not a JSON value");
    const forms: string[] = [];
    for (const key of Object.keys(value).toSorted()) {
      forms.push(`${numberOf(`"${key}`)}:${of(value[key], depth + 1)}`);
    }
    return forms;
  };
  return (value) => of(value, 1);
}

function scalarForm(value: unknown): string {
  if (typeof value === "string") return `"${value}`;
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value);
  if (typeof value === "boolean" || value === null) return String(value);
  throw new TypeError("not a JSON value");
}
