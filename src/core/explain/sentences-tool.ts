import { isObject, own } from "../json/value.ts";
import { pointerKeys } from "../json/pointer.ts";
import { list, say, value, words, type Phrase } from "./phrase.ts";
import { fieldsWords, schemaWords } from "./schema-words.ts";
import { fieldOf, verb, type Sentence, type Told } from "./sentence.ts";
import { valueChange } from "./value-change.ts";

// A person decides on all of it: so many fields are named, each.
const NEW_TOOL_FIELDS = 40;

/** Words for changes of a tool around its schemas, and for what changes no permission inside them. */
export const TOOL_SENTENCES = {
  "tool-added": (told: Told) => ({
    lead: verb(told, "is new", "are new"),
    more: newToolWords(told.change.after),
  }),
  "tool-removed": (told: Told) => ({ lead: say`${verb(told, "is", "are")} gone from the server` }),
  "output-schema-added": (told: Told) => ({
    lead: say`now ${verb(told, "says", "say")} what comes back`,
    more: say`${answerWords(told.change.after)}; before, it could be anything`,
  }),
  "output-schema-removed": (told: Told) => ({
    lead: say`no longer ${verb(told, "says", "say")} what comes back`,
    more: say`it may be anything now, was ${answerWords(told.change.before)}`,
  }),
  "read-only-hint-changed": (told: Told) => {
    const reads = told.change.after === true;
    const lead = says(told, reads, verb(told, "that it only reads", "that they only read"));
    return reads ? { lead } : { lead, more: words("the server now says it may change things") };
  },
  "destructive-hint-changed": (told: Told) => ({
    lead: says(
      told,
      told.change.after === false,
      verb(told, "that it deletes nothing", "that they delete nothing"),
    ),
  }),
  "open-world-hint-changed": (told: Told) => ({
    lead: says(
      told,
      told.change.after === false,
      verb(told, "that it stays inside its own system", "that they stay inside their own system"),
    ),
  }),
  "idempotent-hint-changed": (told: Told) => ({
    lead: says(told, told.change.after === true, words("that a second call does no more than the first")),
  }),
  "security-schemes-changed": (told: Told) => ({
    lead: say`${verb(told, "asks", "ask")} for another kind of sign-in`,
    more: changeOf(told),
  }),
  "header-changed": (told: Told) => ({
    lead: say`${verb(told, "copies", "copy")} ${subjectOf(told)} to another header of the request`,
    more: changeOf(told),
  }),
  "default-changed": (told: Told) => ({
    lead: say`${verb(told, "uses", "use")} another value for ${subjectOf(told)} where a call has none`,
    more: changeOf(told),
  }),
  "execution-changed": (told: Told) => ({
    lead: say`${verb(told, "changes", "change")} how ${verb(told, "it runs", "they run")} slow calls (${"execution"})`,
    more: executionWords(told.change.after) ?? changeOf(told),
  }),
  "annotation-changed": noted("technical note"),
  "tool-annotation-changed": noted("technical note"),
  "meta-changed": noted("technical note"),
  "unknown-key-changed": noted("entry that the protocol does not know"),
  "identifier-changed": noted("internal name"),
  "definition-changed": noted("definition that nothing uses"),
} as const;

/** What a new tool asks for and gives back, and what the server says about its effects. */
function newToolWords(tool: unknown): Phrase {
  if (!isObject(tool)) return [];
  const fields = fieldsWords(own(tool, "inputSchema"), NEW_TOOL_FIELDS, true);
  const asks = fields.length === 0 ? words("Asks for no fields") : inSentences("Asks for", fields);
  const output = own(tool, "outputSchema");
  const gives = output === undefined || output === null ? [] : answerWords(output);
  const between = gives.length === 0 ? "" : fields.length > AT_ONCE ? ". It gives back " : "; gives back ";
  return say`${asks}${words(between)}${gives}. ${effectWords(own(tool, "annotations"))}`;
}

/** What comes back: its fields, or what it is where it has none. */
function answerWords(schema: unknown): Phrase {
  const fields = fieldsWords(schema, NEW_TOOL_FIELDS, false);
  return fields.length > 0 ? inSentences("", fields) : schemaWords(schema);
}

/** Nobody reads a sentence with more fields than this. */
const AT_ONCE = 4;

/** A few fields a sentence. */
function inSentences(start: string, fields: readonly Phrase[]): Phrase {
  const first = say`${words(start === "" ? "" : `${start} `)}${list(fields.slice(0, AT_ONCE))}`;
  const rest = fields.slice(AT_ONCE);
  return rest.length === 0 ? first : say`${first}. ${inSentences("Also", rest)}`;
}

function effectWords(annotations: unknown): Phrase {
  const hints = isObject(annotations) ? annotations : {};
  if (own(hints, "readOnlyHint") === true) return words("The server says it only reads");
  if (own(hints, "destructiveHint") === false)
    return words("The server says it may change things, but deletes nothing");
  if (own(hints, "destructiveHint") === true) return words("The server says it may change or delete things");
  return words(
    "The server does not say that it only reads, so count it as one that may change or delete things",
  );
}

const RUNS: ReadonlyMap<unknown, string> = new Map([
  ["forbidden", "never as a task in the background"],
  ["optional", "as a task in the background, where the caller asks for it"],
  ["required", "only as a task in the background"],
]);

/** How calls are run, where the server says that and nothing else. */
function executionWords(execution: unknown): Phrase | undefined {
  if (!isObject(execution) || Object.keys(execution).length !== 1) return undefined;
  const runs = RUNS.get(own(execution, "taskSupport"));
  return runs === undefined ? undefined : words(runs);
}

function says(told: Told, now: boolean, what: Phrase): Phrase {
  return say`${words(now ? "now" : "no longer")} ${verb(told, "says", "say")} ${what}`;
}

function subjectOf(told: Told): Phrase {
  return fieldOf(told) ?? words("the whole call");
}

function noted(noun: string): (told: Told) => Sentence {
  return (told) => {
    const { before, after, pointer } = told.change;
    const become = before === undefined ? "has a new" : after === undefined ? "has lost the" : "has another";
    const many = become.replace("has", "have");
    const key = value(pointerKeys(pointer).at(-1) ?? "");
    const field = fieldOf(told);
    const where = field === undefined ? [] : say` at ${field}`;
    return { lead: say`${verb(told, become, many)} ${words(noun)} (${key})${where}`, more: changeOf(told) };
  };
}

function changeOf({ change }: Told): Phrase {
  return valueChange(change.before, change.after);
}
