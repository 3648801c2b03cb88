import { CHANGE_KINDS } from "../drift/kinds.ts";
import { plain } from "../explain/inert.ts";
import { plural } from "../explain/phrase.ts";
import { byId, type Assessment, type Refusal } from "./assess.ts";
import { byteLength, cardsToTell, explainCards, type CardTold } from "./cards-told.ts";
import { commentOf } from "./comment-words.ts";
import { decide, questionsFor, type Decision } from "./decide.ts";
import { tellFacts } from "./facts-told.ts";
import { labelState } from "./label.ts";
import { MOST_NOTES, wideningNotes } from "./notes.ts";
import type { PeopleAnswers, PeopleQuestion } from "./people.ts";
import { questionKey } from "./people.ts";
import { problemNotes, refusedWords } from "./refused-words.ts";
import { stateWords, type StateInput } from "./state-words.ts";
import { headlineOf, shortest, TITLE } from "./title-words.ts";
import type { Verdict, Widening } from "./verdict.ts";
import type { Gated } from "./widening.ts";

const SUMMARY = 60_000;

/** What must be asked of GitHub next to judge; nothing when no further answer could change the verdict. */
export function questionsOf({ pull, legs, refusal }: Assessment, answers: PeopleAnswers): PeopleQuestion[] {
  if (refusal !== undefined) return [];
  const questions = legs.flatMap((leg) => questionsFor(leg, pull, answers));
  return [...new Map(questions.map((question) => [questionKey(question), question])).values()];
}

/** What the gate says of a pull request, by what GitHub says of people. The same input gives the same verdict. */
export function judge(assessment: Assessment, answers: PeopleAnswers): Verdict {
  if (assessment.refusal !== undefined) return refused(assessment, assessment.refusal);
  const { legs, pull } = assessment;
  const decisions = legs.map((leg) => ({ leg, decision: decide(leg, pull, answers) }));
  const { leg, decision } = worstOf(decisions) ?? {
    leg: legs[0],
    decision: { kind: "nothing-wider" } as const,
  };
  const widenings = byId(legs.flatMap((each) => each.widenings));
  const cards = cardsToTell(assessment);
  const input: StateInput = {
    assessment,
    leg,
    decision,
    widenings,
    warnings: cards.reduce((count, { drift }) => count + drift.warnings.length, 0),
    losses: lossesOf(assessment, cards),
  };
  const state = stateWords(input);
  const facts = tellFacts(assessment);
  const room = SUMMARY - byteLength(state) - byteLength(facts.gated) - byteLength(facts.noted);
  const told = explainCards(cards, Math.max(0, room));
  if (told.tooLarge || room < 0) return refused(assessment, { kind: "too-large" });
  const headline = headlineOf(input, cards);
  const passes = decision.kind === "nothing-wider" || decision.kind === "allowed";
  const notes = wideningNotes(
    widenings,
    passes
      ? "Allowed by the label"
      : shortest(TITLE, `Needs the label ${plain(leg.settings.label, { form: "name" })}`, "Needs the label"),
    passes,
    isFileAt(assessment),
  );
  return {
    kind: passes ? "passes" : "needs-label",
    pullRequest: pull.number,
    head: pull.head,
    widenings: widenings.map(publicOf),
    ...headline,
    summary: [state, facts.gated, told.markdown, facts.noted]
      .map((part) => part.trim())
      .filter((part) => part !== "")
      .join("\n\n")
      .concat("\n"),
    annotations: notes.slice(0, MOST_NOTES),
    comment: commentOf(input),
    unlabel: labelsToTakeOff(assessment).length > 0,
  };
}

/** The labels that are on without counting, as they were put on before this commit was read. */
export function labelsToTakeOff({ legs, pull }: Assessment): string[] {
  const needed = legs.filter(({ widenings }) => widenings.length > 0).map(({ settings }) => settings.label);
  return [...new Set(needed)].filter((label) => labelState(pull, label).kind === "too-early");
}

/** The leg that is said something about: the first that is not allowed, else the first that had to be. */
function worstOf<T extends { decision: Decision }>(decisions: readonly T[]): T | undefined {
  const isAllowed = ({ decision }: T) => decision.kind === "allowed" || decision.kind === "nothing-wider";
  return (
    decisions.find((each) => !isAllowed(each)) ??
    decisions.find(({ decision }) => decision.kind === "allowed")
  );
}

function publicOf({ id, file, line, what, needs }: Gated): Widening {
  return { id, file, line, what, needs };
}

function isFileAt({ head }: Assessment): (file: string) => boolean {
  return (file) => head.snapshot.files.get(file)?.kind === "file";
}

/** What gets narrower, counted. */
function lossesOf({ legs: [{ facts, widenings }] }: Assessment, cards: readonly CardTold[]): string[] {
  const grants = facts.filter(({ kind }) => kind === "grant-removed").length;
  const losses: string[] = [];
  if (grants > 0) losses.push(`${plural(grants, "grant")} ${grants === 1 ? "is" : "are"} revoked`);
  const breaking = cards.reduce((count, { drift }) => {
    const tools = drift.changes.filter(
      ({ breaks, side, tool }) => breaks && side === "input" && tool !== undefined,
    );
    return count + new Set(tools.map(({ tool }) => tool)).size;
  }, 0);
  if (breaking > 0)
    losses.push(`${plural(breaking, "tool refuses", "tools refuse")} calls that worked before`);
  if (facts.length > 0 && losses.length === 0 && widenings.length === 0 && isWordingOnly(facts, cards))
    losses.push("only words change");
  return losses;
}

function isWordingOnly(facts: Assessment["legs"][0]["facts"], cards: readonly CardTold[]): boolean {
  const changes = cards.flatMap(({ drift }) => drift.changes);
  const isWords = changes.every(({ kind }) => WORDS.has(kind));
  return changes.length > 0 && isWords && facts.every(({ kind }) => kind === "card-changed");
}

const WORDS: ReadonlySet<string> = new Set(
  Object.entries(CHANGE_KINDS).flatMap(([kind, each]) => (each === "wording" ? [kind] : [])),
);

function refused(assessment: Assessment, refusal: Refusal | { readonly kind: "too-large" }): Verdict {
  const { pull, legs } = assessment;
  const { title, description, summary } = refusedWords(refusal);
  const problems = refusal.kind === "invalid" ? refusal.problems : [];
  return {
    kind: "refused",
    pullRequest: pull.number,
    head: pull.head,
    widenings: byId(legs.flatMap(({ widenings }) => widenings)).map(publicOf),
    title,
    description,
    summary,
    annotations: problemNotes(problems, isFileAt(assessment)).slice(0, MOST_NOTES),
    comment: undefined,
    unlabel: false,
  };
}
