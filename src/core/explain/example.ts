import { charactersIn } from "./inert.ts";
import { isObject } from "../json/value.ts";
import { fieldPath } from "../differences/path.ts";
import { valueAt } from "./field-at.ts";
import { join, name, say, value, type Phrase } from "./phrase.ts";

const LONGEST = 60;
const MOST_FIELDS = 2;

/**
 * The part of a witness that tells what changed at some steps: "`limit: 500`", "an item `x`", of a whole call its one or two
 * fields. Undefined where no part is short: half a value would be an example of nothing.
 */
export function exampleWords(witness: unknown, steps: readonly string[]): Phrase | undefined {
  if (steps.length === 0) return wholeWords(witness);
  const found = valueAt(witness, steps);
  // Where the field is inside a list, the sentence has said so.
  const field = steps.slice(steps.lastIndexOf("[]") + 1).join(".");
  if (field !== "") return shortWords(found, field);
  const item = shortWords(found);
  return item && say`an item ${item}`;
}

function wholeWords(witness: unknown): Phrase | undefined {
  const fields = isObject(witness) ? Object.entries(witness) : [];
  const said = fields.flatMap(([key, inner]) => shortWords(inner, fieldPath("", key)) ?? []);
  const isWhole = said.length === fields.length && said.length > 0 && said.length <= MOST_FIELDS;
  return isWhole
    ? join(
        said.map((piece) => [piece]),
        " with ",
      )
    : undefined;
}

/** A value with the name of its field, as one piece; undefined for what is not short, as records and lists are. */
function shortWords(found: unknown, field?: string): Phrase | undefined {
  if (found === undefined || found === "" || typeof found === "object") return undefined;
  const pieces = [...(field === undefined ? [] : name(field)), ...value(found)];
  // What was cut has a piece that says so.
  const code = pieces.map((piece) => ("code" in piece ? piece.code : " ".repeat(LONGEST))).join(": ");
  return charactersIn(code) > LONGEST ? undefined : [{ code }];
}
