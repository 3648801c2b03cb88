import { isObject } from "../json/value.ts";
import { say, words, type Phrase } from "./phrase.ts";
import { schemaWords } from "./schema-words.ts";
import { fieldOf, valuesLead, verb, type Sentence, type Told } from "./sentence.ts";
import { values } from "./sentences-values.ts";

/** Words for changes of fields, listed and not. */
export const FIELD_SENTENCES = {
  "field-added": fieldAdded,
  "field-removed": fieldRemoved,
  "field-required": (told: Told) => presence(told, true),
  "field-optional": (told: Told) => presence(told, false),
  "undeclared-opened": undeclaredOpened,
  "undeclared-closed": undeclaredClosed,
  "undeclared-changed": values(({ after }) => say`unlisted fields must be ${schemaWords(after)}`),
} as const;

function fieldAdded(told: Told): Sentence {
  const { change } = told;
  const field = fieldOf(told) ?? words("one more field");
  const more = schemaWords(change.after);
  // In a union a field may be in one form already, and come to another.
  if (change.elsewhere) return { lead: valuesLead(told), more: say`one more of its forms has it, ${more}` };
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
  const field = fieldOf(told) ?? words("one field");
  const more = say`was ${schemaWords(change.before)}`;
  if (change.elsewhere)
    return { lead: valuesLead(told), more: say`one of its forms no longer has it, ${more}` };
  if (change.side === "output") {
    if (change.scope === "narrows")
      return { lead: say`no longer ${verb(told, "gives", "give")} back ${field}`, more };
    return { lead: say`may now give back other values as ${field}`, more };
  }
  if (change.scope === "narrows" || change.breaks)
    return { lead: say`no longer ${verb(told, "takes", "take")} ${field}`, more };
  return { lead: say`no longer ${verb(told, "says", "say")} what ${field} may be`, more };
}

function presence(told: Told, required: boolean): Sentence {
  const field = fieldOf(told) ?? words("a field");
  const when = required ? words("now") : words("no longer");
  if (told.change.side === "output") {
    return { lead: say`${when} ${verb(told, "promises", "promise")} to give back ${field}` };
  }
  return { lead: say`${when} ${verb(told, "requires", "require")} ${field}` };
}

function undeclaredOpened(told: Told): Sentence {
  const { change } = told;
  const where = insideOf(told);
  if (change.side === "output") {
    return { lead: say`may give back unlisted fields${where}` };
  }
  if (change.world === "open" || (change.world === undefined && change.after === undefined)) {
    return {
      lead: say`no longer ${verb(told, "says", "say")} that ${verb(told, "it refuses", "they refuse")} unlisted fields${where}`,
    };
  }
  const free = !isObject(change.after) || Object.keys(change.after).length === 0;
  const now = free ? words("any names, any values") : say`any names, each with ${schemaWords(change.after)}`;
  const more =
    isObject(change.before) && Object.keys(change.before).length > 0
      ? say`${now}, was ${schemaWords(change.before)}`
      : now;
  return {
    lead: say`now ${verb(told, "takes", "take")} unlisted fields${where}`,
    more,
  };
}

function undeclaredClosed(told: Told): Sentence {
  const { before, after } = told.change;
  const where = insideOf(told);
  // Unlisted fields may still come, each by a rule.
  if (isObject(after)) {
    const was = isObject(before) && Object.keys(before).length > 0 ? say`, was ${schemaWords(before)}` : [];
    const lead =
      told.change.side === "output"
        ? say`now ${verb(told, "says", "say")} what comes back in unlisted fields${where}`
        : say`now ${verb(told, "limits", "limit")} unlisted fields${where}`;
    return { lead, more: say`any names, each with ${schemaWords(after)}${was}` };
  }
  if (told.change.side === "output") {
    return {
      lead: say`now ${verb(told, "promises", "promise")} to give back no unlisted fields${where}`,
    };
  }
  return { lead: say`now ${verb(told, "refuses", "refuse")} unlisted fields${where}` };
}

function insideOf(told: Told): Phrase {
  const field = fieldOf(told);
  return field === undefined ? [] : say` inside ${field}`;
}
