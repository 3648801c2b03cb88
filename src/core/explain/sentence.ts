import type { Change } from "../drift/drift.ts";
import { name, say, words, type Phrase } from "./phrase.ts";

/** What a sentence about a change needs to know beside the change itself. */
export interface Told {
  readonly change: Change;
  /** True when the sentence speaks of several tools. */
  readonly many: boolean;
  /** True when the same drift makes the field required, too. */
  readonly required: boolean;
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
export function fieldOf(change: Change): Phrase | undefined {
  const path = change.path ?? "";
  if (path === "") return undefined;
  const suffix = path.endsWith("[]") ? "each item" : path.endsWith(".*") ? "each value" : undefined;
  if (suffix === undefined) return name(path);
  const outer = path.slice(0, -2);
  return outer === "" ? words(suffix) : say`${words(suffix)} of ${outer}`;
}

/** How a sentence about permitted values begins: which way the permission goes, for calls or for answers. */
export function valuesLead(told: Told): Phrase {
  const field = fieldOf(told.change);
  if (told.change.side === "output") return answersLead(told, field);
  switch (told.change.scope) {
    case "widens":
      return field === undefined
        ? say`${verb(told, "takes", "take")} calls of more kinds`
        : say`${verb(told, "takes", "take")} more values for ${field}`;
    case "narrows":
      return field === undefined
        ? say`${verb(told, "takes", "take")} calls of fewer kinds`
        : say`${verb(told, "takes", "take")} fewer values for ${field}`;
    case "unknown":
      return field === undefined ? words("may take other calls") : say`may take other values for ${field}`;
    case "same":
      return field === undefined
        ? say`${verb(told, "says", "say")} in another way what a call may be`
        : say`${verb(told, "says", "say")} in another way what ${field} may be`;
  }
}

function answersLead(told: Told, field: Phrase | undefined): Phrase {
  const inside = field === undefined ? [] : say` in ${field}`;
  switch (told.change.scope) {
    case "widens":
      return say`may give back more${inside}`;
    case "narrows":
      return say`${verb(told, "gives", "give")} back less${inside}`;
    case "unknown":
      return say`may give back other answers${inside}`;
    case "same":
      return say`${verb(told, "says", "say")} in another way what may come back${inside}`;
  }
}
