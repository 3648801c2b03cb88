import type { Change } from "../drift/drift.ts";
import { pointerKeys } from "../json/pointer.ts";
import { isObject } from "../json/value.ts";
import { say, value, words, type Phrase } from "./phrase.ts";
import { schemaWords } from "./schema-words.ts";
import { fieldOf, valuesLead, verb, type Sentence, type Told, type Wording } from "./sentence.ts";
import { freedFrom, fromTo, limitedTo, values } from "./sentences-values.ts";

const contains = rules("on what a list must contain");
const names = rules("on how fields may be named");
const dependency = rules("on which fields go together");
const composition = rules("that joins several forms");
const condition = rules("of the kind “if this, then that”");
const negation = rules("on what is excluded");
const unread = values(({ pointer, before, after }) => {
  const keyword = value(pointerKeys(pointer).at(-1) ?? "");
  return say`the rule ${keyword}, which toolcard can't judge, is ${shown(after)}, was ${shown(before)}`;
});

/** Words for changes of fields, of lists, and of how rules are put together. */
export const FIELD_SENTENCES = {
  "field-added": fieldAdded,
  "field-removed": fieldRemoved,
  "field-required": (told: Told) => presence(told, true),
  "field-optional": (told: Told) => presence(told, false),
  "undeclared-opened": undeclaredOpened,
  "undeclared-closed": undeclaredClosed,
  "undeclared-changed": values(({ after }) => say`fields that are not listed must be ${schemaWords(after)}`),
  "items-limited": limitedTo((schema) => say`items that are ${schemaWords(schema)}`),
  "items-freed": freedFrom((schema) => say`items that are ${schemaWords(schema)}`),
  "items-changed": values(() => words("other items than before")),
  "items-position-added": values(
    ({ after }) => say`one more place of the list has a rule: ${schemaWords(after)}`,
  ),
  "items-position-removed": values(
    ({ before }) => say`one place of the list has no rule now, was ${schemaWords(before)}`,
  ),
  "unique-added": values(() => words("all items must differ")),
  "unique-removed": values(() => words("items may be equal")),
  "contains-added": contains.added,
  "contains-removed": contains.removed,
  "contains-changed": contains.changed,
  "map-pattern-added": values(
    ({ pointer, after }) => say`fields named like ${lastKey(pointer)}: ${schemaWords(after)}`,
  ),
  "map-pattern-removed": values(
    ({ pointer }) => say`fields named like ${lastKey(pointer)} have no rule of their own now`,
  ),
  "names-limited": names.added,
  "names-freed": names.removed,
  "names-changed": names.changed,
  "dependency-added": dependency.added,
  "dependency-removed": dependency.removed,
  "dependency-changed": dependency.changed,
  "branch-added": values(({ after }) => say`one more form: ${schemaWords(after)}`),
  "branch-removed": values(({ before }) => say`one form less: ${schemaWords(before)}`),
  "composition-added": composition.added,
  "composition-removed": composition.removed,
  "composition-changed": composition.changed,
  "condition-added": condition.added,
  "condition-removed": condition.removed,
  "condition-changed": condition.changed,
  "negation-added": negation.added,
  "negation-removed": negation.removed,
  "negation-changed": negation.changed,
  "reference-changed": values(() =>
    words("its rules are kept in a place that toolcard can't read, and it is another place"),
  ),
  "keyword-changed": unread,
  "dialect-changed": values(() => words("its rules are to be read by another version of their language")),
  "schema-replaced": fromTo(schemaWords),
  "schema-widened-jointly": values(() => words("no single change allows more, but all of them together do")),
} as const;

/** Details for a rule that has no short words: that it is new, gone, or another one. */
function rules(what: string): {
  readonly added: Wording;
  readonly removed: Wording;
  readonly changed: Wording;
} {
  return {
    added: values(() => words(`a new rule ${what}`)),
    removed: values(() => words(`no rule ${what} any more`)),
    changed: values(() => words(`another rule ${what}`)),
  };
}

function fieldAdded(told: Told): Sentence {
  const { change } = told;
  const field = fieldOf(change) ?? words("one more field");
  const more = schemaWords(change.after);
  // In a union a field may be in one form already, and come to another.
  if (change.elsewhere) return { lead: valuesLead(told), more: say`one more form has it, ${more}` };
  if (change.side === "output") {
    const lead = told.required
      ? say`now also ${verb(told, "gives", "give")} back ${field}`
      : say`may now also give back ${field}`;
    return { lead, more };
  }
  // A field whose type nobody looked at before may be set less freely now that it is declared.
  if (change.scope === "narrows" || change.scope === "same") {
    return { lead: say`now ${verb(told, "says", "say")} what ${field} may be`, more };
  }
  if (told.required)
    return {
      lead: say`now ${verb(told, "takes", "take")} and ${verb(told, "requires", "require")} ${field}`,
      more,
    };
  return { lead: say`may now also set ${field}`, more: change.breaks ? more : say`${more}. It is optional` };
}

function fieldRemoved(told: Told): Sentence {
  const { change } = told;
  const field = fieldOf(change) ?? words("one field");
  const more = say`was ${schemaWords(change.before)}`;
  if (change.elsewhere) return { lead: valuesLead(told), more: say`one form less has it, ${more}` };
  if (change.side === "output") {
    if (change.scope === "narrows")
      return { lead: say`no longer ${verb(told, "gives", "give")} back ${field}`, more };
    return { lead: say`no longer ${verb(told, "says", "say")} what comes back as ${field}`, more };
  }
  if (change.scope === "narrows")
    return { lead: say`no longer ${verb(told, "takes", "take")} ${field}`, more };
  return { lead: say`no longer ${verb(told, "says", "say")} what ${field} may be`, more };
}

function presence(told: Told, required: boolean): Sentence {
  const field = fieldOf(told.change) ?? words("a field");
  const when = required ? words("now") : words("no longer");
  if (told.change.side === "output") {
    return { lead: say`${when} ${verb(told, "promises", "promise")} to give back ${field}` };
  }
  return { lead: say`${when} ${verb(told, "requires", "require")} ${field}` };
}

function undeclaredOpened(told: Told): Sentence {
  const { change } = told;
  const where = insideOf(change);
  if (change.side === "output") {
    return { lead: say`may give back fields that ${verb(told, "it does", "they do")} not list${where}` };
  }
  if (change.world === "open" || (change.world === undefined && change.after === undefined)) {
    return {
      lead: say`no longer ${verb(told, "says", "say")} that ${verb(told, "it refuses", "they refuse")} fields that ${verb(told, "it does", "they do")} not list${where}`,
    };
  }
  const free = !isObject(change.after) || Object.keys(change.after).length === 0;
  const more = free ? words("any names, any values") : say`any names, each with ${schemaWords(change.after)}`;
  return {
    lead: say`now ${verb(told, "takes", "take")} fields that ${verb(told, "it does", "they do")} not list${where}`,
    more,
  };
}

function undeclaredClosed(told: Told): Sentence {
  const where = insideOf(told.change);
  const does = verb(told, "it does", "they do");
  if (told.change.side === "output") {
    return {
      lead: say`now ${verb(told, "promises", "promise")} to give back no fields that ${does} not list${where}`,
    };
  }
  return { lead: say`now ${verb(told, "refuses", "refuse")} fields that ${does} not list${where}` };
}

function insideOf(change: Change): Phrase {
  const field = fieldOf(change);
  return field === undefined ? [] : say` inside ${field}`;
}

function lastKey(pointer: string): Phrase {
  return value(pointerKeys(pointer).at(-1) ?? "");
}

function shown(json: unknown): Phrase {
  return json === undefined ? words("not there") : value(json);
}
