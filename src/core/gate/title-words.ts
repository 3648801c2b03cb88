import { plain } from "../explain/inert.ts";
import { plural } from "../explain/phrase.ts";
import { countWords } from "./count-words.ts";
import type { StateInput } from "./state-words.ts";
import type { CardTold } from "./cards-told.ts";
import { WHO } from "./who-words.ts";

/** The most characters of a check's title, and of a status's description. */
export const TITLE = 255;
export const DESCRIPTION = 140;

const NAME = { form: "name", limit: 60 } as const;

/** The first of some texts that is short enough; the last one is cut if it must be. */
export function shortest(limit: number, ...texts: readonly string[]): string {
  const fitting = texts.find((text) => text.length <= limit);
  if (fitting !== undefined) return fitting;
  const last = texts.at(-1) ?? "";
  return `${last.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** Title and description of a verdict, in our own words, names and counts. */
export interface Headline {
  readonly title: string;
  readonly description: string;
}

/** What a verdict says in one line. */
export function headlineOf(input: StateInput, cards: readonly CardTold[]): Headline {
  const { decision, widenings } = input;
  switch (decision.kind) {
    case "nothing-wider":
      return nothingWider(input);
    case "allowed": {
      const who = WHO[input.leg.settings.labelBy];
      const these = widenings.length === 1 ? "this widening" : `these ${widenings.length} widenings`;
      const said = `${who} (${allowedBy(input)}) allowed ${these}`;
      return { title: shortest(TITLE, `Passes: ${said}`), description: shortest(DESCRIPTION, capital(said)) };
    }
    case "no-label":
    case "not-entitled":
    case "not-covered":
      return blocked(input, cards);
    default:
      return decision satisfies never;
  }
}

function nothingWider({ losses, assessment: { legs } }: StateInput): Headline {
  const facts = legs[0].facts.length;
  const rest = losses.map((loss) => `; ${loss}`).join("");
  const said = facts === 0 ? "nothing in the registry changes" : `nothing gets wider${rest}`;
  return {
    title: shortest(TITLE, `Passes: ${said}`, "Passes: nothing gets wider"),
    description: shortest(
      DESCRIPTION,
      `${capital(said)}. No label needed`,
      "Nothing gets wider. No label needed",
    ),
  };
}

function allowedBy({ decision }: StateInput): string {
  if (decision.kind !== "allowed") return "";
  const others = decision.cover?.covered.flatMap(({ by, as }) => (as === "review" ? by : [])) ?? [];
  return [...new Set([decision.by, ...others])]
    .slice(0, 3)
    .map((login) => plain(login, NAME))
    .join(", ");
}

function blocked(input: StateInput, cards: readonly CardTold[]): Headline {
  const { assessment, decision, leg, warnings, widenings } = input;
  const label = plain(leg.settings.label, NAME);
  const counts = countWords(assessment, cards);
  const all = counts.length === 0 ? plural(widenings.length, "widening") : counts.join(", ");
  const warn = warnings === 0 ? "" : plural(warnings, "warning");
  const many = plural(widenings.length, "widening");
  const [why, short] = missingWords(input, cards, label);
  const after = warn === "" ? "" : `; ${warn}`;
  const before = warn === "" ? "" : `${warn}. `;
  const needs =
    decision.kind === "no-label" && why === undefined
      ? `Needs the label ${label} from ${WHO[leg.settings.labelBy]}`
      : why;
  const brief =
    decision.kind === "no-label" && short === undefined
      ? `Needs label ${label} from ${WHO[leg.settings.labelBy]}`
      : short;
  return {
    title:
      why === undefined
        ? shortest(TITLE, `${needs}: ${all}${after}`, `${needs}: ${many}${after}`)
        : shortest(TITLE, `${why}${after}`),
    description:
      short === undefined
        ? shortest(
            DESCRIPTION,
            `${before}${brief}: ${all}. See Details`,
            `${before}${brief}: ${many}. See Details`,
          )
        : shortest(DESCRIPTION, `${before}${short}. See Details`, `${short}. See Details`),
  };
}

/** What is missing where it is not just the label, in long and in short. */
function missingWords(
  input: StateInput,
  cards: readonly CardTold[],
  label: string,
): readonly [string?, string?] {
  const { decision, leg } = input;
  switch (decision.kind) {
    case "no-label": {
      const { state } = decision;
      const by = state.by === undefined ? "" : plain(state.by, NAME);
      if (state.kind === "not-by-person")
        return [
          `The label ${label} was not put on by a person: take it off and put it on again`,
          `Label ${label} must be put on by a person, anew`,
        ];
      if (state.kind === "absent" && !wasTakenOff(input)) return [];
      if (by === "") return [];
      return [again(input, cards, by), `Needs label ${label} again: it was not for this commit`];
    }
    case "not-entitled": {
      const by = plain(decision.by, NAME);
      const { labelBy } = leg.settings;
      const who = WHO[labelBy];
      const isNone = labelBy === "owner" ? "owns none of these files" : "can't write here";
      if (decision.unknown.length > 0)
        return [
          `The label ${label} does not count: GitHub does not say whether ${by} is ${who}`,
          `Can't tell whether ${by}, who put label ${label} on, is ${who}`,
        ];
      return [
        `The label ${label} from ${by}, who ${isNone}, does not count: it must be from ${who}`,
        `Label ${label} from ${by} does not count: it must be from ${who}`,
      ];
    }
    case "not-covered": {
      const { uncovered } = decision.cover;
      const nobody = uncovered.find(({ owners }) => owners.length === 0);
      if (nobody !== undefined) {
        const said = `Nobody owns ${plain(nobody.file, NAME)}: name an owner in CODEOWNERS`;
        return [said, said];
      }
      const [first] = uncovered;
      const files =
        uncovered.length === 1 ? plain(first?.file ?? "", NAME) : plural(uncovered.length, "file");
      return [
        `Needs an approval too, of this commit, by an owner of ${files}`,
        `Needs an approval too, by an owner of ${files}`,
      ];
    }
    case "allowed":
    case "nothing-wider":
      return [];
    default:
      return decision satisfies never;
  }
}

/** Whether a label that a person put on was taken off by no person: by us, after a push. */
function wasTakenOff({ assessment: { pull }, leg }: StateInput): boolean {
  const wanted = leg.settings.label.toLowerCase();
  const last = pull.labelEvents.findLast((event) => event.label.toLowerCase() === wanted);
  return last?.kind === "unlabeled" && last.actor?.kind !== "person";
}

function again(input: StateInput, cards: readonly CardTold[], by: string): string {
  const { assessment, widenings } = input;
  const { before } = assessment;
  const isNew = ({ id }: { readonly id: string }) => before !== undefined && !before.has(id);
  if (!widenings.some(isNew)) return `Needs the label again: ${by} put it on before this commit was checked`;
  const counts = countWords(assessment, cards, isNew).map((count) =>
    count.replace(/^(\d+) (?:more )?/, "$1 more "),
  );
  return shortest(
    TITLE - 20,
    `Needs the label again: ${counts.join(", ")} since ${by} put it on`,
    `Needs the label again: more gets wider since ${by} put it on`,
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
