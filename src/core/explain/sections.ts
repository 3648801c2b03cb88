import { alikeTogether } from "./alike.ts";
import { factsIn, firstOf, type Context, type Rendering } from "./context.ts";
import { codesSection } from "./codes.ts";
import { decisionSection } from "./decision.ts";
import { grouped, type Fact, type Group } from "./facts.ts";
import { itemsOf } from "./items.ts";
import type { Section, SectionId } from "./model.ts";
import { say, words, type Phrase } from "./phrase.ts";
import { revokedSection } from "./revoked.ts";
import { behaviourTail, narrowerTail, widerTail } from "./tails.ts";
import { hasTextWarnings, warningsSection } from "./warnings.ts";
import { wordingSection } from "./wording.ts";

type Tail = (context: Context, facts: Group["facts"]) => Phrase;

/** All sections in the order of DESIGN §11, without those that have nothing to say. */
export function sectionsOf(rendering: Rendering): Section[] {
  const { context } = rendering;
  const told = [
    revokedSection(context),
    warningsSection(rendering),
    ...section(rendering, "wider", say`Wider: needs the label ${context.label}`, widerTail),
    ...section(rendering, "noted", words("Wider, but no label is needed here"), widerTail),
    ...section(rendering, "narrower", words("Narrower: no label needed"), narrowerTail),
    ...section(
      rendering,
      "behaviour",
      heading(context, "behaviour", "Same permission, other behaviour"),
      behaviourTail,
    ),
    ...wordings(rendering),
  ];
  return [...told, ...codesSection(told), ...decisionSection(context)];
}

function section(rendering: Rendering, id: SectionId, title: Phrase, tail: Tail): Section[] {
  const { context, room, cuts } = rendering;
  const facts = factsIn(context, id);
  if (facts.length === 0) return [];
  const groups = alikeTogether(context, grouped(newToolsLast(facts)));
  // What somebody must decide on is never cut.
  const shown = id === "wider" ? groups : firstOf(groups, room.items, cuts, "change");
  const full = room.full || id !== "wider";
  const items = itemsOf(id === "wider" ? withAllNames(rendering) : rendering, shown, (same) =>
    full ? tail(context, same) : [],
  );
  return [{ id, heading: title, items, numbered: id !== "behaviour" }];
}

/** Which tools get wider is never cut either: who decides on one must find it. */
function withAllNames(rendering: Rendering): Rendering {
  return { ...rendering, room: { ...rendering.room, names: Number.POSITIVE_INFINITY } };
}

function newToolsLast(facts: readonly Fact[]): Fact[] {
  return [...facts.filter((fact) => !isNew(fact)), ...facts.filter(isNew)];
}

function wordings(rendering: Rendering): Section[] {
  const facts = factsIn(rendering.context, "wording");
  if (facts.length === 0) return [];
  return [
    wordingSection(rendering, facts, heading(rendering.context, "wording", wordingTitle(rendering.context))),
  ];
}

/** Where the words themselves call for a warning, "only" would play them down. */
function wordingTitle({ drift }: Context): string {
  return hasTextWarnings(drift.warnings) ? "The wording changed" : "Only the wording changed";
}

function isNew({ change }: Fact): boolean {
  return change.kind === "tool-added";
}

/** The heading of a section that some registries want the label for. */
function heading(context: Context, id: "wording" | "behaviour", title: string): Phrase {
  return context.options.gate?.[id] === "label"
    ? say`${words(title)}: needs the label ${context.label}`
    : words(title);
}
