import { charactersIn } from "./inert.ts";
import { isObject } from "../json/value.ts";
import { fieldPath } from "../differences/path.ts";
import { stepsOf, valueAt } from "./field-at.ts";
import { join, name, say, value, type Phrase, type Piece } from "./phrase.ts";

const LONGEST = 60;
const MOST_FIELDS = 2;

/**
 * The part of a witness that tells what changed at a path: "`limit: 500`", "an item `x`", of a whole call its one or two
 * fields. Undefined where no part is short: half a value would be an example of nothing.
 */
export function exampleWords(witness: unknown, path: string): Phrase | undefined {
  const steps = stepsOf(path);
  if (steps === undefined) return undefined;
  if (path === "") return wholeWords(witness);
  const found = valueAt(witness, steps);
  if (steps.at(-1) === "item") return itemWords(found);
  // Where the field is inside a list, the sentence has said so.
  return fieldWords(path.slice(path.lastIndexOf("[]") + 1).replace(/^\]\.?/, ""), found);
}

function wholeWords(witness: unknown): Phrase | undefined {
  const fields = isObject(witness) ? Object.entries(witness) : [];
  if (fields.length === 0 || fields.length > MOST_FIELDS) return undefined;
  const said = fields.map(([key, inner]) => fieldWords(fieldPath("", key), inner));
  return said.every((one) => one !== undefined) ? join(said, " with ") : undefined;
}

function fieldWords(path: string, found: unknown): Phrase | undefined {
  const [field, shown] = [codeOf(name(path)), isShort(found) ? codeOf(value(found)) : undefined];
  if (field === undefined || shown === undefined) return undefined;
  const code = `${field}: ${shown}`;
  return charactersIn(code) > LONGEST ? undefined : [{ code }];
}

function itemWords(found: unknown): Phrase | undefined {
  const shown = isShort(found) ? codeOf(value(found)) : undefined;
  return shown === undefined || charactersIn(shown) > LONGEST ? undefined : say`an item ${[{ code: shown }]}`;
}

/** Records and lists are no words for people, nor is an empty text. */
function isShort(found: unknown): boolean {
  return found !== undefined && found !== "" && typeof found !== "object";
}

/** The text of a phrase that is code alone: nothing was cut off it. */
function codeOf([piece, ...rest]: Phrase): string | undefined {
  const isCode = (one: Piece | undefined): one is { code: string } => one !== undefined && "code" in one;
  return rest.length === 0 && isCode(piece) ? piece.code : undefined;
}
