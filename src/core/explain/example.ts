import { fieldPath } from "../differences/path.ts";
import { isObject } from "../json/value.ts";
import { ITEMS, valueAt } from "./field-at.ts";
import { name, say, value, type Phrase } from "./phrase.ts";

const LONGEST = 60;

/**
 * The part of a witness that tells what changed at some steps: "`limit: 500`", "an item `x`"; of a whole call, its only
 * field. Undefined where no part is short: a piece of a value would be an example of nothing.
 */
export function exampleWords(witness: unknown, steps: readonly string[]): Phrase | undefined {
  if (steps.length === 0) {
    const [key, ...others] = isObject(witness) ? Object.keys(witness) : [];
    return key === undefined || others.length > 0 ? undefined : exampleWords(witness, [fieldPath("", key)]);
  }
  const found = valueAt(witness, steps);
  if (typeof (found ?? null) === "object") return undefined;
  // Next to the largest number that computers keep exactly nobody sees what another digit does.
  if (Math.abs(Number(found)) > 9e15) return undefined;
  // Where the field is inside a list, the sentence has said so.
  const field = steps.slice(steps.lastIndexOf(ITEMS) + 1).join(".");
  const pieces = [...(field === "" ? [] : name(field)), ...value(found)];
  // What was cut is too long all the same.
  const code = pieces.map((piece) => ("code" in piece ? piece.code : "")).join(": ");
  if (code.length > LONGEST) return undefined;
  return field === "" ? say`an item ${[{ code }]}` : [{ code }];
}
