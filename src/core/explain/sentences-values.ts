import type { Change } from "../drift/drift.ts";
import { pointerKeys } from "../json/pointer.ts";
import { keyOf } from "./facts.ts";
import { list, plural, say, value, words, type Phrase } from "./phrase.ts";
import { schemaWords, typeWords, valuesWords } from "./schema-words.ts";
import { valuesLead, type Wording } from "./sentence.ts";
import { valueChange } from "./value-change.ts";

const VALUES = 20;
const NUMBERS: ReadonlySet<unknown> = new Set(["number", "integer"]);

/** A sentence that begins with what becomes of the permitted values, and goes on with the detail given here. */
export function values(detail: (change: Change) => Phrase): Wording {
  return (told) => ({ lead: valuesLead(told), more: detail(told.change) });
}

const types = fromTo(typeWords);
const limits = values(({ pointer, before, after }) => {
  return say`${limitWords(pointer, after)}, was ${limitWords(pointer, before)}`;
});

/** Words for changes of what a single value may be: its type, list of values, limits, step, pattern and format. */
export const VALUE_SENTENCES = {
  "type-added": typesChanged("after", "before", "now also"),
  "type-removed": typesChanged("before", "after", "no longer"),
  "type-changed": types,
  "type-limited": limitedTo(typeWords),
  "type-freed": freedFrom(typeWords),
  "values-added": values(({ before, after }) => say`now also ${difference(after, before, "and")}`),
  "values-removed": values(({ before, after }) => say`no longer ${difference(before, after, "or")}`),
  "values-limited": limitedTo(listed),
  "values-freed": freedFrom(listed),
  "limit-added": values(
    ({ pointer, after }) => say`now ${limitWords(pointer, after)}; before, no such limit`,
  ),
  "limit-removed": values(
    ({ pointer, before }) => say`no such limit now; before, ${limitWords(pointer, before)}`,
  ),
  "limit-raised": limits,
  "limit-lowered": limits,
  "step-added": values(({ after }) => say`only multiples of ${value(after)}`),
  "step-removed": values(({ before }) => say`no longer only multiples of ${value(before)}`),
  "step-changed": values(({ before, after }) => say`only multiples of ${value(after)}, was ${value(before)}`),
  "pattern-added": values(({ after }) => say`text must match ${value(after)}`),
  "pattern-removed": values(({ before }) => say`text need no longer match ${value(before)}`),
  "pattern-changed": values(({ before, after }) => say`text must match ${valueChange(before, after)}`),
  "format-added": limitedTo(formatted),
  "format-removed": freedFrom(formatted),
  "format-changed": fromTo(formatted),
} as const;

/** Which types came or went; both in whole where one type holds another, as numbers hold whole numbers. */
function typesChanged(of: "before" | "after", without: "before" | "after", lead: string): Wording {
  return (told) => {
    const [all, others] = [told.change[of], told.change[without]].map(typesIn);
    const rest = (all ?? []).filter((type) => others?.includes(type) !== true);
    const numbers = [rest, others ?? []].every((some) => some.some((type) => NUMBERS.has(type)));
    if (rest.length === 0 || numbers) return types(told);
    return { lead: valuesLead(told), more: say`${words(lead)} ${typeWords(rest)}` };
  };
}

function typesIn(type: unknown): unknown[] {
  return Array.isArray(type) ? type : [type];
}

/** Detail of a change between two things that have words: "text or a number, was text". */
export function fromTo(wordsFor: (value: unknown) => Phrase): Wording {
  return values(({ before, after }) => {
    const [old, now] = [wordsFor(before), wordsFor(after)];
    const alike = JSON.stringify(old) === JSON.stringify(now);
    return alike ? say`${now}, with another detail` : say`${now}; before, ${old}`;
  });
}

/** Detail of a value that was free before: "now only text". */
export function limitedTo(wordsFor: (value: unknown) => Phrase): Wording {
  return values(({ after }) => say`now only ${bare(wordsFor(after))}`);
}

/** Detail of a value that is free now. */
export function freedFrom(wordsFor: (value: unknown) => Phrase): Wording {
  return values(({ before }) => say`no longer only ${bare(wordsFor(before))}`);
}

/** After "only" a single value needs no "always". */
function bare(phrase: Phrase): Phrase {
  const [first] = phrase;
  return first !== undefined && "own" in first && first.own === "always " ? phrase.slice(1) : phrase;
}

function formatted(format: unknown): Phrase {
  return schemaWords({ type: "string", format });
}

function listed(permitted: unknown): Phrase {
  return Array.isArray(permitted) ? valuesWords(permitted) : value(permitted);
}

/** The values of one list that another has not: "`a`, `b` and 3 more". */
function difference(of: unknown, without: unknown, last: string): Phrase {
  const known = new Set((Array.isArray(without) ? without : []).map(keyOf));
  const rest = (Array.isArray(of) ? of : [of]).filter((one) => !known.has(keyOf(one)));
  const shown = rest.slice(0, VALUES).map(value);
  if (rest.length > VALUES) shown.push(words(plural(rest.length - VALUES, "more value")));
  return list(shown, last);
}

const LIMITS: ReadonlyMap<string, readonly [before: string, noun: string]> = new Map([
  ["minimum", ["at least", ""]],
  ["maximum", ["at most", ""]],
  ["exclusiveMinimum", ["more than", ""]],
  ["exclusiveMaximum", ["less than", ""]],
  ["minLength", ["at least", "character"]],
  ["maxLength", ["at most", "character"]],
  ["minItems", ["at least", "item"]],
  ["maxItems", ["at most", "item"]],
  ["minProperties", ["at least", "field"]],
  ["maxProperties", ["at most", "field"]],
  ["minContains", ["at least", "such item"]],
  ["maxContains", ["at most", "such item"]],
]);

/** A limit in words, by its keyword, which is the last key of the pointer: "at most 500 characters". */
function limitWords(pointer: string, limit: unknown): Phrase {
  const known = LIMITS.get(pointerKeys(pointer).at(-1) ?? "");
  if (known === undefined || typeof limit !== "number") return say`limited to ${value(limit)}`;
  const [said, noun] = known;
  // Libraries write it where they mean no limit: sixteen digits would look like one.
  if (Math.abs(limit) === Number.MAX_SAFE_INTEGER)
    return words(
      `${said} the ${limit > 0 ? "largest" : "smallest"} whole number that computers keep exactly`,
    );
  return words(`${said} ${noun === "" ? limit : plural(limit, noun)}`);
}
