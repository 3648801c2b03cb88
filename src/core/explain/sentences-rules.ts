import type { Change } from "../drift/drift.ts";
import { pointerKeys } from "../json/pointer.ts";
import { isObject } from "../json/value.ts";
import { list, name, say, value, words, type Phrase } from "./phrase.ts";
import { manyWords, schemaWords } from "./schema-words.ts";
import { freedFrom, fromTo, limitedTo, values } from "./sentences-values.ts";

const HOW_CONDITION = "of the kind “if this, then that”";

/** Words for changes of lists, and of how rules are put together. */
export const RULE_SENTENCES = {
  "items-limited": limitedTo((schema) => say`lists of ${manyWords(schema)}`),
  "items-freed": freedFrom((schema) => say`lists of ${manyWords(schema)}`),
  "items-changed": values(() => words("other items than before")),
  "items-position-added": values(
    ({ after }) => say`one more place of the list has a rule: ${schemaWords(after)}`,
  ),
  "items-position-removed": values(
    ({ before }) => say`one place of the list has no rule now; before, ${schemaWords(before)}`,
  ),
  "unique-added": values(() => words("all items must differ")),
  "unique-removed": values(() => words("items may be equal")),
  "contains-added": values(({ after }) => say`an item must be ${schemaWords(after)}`),
  "contains-removed": values(({ before }) => say`no item need be ${schemaWords(before)} any more`),
  "contains-changed": values(
    ({ before, after }) => say`an item must be ${schemaWords(after)}; before, ${schemaWords(before)}`,
  ),
  "map-pattern-added": values(
    ({ pointer, after }) => say`fields named like ${lastKey(pointer)}: ${schemaWords(after)}`,
  ),
  "map-pattern-removed": values(
    ({ pointer }) => say`fields named like ${lastKey(pointer)} have no rule of their own now`,
  ),
  "names-limited": values(({ after }) => say`names of fields must be ${nameWords(after)}`),
  "names-freed": values(({ before }) => say`names of fields need no longer be ${nameWords(before)}`),
  "names-changed": values(
    ({ before, after }) => say`names of fields must be ${nameWords(after)}; before, ${nameWords(before)}`,
  ),
  "dependency-added": values(
    (change) => say`who sends ${lastKey(change.pointer)} must also send ${needs(change.after)}`,
  ),
  "dependency-removed": values(
    (change) => say`who sends ${lastKey(change.pointer)} need no longer send ${needs(change.before)}`,
  ),
  "dependency-changed": values(
    ({ pointer, before, after }) =>
      say`who sends ${lastKey(pointer)} must also send ${needs(after)}, was ${needs(before)}`,
  ),
  "branch-added": values(({ after }) => say`now also ${schemaWords(after)}`),
  "branch-removed": values(({ before }) => say`no longer ${schemaWords(before)}`),
  "composition-added": values((change) => say`now only ${formWords(change, change.after)}`),
  "composition-removed": values((change) => say`no longer only ${formWords(change, change.before)}`),
  "composition-changed": values(
    (change) => say`${formWords(change, change.after)}; before, ${formWords(change, change.before)}`,
  ),
  "condition-added": values(() => words(`a new rule ${HOW_CONDITION}`)),
  "condition-removed": values(() => words(`no rule ${HOW_CONDITION} any more`)),
  "condition-changed": values(() => words(`another rule ${HOW_CONDITION}`)),
  "negation-added": values(({ after }) => say`now excludes ${manyWords(after)}`),
  "negation-removed": values(({ before }) => say`no longer excludes ${manyWords(before)}`),
  "negation-changed": values(
    ({ before, after }) => say`excludes ${manyWords(after)}, was ${manyWords(before)}`,
  ),
  "reference-changed": values(() =>
    words("the rules are kept in a place that toolcard can't read, and it is another place"),
  ),
  "keyword-changed": values(({ pointer, before, after }) => {
    return say`the rule ${lastKey(pointer)}, which toolcard can't judge, is ${shown(after)}, was ${shown(before)}`;
  }),
  "dialect-changed": values(() => words("the rules are to be read by another version of their language")),
  "schema-replaced": fromTo(schemaWords),
  "schema-widened-jointly": values(() => words("no single change allows more, but all of them together do")),
} as const;

/** The rule for names of fields, which are always texts. */
function nameWords(schema: unknown): Phrase {
  return schemaWords(isObject(schema) ? { ...schema, type: "string" } : schema);
}

/** What the presence of a field demands: other fields, or a rule. */
function needs(demanded: unknown): Phrase {
  if (!Array.isArray(demanded)) return schemaWords(demanded);
  return list(demanded.map((field) => (typeof field === "string" ? name(field) : value(field))));
}

/** The forms that a composition joins, by its keyword, which is the last key of the pointer. */
function formWords({ pointer }: Change, forms: unknown): Phrase {
  return schemaWords({ [pointerKeys(pointer).at(-1) ?? ""]: forms });
}

function lastKey(pointer: string): Phrase {
  return value(pointerKeys(pointer).at(-1) ?? "");
}

function shown(json: unknown): Phrase {
  return json === undefined ? words("not there") : value(json);
}
