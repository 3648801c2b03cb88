import type { Change } from "../drift/drift.ts";
import type { Scope } from "../differences/change.ts";
import { name, say, words, type Phrase } from "./phrase.ts";

/** What a sentence about a change needs to know beside the change itself. */
export interface Told {
  readonly change: Change;
  /** True when the sentence speaks of several tools. */
  readonly many: boolean;
  /** True when the same drift makes the field required, too. */
  readonly required: boolean;
  /** What to call the field where each of several tools has another. */
  readonly field?: Phrase;
  /** What the change itself does not say, with the mark that goes before it; it holds for one tool. */
  readonly detail?: Phrase;
}

/** The words of a change. `lead` goes on after the tool's name ("now requires `reason`"); `more` says what exactly. */
export interface Sentence {
  readonly lead: Phrase;
  readonly more?: Phrase;
}

/** Makes the words of one kind of change. */
export type Wording = (told: Told) => Sentence;

/** The verb in the right number. */
export function verb(told: Told, one: string, many: string): Phrase {
  return words(told.many ? many : one);
}

/** The field that a change is about, for people: "`limit`", "each item of `tags`"; undefined for the whole. */
export function fieldOf({ change, field }: Pick<Told, "change" | "field">): Phrase | undefined {
  const path = change.path ?? "";
  return path === "" ? undefined : (field ?? pathWords(path));
}

/** A path in words, from its end: "each `id` of each `updates` of `plans`" for `plans[].updates[].id`. */
function pathWords(path: string): Phrase {
  const at = Math.max(path.lastIndexOf("[]"), path.lastIndexOf(".*"));
  if (at < 0) return name(path);
  const inner = path.slice(at + 2).replace(/^\./, "");
  const what = inner === "" ? words(path[at] === "[" ? "each item" : "each value") : say`each ${inner}`;
  return at === 0 ? what : say`${what} of ${pathWords(path.slice(0, at))}`;
}

/** How a sentence about permitted values begins: which way the permission goes, for calls or for answers. */
export function valuesLead(told: Told): Phrase {
  const { side, scope } = told.change;
  const field = fieldOf(told);
  if (side === "output") return say`${ANSWERS[scope](told)}${field === undefined ? [] : say` in ${field}`}`;
  return field === undefined ? CALLS[scope](told) : say`${VALUES[scope](told)} ${field}`;
}

type Lead = Readonly<Record<Scope, (told: Told) => Phrase>>;

/** What becomes of the values of a field. */
const VALUES: Lead = {
  widens: (told) => verb(told, "takes more values for", "take more values for"),
  narrows: (told) => verb(told, "takes fewer values for", "take fewer values for"),
  unknown: () => words("may take other values for"),
  same: (told) => verb(told, "says in another way what to send as", "say in another way what to send as"),
};

/** What becomes of calls as a whole. */
const CALLS: Lead = {
  widens: (told) => verb(told, "takes calls of more kinds", "take calls of more kinds"),
  narrows: (told) => verb(told, "takes calls of fewer kinds", "take calls of fewer kinds"),
  unknown: () => words("may take other calls"),
  same: (told) =>
    verb(told, "says in another way what a call may be", "say in another way what a call may be"),
};

/** What becomes of answers. */
const ANSWERS: Lead = {
  widens: () => words("may give back more"),
  narrows: (told) => verb(told, "gives back less", "give back less"),
  unknown: () => words("may give back something else"),
  same: (told) => verb(told, "says in another way what comes back", "say in another way what comes back"),
};
